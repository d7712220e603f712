import { expect, it } from 'vitest'
import type { Candidate } from '../parts/candidate.ts'
import { firstChoice, firstRelation, isUnchanged, relationChips } from './plan.ts'

const car = (vehicleId: string, change: Partial<Candidate> = {}): Candidate => ({
  vehicleId,
  plate: '沪AG8M52',
  plateColor: 1,
  modelId: '7',
  modelName: '别克GL8',
  odometerKm: 0,
  fuelPct: 100,
  batteryPct: null,
  parkingNote: '',
  storeId: '101',
  storeName: '虹桥机场店',
  runState: 10,
  relation: 'sameModel',
  group: 'available',
  gapBefore: null,
  gapAfter: null,
  previous: null,
  next: null,
  why: null,
  moves: [],
  busy: [],
  ...change,
})
const list = [
  car('moves', {
    moves: [
      {
        orderId: '2',
        orderNo: 'O1',
        orderKind: 1,
        contactName: '何婷婷',
        pickupAt: 0,
        from: '沪A15585',
        to: '沪B13351',
      },
    ],
  }),
  car('busy', { group: 'conflict' }),
  car('good'),
  car('up', { relation: 'upgrade', modelId: '8' }),
]

it('marks the best car of the model that nobody has to give up', () => {
  expect(firstChoice(list, undefined)?.vehicleId).toBe('good')
  expect(firstChoice(list.slice(0, 2), undefined)?.vehicleId).toBe('moves')
  expect(firstChoice([car('busy', { group: 'conflict' })], undefined)).toBeUndefined()
})

it('marks the car the order has, and shows its kind', () => {
  expect(firstChoice(list, 'up')?.vehicleId).toBe('up')
  expect(firstRelation(list, 'up')).toBe('upgrade')
  expect(firstRelation([], undefined)).toBe('sameModel')
})

it('shows the first kind that has a free car when none of the ordered model is free', () => {
  const busy = car('busy', { group: 'conflict' })
  const others = [car('class', { relation: 'sameClass', group: 'conflict' }), car('up', { relation: 'upgrade' })]
  expect(firstRelation([busy, ...others], 'busy')).toBe('upgrade')
  expect(firstRelation([busy], undefined)).toBe('sameModel')
})

it('counts the free cars of each kind that there is, and the ordered model always', () => {
  expect(relationChips(list).map(({ label }) => label)).toEqual(['同车型 2', '免费升级 1'])
  expect(relationChips([]).map(({ label }) => label)).toEqual(['同车型 0'])
})

it('knows when there is nothing to change', () => {
  const order = { vehicle: { vehicleId: '1' }, pinned: true } as Parameters<typeof isUnchanged>[2]
  expect(isUnchanged({ vehicleId: '1' }, true, order)).toBe(true)
  expect(isUnchanged({ vehicleId: '1' }, false, order)).toBe(false)
  expect(isUnchanged({ vehicleId: '2' }, true, order)).toBe(false)
})
