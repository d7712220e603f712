import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { DAY, HOUR, parseDateTime } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import { axisOf, barsOf, energyText, factsOf, groupsWithCars, marksOf, neighboursOf } from './candidates.ts'
import { movedWords } from './moved.ts'

const at = (text: string) => parseDateTime(`2026-11-${text}`)!
const now = at('20 09:41')
const window = { from: at('20 00:00'), to: at('27 00:00') }
const stay = { from: at('20 11:00'), to: at('25 18:00'), orderId: '1' }

const car = (change: Partial<Candidate> = {}): Candidate => ({
  vehicleId: '1',
  plate: '沪AG8M52',
  plateColor: 1,
  modelId: '7',
  modelName: '别克GL8',
  odometerKm: 32408,
  fuelPct: 100,
  batteryPct: null,
  parkingNote: 'B2-117',
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

const moved = {
  orderId: '2',
  orderKind: 1 as const,
  orderNo: 'O1',
  contactName: '何婷婷',
  pickupAt: at('21 05:30'),
  from: '沪A15585',
  to: '沪B13351',
}

it('groups the best first and leaves out what is empty', () => {
  const list = [car({ group: 'conflict' }), car({ group: 'recommended' }), car({ group: 'conflict' })]
  expect(groupsWithCars(list).map(({ group, cars }) => [group, cars.length])).toEqual([
    ['recommended', 1],
    ['conflict', 2],
  ])
})

describe('marks', () => {
  it('tell a narrow gap on either side', () => {
    expect(marksOf(car({ gapBefore: 600 }))).toEqual([])
    expect(marksOf(car({ gapBefore: 60 }))).toEqual([{ text: '间隔 1小时', tone: 'warning' }])
    expect(marksOf(car({ gapBefore: 600, gapAfter: 30 }))).toEqual([{ text: '间隔 30分钟', tone: 'warning' }])
  })
  it('tell what the car is to the order, and what taking it does', () =>
    expect(marksOf(car({ relation: 'upgrade', moves: [moved] })).map(({ text }) => text)).toEqual([
      '免费升级',
      '将改派其他1单',
    ]))
  it('tell the closest fit among neighbours', () => {
    const previous = { orderId: '2', contactName: '王', pickupAt: 0, returnAt: 0 }
    expect(marksOf(car({ previous, gapBefore: 600 }), true)).toEqual([{ text: '衔接最优', tone: 'success' }])
    expect(marksOf(car(), true)).toEqual([])
  })
  it('tell a conflict and no gap', () =>
    expect(marksOf(car({ group: 'conflict', gapBefore: 10 }))).toEqual([{ text: '时间冲突', tone: 'danger' }]))
})

it('tells energy by its kind', () => {
  expect(energyText({ fuelPct: 87.5, batteryPct: null })).toBe('油量 7/8')
  expect(energyText({ fuelPct: null, batteryPct: 85.6 })).toBe('电量 86%')
  expect(energyText({ fuelPct: 50, batteryPct: 20 })).toBe('油量 4/8 · 电量 20%')
  expect(energyText({ fuelPct: null, batteryPct: null })).toBe('')
})

it('tells the facts, of another model and store too', () => {
  expect(factsOf(car(), false)).toBe('里程 32,408 km · 油量 8/8 · B2-117')
  expect(factsOf(car({ relation: 'otherStore', parkingNote: '' }), true)).toBe(
    '别克GL8 · 虹桥机场店 · 里程 32,408 km · 油量 8/8',
  )
})

it('tells who is before and after', () => {
  const neighbour = { orderId: '2', contactName: '王', pickupAt: at('26 09:00'), returnAt: at('20 10:00') }
  expect(neighboursOf(car(), now)).toBe('')
  expect(neighboursOf(car({ previous: neighbour, gapBefore: 60 }), now)).toBe('上一单 今天 10:00 还（间隔 1小时）')
  expect(neighboursOf(car({ next: neighbour }), now)).toBe('下一单 11-26 09:00 取')
})

describe('bars', () => {
  const busy: Candidate['busy'] = [
    { from: at('19 10:00'), to: at('20 08:24'), kind: occupancyKind.order, label: '王', orderId: '2' },
    { from: stay.from, to: stay.to, kind: occupancyKind.order, label: '本人', orderId: '1' },
    { from: at('26 00:00'), to: at('28 00:00'), kind: occupancyKind.maintenance, label: '保养', orderId: null },
    { from: at('28 00:00'), to: at('29 00:00'), kind: occupancyKind.stop, label: '停售', orderId: null },
  ]
  it('are cut at the window, without the order itself', () => {
    const [before, work, own, ...rest] = barsOf(car({ busy }), window, stay)
    expect(rest).toEqual([])
    expect(before).toMatchObject({ left: 0, width: 5, kind: 'order', label: '王' })
    expect(work).toMatchObject({ kind: 'work' })
    expect((work?.left ?? 0) + (work?.width ?? 0)).toBeCloseTo(100)
    expect(own).toMatchObject({ kind: 'own', label: '本单' })
    expect(own?.width).toBeCloseTo(((5 * DAY + 7 * HOUR) / (7 * DAY)) * 100)
  })
  it('promise nothing of a car that cannot be taken', () =>
    expect(barsOf(car({ group: 'conflict' }), window, stay)).toEqual([]))
})

it('names the days of the window, thinned out when they are many', () => {
  expect(axisOf(window, now).map(({ text }) => text)).toEqual(['11-20', '21', '22', '23', '24', '25', '26'])
  expect(axisOf(window, now)[0]).toMatchObject({ left: 0, today: true })
  const month = axisOf({ from: at('20 00:00'), to: at('20 00:00') + 30 * DAY }, now)
  expect(month.map(({ text }) => text)).toEqual(['11-20', '11-24', '11-28', '12-2', '12-6', '12-10', '12-14', '12-18'])
})

it('names who gives way, when and from which car to which', () => {
  expect(movedWords(moved, now)).toEqual({ who: '何婷婷 · 11-21 05:30 取车', cars: '沪A·15585 → 沪B·13351' })
  expect(movedWords({ ...moved, contactName: '', from: '' }, now)).toMatchObject({
    who: 'O1 · 11-21 05:30 取车',
    cars: '未排车 → 沪B·13351',
  })
})
