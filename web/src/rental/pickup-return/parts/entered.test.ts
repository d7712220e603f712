import { fuelKind, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { describe, expect, it } from 'vitest'
import {
  editsAfter,
  inputOf,
  markSlot,
  marksOf,
  photoSlotOf,
  recordChanges,
  recordWithEdits,
  usualOf,
} from './entered.ts'
import type { HandoverRecord, Media } from './types.ts'

const media = (mediaId: string): Media => ({
  mediaId,
  kind: 'image',
  url: `/media/${mediaId}`,
  thumbUrl: null,
  w: null,
  h: null,
  takenAt: null,
})

const oldMark: HandoverRecord['damageMarks'][number] = {
  markId: 'm1',
  part: 'roof',
  kind: 1,
  x: 0.5,
  y: 0.5,
  isNew: true,
  reason: '',
  amount: null,
  photos: [media('7')],
}

const record = (change: Partial<HandoverRecord> = {}): HandoverRecord => ({
  recordId: '1',
  orderId: '2',
  type: 0,
  seq: 1,
  draft: true,
  vehicleId: '3',
  plate: '沪AD6J19',
  at: null,
  returnStoreId: null,
  mileageKm: 18_236,
  fuelKind: fuelKind.oil,
  fuelEighths: 7,
  batteryPct: null,
  readByDevice: [],
  photos: [
    { slot: 'front', media: media('11'), reissued: false, coming: false, at: 0, reason: '', by: '', fault: null },
  ],
  damageMarks: [],
  accessories: [],
  keyCount: null,
  signature: null,
  note: '',
  parkingNote: '',
  keyNote: '',
  handedInAt: null,
  operatorName: '吴晓雯',
  byCustomer: false,
  verify: 1,
  stepDone: [1],
  version: 4,
  ...change,
})

describe('the record with the changes of this phone over it', () => {
  it('shows what was changed, and the record where nothing was', () => {
    const filled = recordWithEdits(record(), { fuelEighths: 6 }, [])
    expect(filled).toMatchObject({ mileageKm: 18_236, fuelEighths: 6, present: null })
  })
  it('marks what was taken over from the terminal, until it is typed', () => {
    const read = { mileageKm: 18_300, readByDevice: ['mileageKm'] } as const
    expect(recordWithEdits(record(), read, [])).toMatchObject(read)
    expect(inputOf(record(), read, [], [], fuelKind.oil)).toEqual(read)
    const typed = { mileageKm: 18_301, readByDevice: [] }
    expect(inputOf(record({ readByDevice: ['mileageKm'] }), typed, [], [], fuelKind.oil)).toEqual(typed)
  })
  it('tells an emptied field from one that was not touched', () => {
    expect(recordWithEdits(record(), { mileageKm: null }, []).mileageKm).toBeNull()
  })
  it('takes over the damage of the last handover as old until the record names its own', () => {
    expect(recordWithEdits(null, {}, [oldMark]).marks).toEqual([
      { markId: 'm1', part: 'roof', kind: 1, x: 0.5, y: 0.5, isNew: false, reason: '', amount: null, photoIds: ['7'] },
    ])
    const own = record({ damageMarks: [{ ...oldMark, markId: 'm2' }] })
    expect(recordWithEdits(own, {}, [oldMark]).marks.map(({ markId }) => markId)).toEqual(['m2'])
  })
  it('leaves out photos that were taken off', () => {
    expect(recordWithEdits(record(), { dropped: ['11'] }, []).photos).toEqual([])
  })
})

describe('what the last handover of a car proposes', () => {
  const task = { pickupRecord: null, fuelKind: fuelKind.oil } as const
  const last = { fuelEighths: 6, batteryPct: 40 }
  it('is the fuel of a car that goes out, as far as it has a gauge for it, and is sent as if it were typed', () => {
    const usual = usualOf({ ...task, type: handoverType.pickup }, last)
    expect(recordWithEdits(null, {}, [], usual)).toMatchObject({ fuelEighths: 6, batteryPct: null })
    expect(inputOf(null, {}, [], [], fuelKind.oil, usual)).toMatchObject({ fuelEighths: 6 })
    expect(inputOf(null, { fuelEighths: 7 }, [], [], fuelKind.oil, usual)).toMatchObject({ fuelEighths: 7 })
  })
  it('is nothing of a car that comes back, whose difference is charged', () => {
    expect(usualOf({ ...task, type: handoverType.return }, last)).toMatchObject({ fuelEighths: null })
  })
})

type Sent = Parameters<typeof inputOf> extends [infer A, infer B, infer C, infer D, ...unknown[]] ? [A, B, C, D] : never

describe('what is sent', () => {
  const sent = (...args: Sent) => inputOf(...args, fuelKind.oil)

  it('is nothing when the server has everything', () => {
    expect(sent(record(), {}, [], [])).toEqual({})
    expect(sent(record(), {}, [], [{ slot: 'front', mediaId: '11' }])).toEqual({})
  })
  it('is only the fields that were changed', () => {
    expect(sent(record(), { mileageKm: 18_240, keyCount: 2 }, [], [])).toEqual({ mileageKm: 18_240, keyCount: 2 })
    expect(sent(record(), { mileageKm: null }, [], [])).toEqual({})
  })
  it('is the whole list of photos once one came or went', () => {
    const photos = [
      { slot: 'front', mediaId: '11' },
      { slot: 'rear', mediaId: '12' },
      { slot: 'extra', mediaId: '13' },
    ]
    const uploaded = [
      { slot: 'rear', mediaId: '12' },
      { slot: '', mediaId: '13' },
    ]
    expect(sent(record(), {}, [], uploaded).photos).toEqual(photos)
    expect(sent(record(), { dropped: ['11'] }, [], []).photos).toEqual([])
  })
  it('gives pictures of a mark to the mark, not to the photos of the car', () => {
    const marks = marksOf([oldMark])
    const input = sent(record(), { marks }, [], [{ slot: markSlot('m1'), mediaId: '20' }])
    expect(input.photos).toBeUndefined()
    expect(input.damageMarks).toMatchObject([{ markId: 'm1', photoIds: ['7', '20'] }])
  })
  it('carries inherited damage on, though nobody touched the drawing', () => {
    expect(sent(record(), {}, [oldMark], []).damageMarks).toMatchObject([{ markId: 'm1', isNew: false }])
  })
  it('says of each thing whether it is with the car', () => {
    const { accessories } = sent(record(), { present: ['spare'] }, [], [])
    expect(accessories).toContainEqual({ code: 'spare', present: true })
    expect(accessories).toContainEqual({ code: 'licence', present: false })
    expect(accessories).not.toContainEqual({ code: 'charger', present: false })
  })
})

describe('photoSlotOf', () => {
  it.each([
    ['front', 'front'],
    ['', 'extra'],
    ['extra', 'extra'],
    ['mark:a', null],
  ])('%s → %s', (slot, place) => expect(photoSlotOf(slot)).toBe(place))
})

describe('editsAfter', () => {
  it('keeps what was changed while the save was on its way', () => {
    expect(editsAfter({ mileageKm: 2, note: 'a' }, { mileageKm: 1, note: 'a' })).toEqual({ mileageKm: 2 })
  })
})

describe('recordChanges', () => {
  it('names what somebody else changed', () => {
    const after = record({ mileageKm: 18_240, keyCount: 2 })
    expect(recordChanges(record(), after)).toEqual(['里程：18,236 km → 18,240 km', '钥匙：未填 → 2 把'])
  })
  it('says nothing of what stayed', () => expect(recordChanges(record(), record({ version: 9 }))).toEqual([]))
})
