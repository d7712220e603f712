import { describe, expect, it } from 'vitest'
import type { HandoverRecord } from '../parts/types.ts'
import { freePhotos, pairsOf, rowsOf, segmentsOf } from './segments.ts'

const photo = (slot: HandoverRecord['photos'][number]['slot'], mediaId: string, reissued = false) =>
  ({ slot, media: { mediaId }, reissued, at: 0 }) as HandoverRecord['photos'][number]

const record = (change: Partial<HandoverRecord>) =>
  ({
    vehicleId: '1',
    plate: '沪AD6J19',
    at: 0,
    mileageKm: 100,
    fuelKind: 1,
    fuelEighths: 8,
    batteryPct: null,
    keyCount: 2,
    photos: [],
    operatorName: '吴晓雯',
    byCustomer: false,
    ...change,
  }) as HandoverRecord

const out = record({ type: 0, photos: [photo('front', 'a'), photo('extra', 'b')] })
const back = record({
  type: 1,
  at: 3_600_000,
  mileageKm: 160,
  keyCount: 1,
  photos: [photo('front', 'c'), photo('left', 'd'), photo('extra', 'e', true)],
  byCustomer: true,
})

describe('segmentsOf', () => {
  it('puts both ends of a car together', () => {
    expect(segmentsOf([out, back])).toMatchObject([{ vehicleId: '1', pickup: out, back }])
  })
  it('keeps swapped cars apart, in the order they were used', () => {
    const second = record({ type: 0, vehicleId: '2' })
    const segments = segmentsOf([out, second, record({ type: 1, vehicleId: '2' })])
    expect(segments.map(({ vehicleId, back: end }) => [vehicleId, end !== undefined])).toEqual([
      ['1', false],
      ['2', true],
    ])
  })
})

describe('a segment', () => {
  const [segment] = segmentsOf([out, back])
  it('is compared by time, readings, keys and who did it', () => {
    expect(rowsOf(segment!).map(({ label, from, to, difference }) => [label, from, to, difference?.text])).toEqual([
      ['时间', '01-01 08:00', '01-01 09:00', '1小时'],
      ['里程', '100', '160', '60 km'],
      ['油量', '8/8', '8/8', '一致'],
      ['钥匙', '2 把', '1 把', '−1 把'],
      ['经办', '吴晓雯', '客户自助', undefined],
    ])
  })
  it('pairs the photos of each place and keeps the others', () => {
    expect(
      pairsOf(segment!).map(({ slot, before, after }) => [slot, before?.media.mediaId, after?.media.mediaId]),
    ).toEqual([
      ['front', 'a', 'c'],
      ['left', undefined, 'd'],
    ])
    expect(freePhotos(back).map(({ media }) => media.mediaId)).toEqual(['e'])
  })
  it('stands alone while the car is out', () => {
    const [running] = segmentsOf([out])
    expect(rowsOf(running!)[0]).toMatchObject({ to: '—', difference: null })
  })
})
