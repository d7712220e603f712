import type { ReadName } from '@cheyi/domain/fleet/vehicle-control/readings'
import type { DamageKind } from '@cheyi/domain/rental/damage/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import {
  type Accessory,
  accessoriesFor,
  type PhotoSlot,
  photoSlots,
  readsBattery,
  readsFuel,
} from '@cheyi/domain/rental/pickup-return/record'
import { formatDateTime } from '@cheyi/domain/time'
import type { HandoverRecord, Inspection, RecordInput, Task } from './types.ts'

/* What an operator has filled in: the server's record with the later changes on this phone over it. Only the changes are sent, so that
 * two people at one car do not overwrite each other's fields. */

/** A damage mark; its pictures are media ids. */
export interface Mark {
  readonly markId: string
  readonly part: string
  readonly kind: DamageKind
  /** Position on the outline, as a fraction (0–1) of its width and height. */
  readonly x: number
  readonly y: number
  /** Found at this handover. */
  readonly isNew: boolean
  readonly reason: string
  /** Charge for a new mark at a return, fen. */
  readonly amount: number | null
  readonly photoIds: readonly string[]
}

/** A mark in creation: its kind may still be missing. */
export type BegunMark = Omit<Mark, 'kind'> & Partial<Pick<Mark, 'kind'>>

export interface Photo {
  readonly slot: PhotoSlot
  readonly mediaId: string
}

/** Changes since the last save; a missing field is unchanged. */
export interface Edits {
  /** Epoch ms. */
  readonly at?: number
  readonly returnStoreId?: string
  /** null: the field was cleared. */
  readonly mileageKm?: number | null
  readonly fuelEighths?: number
  readonly batteryPct?: number
  /** Readings that were taken over from the terminal. */
  readonly readByDevice?: readonly ReadName[]
  /** Accessories that are with the car. */
  readonly present?: readonly Accessory[]
  readonly keyCount?: number
  readonly note?: string
  readonly parkingNote?: string
  readonly signatureId?: string
  readonly marks?: readonly Mark[]
  /** Photos taken off the record, by media id. */
  readonly dropped?: readonly string[]
}

/** An uploaded picture of this handover; `slot` as it was queued, '' for a free photo. */
export interface Uploaded {
  readonly slot: string
  readonly mediaId: string
}

export interface Filled {
  readonly at: number | null
  readonly returnStoreId: string | null
  readonly mileageKm: number | null
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
  readonly readByDevice: readonly ReadName[]
  /** Photos that the record names; queued pictures are not included. */
  readonly photos: readonly Photo[]
  readonly marks: readonly Mark[]
  /** null: not checked yet. */
  readonly present: readonly Accessory[] | null
  readonly keyCount: number | null
  readonly note: string
  readonly parkingNote: string
  readonly signatureId: string | null
}

type StoredMark = HandoverRecord['damageMarks'][number]

/** Default values of a car, used until the operator enters others. */
export type Usual = Pick<Filled, 'present' | 'keyCount' | 'fuelEighths' | 'batteryPct'>

const unknown: Usual = { present: null, keyCount: null, fuelEighths: null, batteryPct: null }

const presentOf = (record: HandoverRecord | null): Accessory[] | null =>
  record && record.accessories.length > 0
    ? record.accessories.filter(({ present }) => present).map(({ code }) => code)
    : null

/**
 * Initial values of a handover form. A pickup starts with every accessory, one key, and the fuel and charge of the vehicle's last
 * handover; a return starts with the accessories and keys that were handed out. A return has no initial fuel: it must be read from the
 * car, because the difference is charged.
 */
export const usualOf = (
  { type, pickupRecord, fuelKind }: Pick<Task, 'type' | 'pickupRecord' | 'fuelKind'>,
  last: Pick<Inspection, 'fuelEighths' | 'batteryPct'> | undefined,
): Usual => ({
  present: presentOf(pickupRecord) ?? accessoriesFor(fuelKind),
  keyCount: pickupRecord?.keyCount ?? 1,
  fuelEighths: type === handoverType.pickup && readsFuel(fuelKind) ? (last?.fuelEighths ?? null) : null,
  batteryPct: type === handoverType.pickup && readsBattery(fuelKind) ? (last?.batteryPct ?? null) : null,
})

/** Marks in editable form. Every mark of an earlier handover is old. */
export const marksOf = (marks: readonly StoredMark[], old = false): Mark[] =>
  marks.map(({ photos, isNew, ...mark }) => ({
    ...mark,
    isNew: isNew && !old,
    amount: old ? null : mark.amount,
    photoIds: photos.map(({ mediaId }) => mediaId),
  }))

/** Upload queue slot for the pictures of a mark. */
export const markSlot = (markId: string): string => `mark:${markId}`
export const isMarkSlot = (slot: string): boolean => slot.startsWith('mark:')

const isNamed = (slot: string): slot is PhotoSlot => slot in photoSlots && slot !== 'extra'

/** The photo slot of a queued picture; null for pictures of a mark or of another record (`mark:9`, `reissue:7`). */
export const photoSlotOf = (slot: string): PhotoSlot | null =>
  slot === '' ? 'extra' : slot.includes(':') ? null : isNamed(slot) ? slot : 'extra'

/**
 * The record with the changes applied. A record without marks takes those of the last inspection, so that old damage is not lost when the
 * drawing is not edited.
 */
export function recordWithEdits(
  record: HandoverRecord | null,
  edits: Edits,
  inherited: readonly StoredMark[],
  usual: Usual = unknown,
): Filled {
  const dropped = new Set(edits.dropped)
  const stored = record && record.damageMarks.length > 0 ? marksOf(record.damageMarks) : marksOf(inherited, true)
  return {
    at: edits.at ?? record?.at ?? null,
    returnStoreId: edits.returnStoreId ?? record?.returnStoreId ?? null,
    mileageKm: edits.mileageKm === undefined ? (record?.mileageKm ?? null) : edits.mileageKm,
    fuelEighths: edits.fuelEighths ?? record?.fuelEighths ?? usual.fuelEighths,
    batteryPct: edits.batteryPct ?? record?.batteryPct ?? usual.batteryPct,
    readByDevice: edits.readByDevice ?? record?.readByDevice ?? [],
    photos: (record?.photos ?? [])
      .map(({ slot, media }) => ({ slot, mediaId: media.mediaId }))
      .filter(({ mediaId }) => !dropped.has(mediaId)),
    marks: edits.marks ?? stored,
    present: edits.present ?? presentOf(record) ?? usual.present,
    keyCount: edits.keyCount ?? record?.keyCount ?? usual.keyCount,
    note: edits.note ?? record?.note ?? '',
    parkingNote: edits.parkingNote ?? record?.parkingNote ?? '',
    signatureId: edits.signatureId ?? record?.signature?.mediaId ?? null,
  }
}

/** The marks with the pictures uploaded for them meanwhile. */
export const withUploads = (marks: readonly Mark[], uploaded: readonly Uploaded[]): Mark[] =>
  marks.map((mark) => {
    const own = uploaded.filter(({ slot }) => slot === markSlot(mark.markId)).map(({ mediaId }) => mediaId)
    return { ...mark, photoIds: [...new Set([...mark.photoIds, ...own])] }
  })

/** Marks as call input. */
export const marksInput = (marks: readonly Mark[]) =>
  marks.map((mark) => ({ ...mark, amount: mark.amount ?? undefined, photoIds: [...mark.photoIds] }))

/** The fields of the record that must be sent; empty when the server has all of them. */
export function inputOf(
  record: HandoverRecord | null,
  edits: Edits,
  inherited: readonly StoredMark[],
  uploaded: readonly Uploaded[],
  fuelKind: HandoverRecord['fuelKind'],
  usual: Usual = unknown,
): Partial<RecordInput> {
  const filled = recordWithEdits(record, edits, inherited, usual)
  const named = new Set(filled.photos.map(({ mediaId }) => mediaId))
  const added = uploaded.flatMap(({ slot, mediaId }) => {
    const place = photoSlotOf(slot)
    return place === null || named.has(mediaId) ? [] : [{ slot: place, mediaId }]
  })
  const marks = withUploads(filled.marks, uploaded)
  const stored = marksOf(record?.damageMarks ?? [])
  const { present: _, dropped, marks: __, mileageKm, readByDevice, ...plain } = edits
  const { present, keyCount, fuelEighths, batteryPct } = filled
  return {
    ...plain,
    ...(fuelEighths !== null && fuelEighths !== (record?.fuelEighths ?? null) && { fuelEighths }),
    ...(batteryPct !== null && batteryPct !== (record?.batteryPct ?? null) && { batteryPct }),
    ...(keyCount !== null && keyCount !== (record?.keyCount ?? null) && { keyCount }),
    ...(mileageKm != null && { mileageKm }),
    ...(readByDevice !== undefined && { readByDevice: [...readByDevice] }),
    ...(present !== null &&
      present.join() !== presentOf(record)?.join() && {
        accessories: accessoriesFor(fuelKind).map((code) => ({ code, present: present.includes(code) })),
      }),
    ...((added.length > 0 || (dropped?.length ?? 0) > 0) && { photos: [...filled.photos, ...added] }),
    ...(JSON.stringify(marks) !== JSON.stringify(stored) && {
      damageMarks: marksInput(marks),
    }),
  }
}

/** The changes left after `sent` was saved: fields that were changed again during the save. */
export const editsAfter = (now: Edits, sent: Edits): Edits =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Edits]))

const facts: readonly (readonly [name: string, text: (record: HandoverRecord) => string])[] = [
  ['时间', ({ at }) => (at === null ? '' : formatDateTime(at))],
  ['里程', ({ mileageKm }) => (mileageKm === null ? '' : `${mileageKm.toLocaleString('en-US')} km`)],
  ['油量', ({ fuelEighths }) => (fuelEighths === null ? '' : `${fuelEighths}/8`)],
  ['电量', ({ batteryPct }) => (batteryPct === null ? '' : `${batteryPct}%`)],
  ['照片', ({ photos }) => (photos.length === 0 ? '' : `${photos.length} 张`)],
  ['损伤', ({ damageMarks }) => (damageMarks.length === 0 ? '' : `${damageMarks.length} 处`)],
  ['钥匙', ({ keyCount }) => (keyCount === null ? '' : `${keyCount} 把`)],
  ['备注', ({ note }) => note],
  ['停放位置', ({ parkingNote }) => parkingNote],
]

/** Changes by another person between two readings of a record: `里程：18,236 km → 18,240 km`. */
export function recordChanges(before: HandoverRecord | null, after: HandoverRecord | null): string[] {
  return facts.flatMap(([name, text]) => {
    const [old, now] = [before ? text(before) : '', after ? text(after) : '']
    return old === now ? [] : [`${name}：${old || '未填'} → ${now || '未填'}`]
  })
}
