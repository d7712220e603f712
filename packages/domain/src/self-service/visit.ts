import type { DocumentSlot } from '../driver/documents.ts'
import { greatCircle } from '../geo/distance.ts'
import { type HandoverType, handoverType } from '../pickup-return/codes.ts'
import { type PhotoSlot, photoSlots, requiredSlots } from '../pickup-return/record.ts'
import type { GeoPoint } from '../quote/rules.ts'
import { machine } from '../step.ts'
import { type Instant, MINUTE } from '../time.ts'
import { selfStatus as s, selfStatuses } from './codes.ts'

/** A handover by the customer alone, until staff have looked at it: what is passed is final, what is taken over goes on at the counter. */
export const selfSteps = machine(selfStatuses, {
  entry: [s.open],
  final: [s.passed, s.takenOver],
  refusal: 'checkDone',
  steps: {
    fill: {
      from: [s.open, s.rejected],
      to: 'same',
      by: 'system',
      refuses: { [s.waiting]: 'selfHandedIn', [s.takenOver]: 'linkExpired' },
    },
    submit: {
      from: [s.open, s.rejected],
      to: s.waiting,
      by: 'system',
      refuses: { [s.waiting]: 'selfHandedIn', [s.takenOver]: 'linkExpired' },
    },
    reject: { from: [s.waiting], to: s.rejected, by: 'order.selfVerify' },
    pass: { from: [s.waiting], to: s.passed, by: 'order.selfVerify' },
    /** A picture of papers is wanted again before anything is handed in, or beside what is wanted again already. */
    askPapers: { from: [s.open, s.rejected], to: 'same', by: 'order.selfVerify' },
    takeOver: { from: [s.open, s.waiting, s.rejected], to: s.takenOver, by: 'order.selfVerify' },
  },
})

/** Handed in, and nobody has looked at it yet. */
export const awaitsCheck = (status: number): boolean => status === s.waiting
/** Some of it is asked for again. */
export const isRejected = (status: number): boolean => status === s.rejected
export const isPassed = (status: number): boolean => status === s.passed
export const isTakenOver = (status: number): boolean => status === s.takenOver

/** Nobody has decided it, and it was not taken over. */
export const isOpenVisit = (status: number): boolean => !isPassed(status) && !isTakenOver(status)

/** Places that a customer photographs: nobody of the shop sees the car, so the inside too. */
export const selfSlots: readonly PhotoSlot[] = [...requiredSlots, 'interior']

/** The same of one handover: a car that comes back to nobody knows where shows its surroundings. */
export const slotsOf = (type: HandoverType, place: Place | null): readonly PhotoSlot[] =>
  type === handoverType.return && place !== null && place.distanceM === null ? [...selfSlots, 'parking'] : selfSlots

/** What a customer said of where the car stands, and when. */
export interface Place {
  readonly at: Instant
  /** Metres from where it is to come back; null where no position was given, or none that tells anything. */
  readonly distanceM: number | null
}

/** A position that may be off by more says nothing, metres. */
const VAGUE = 200

/** How long a car is taken to stand where the customer said. */
const STANDS = 30 * MINUTE

/** Whether it is to be said anew: nobody did, or the car may have gone on since. */
export const placeIsOpen = (place: Place | null, now: Instant): boolean => place === null || now - place.at > STANDS

/** A position as a device gives it. */
export interface Position extends GeoPoint {
  /** How far off it may be. */
  readonly accuracyM: number
}

/** Whole metres from where the car is to come back; null where the position tells nothing, or nobody knows that place. */
export const distanceTo = (position: Position | null, goal: GeoPoint | null): number | null =>
  position === null || goal === null || position.accuracyM > VAGUE ? null : Math.round(greatCircle(position, goal))

/** Minutes of waiting after which somebody is told, each time anew, up to three times. */
export const TOLD_EVERY = 10

/** How long a rejected submission may take to come again and keeps the time of the first. */
const KEPT = 30 * MINUTE

/**
 * The minute by which a submission counts: that of the first complete one, as long as what was asked again came soon after.
 * @param first of the last submission that stands; null before any
 * @param rejectedAt when it was refused; null where it was not
 */
export const submittedAt = (first: Instant | null, rejectedAt: Instant | null, now: Instant): Instant =>
  first !== null && rejectedAt !== null && now - rejectedAt <= KEPT ? first : now

/** Why pictures of papers are wanted again: by the picture that was looked at. */
export type PaperReasons = Readonly<Partial<Record<DocumentSlot, { readonly mediaId: string; readonly text: string }>>>

/** Why a paper is wanted again; null: it is not, or another picture has come since. */
export function paperReason(reasons: PaperReasons, slot: DocumentSlot, mediaId: string | null): string | null {
  const reason = reasons[slot]
  return reason !== undefined && reason.mediaId === mediaId ? reason.text : null
}

/** From when on a customer may begin, by the minutes of the merchant. */
export const opensAt = (pickupAt: Instant, minutes: number): Instant => pickupAt - minutes * MINUTE

interface Taken {
  readonly slot: PhotoSlot
  /** When it came. */
  readonly at: Instant
}

/**
 * Places without a picture, and those that staff want again and whose picture is not newer than that.
 * @param needed as {@link slotsOf}
 */
export function slotsToTake(
  photos: readonly Taken[],
  reasons: Readonly<Partial<Record<PhotoSlot, string>>>,
  rejectedAt: Instant | null,
  needed: readonly PhotoSlot[] = selfSlots,
): PhotoSlot[] {
  const wanted = (slot: PhotoSlot) =>
    reasons[slot] !== undefined &&
    !photos.some((photo) => photo.slot === slot && rejectedAt !== null && photo.at > rejectedAt)
  const without = (slot: PhotoSlot) => !photos.some((photo) => photo.slot === slot)
  return (Object.keys(photoSlots) as PhotoSlot[]).filter(
    (slot) => (needed.includes(slot) && without(slot)) || wanted(slot),
  )
}
