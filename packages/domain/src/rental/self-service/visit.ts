import { type GeoPoint, greatCircle } from '../../platform/geo/distance.ts'
import { machine } from '../../step.ts'
import { type Instant, MINUTE } from '../../time.ts'
import type { DocumentSlot } from '../driver/documents.ts'
import { type HandoverType, handoverType } from '../pickup-return/codes.ts'
import { type PhotoSlot, photoSlots, requiredSlots } from '../pickup-return/record.ts'
import { selfStatus as s, selfStatuses } from './codes.ts'

/**
 * State machine of a self-service handover until staff have checked it: a passed one is final, a taken-over one
 * continues at the store.
 */
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
    /** Staff request another picture of a document before the submission, or together with other rejected parts. */
    askPapers: { from: [s.open, s.rejected], to: 'same', by: 'order.selfVerify' },
    takeOver: { from: [s.open, s.waiting, s.rejected], to: s.takenOver, by: 'order.selfVerify' },
  },
})

/** Submitted and not checked yet. */
export const awaitsCheck = (status: number): boolean => status === s.waiting
/** Parts of it have to be submitted again. */
export const isRejected = (status: number): boolean => status === s.rejected
export const isPassed = (status: number): boolean => status === s.passed
export const isTakenOver = (status: number): boolean => status === s.takenOver

/** Neither passed nor taken over. */
export const isOpenVisit = (status: number): boolean => !isPassed(status) && !isTakenOver(status)

/** Photos of a self-service handover: including the interior, because no staff see the car. */
export const selfSlots: readonly PhotoSlot[] = [...requiredSlots, 'interior']

/** The photos of one handover: a return at an unknown position also needs the surroundings. */
export const slotsOf = (type: HandoverType, place: Place | null): readonly PhotoSlot[] =>
  type === handoverType.return && place !== null && place.distanceM === null ? [...selfSlots, 'parking'] : selfSlots

/** The position of the car that the customer reported, and when. */
export interface Place {
  readonly at: Instant
  /** Distance from the agreed position, metres; null without a usable position. */
  readonly distanceM: number | null
}

/** A position with a lower accuracy is not used, metres. */
const VAGUE = 200

/** How long a reported position is assumed to be valid. */
const STANDS = 30 * MINUTE

/** Whether the position has to be reported: it is missing, or too old. */
export const placeIsOpen = (place: Place | null, now: Instant): boolean => place === null || now - place.at > STANDS

/** A position from a device. */
export interface Position extends GeoPoint {
  /** Accuracy of the position, metres. */
  readonly accuracyM: number
}

/** Whole metres from the agreed position; null when the reported position is too inaccurate or the agreed one is unknown. */
export const distanceTo = (position: Position | null, goal: GeoPoint | null): number | null =>
  position === null || goal === null || position.accuracyM > VAGUE ? null : Math.round(greatCircle(position, goal))

/** Staff are notified after every such number of minutes of waiting, up to three times. */
export const TOLD_EVERY = 10

/** A resubmission within this time after the rejection counts with the time of the first submission. */
const KEPT = 30 * MINUTE

/**
 * The time of a submission: that of the first complete one, if the rejected parts were resubmitted soon after.
 * @param first time of the last valid submission; null before any
 * @param rejectedAt when it was rejected; null where it was not
 */
export const submissionTime = (first: Instant | null, rejectedAt: Instant | null, now: Instant): Instant =>
  first !== null && rejectedAt !== null && now - rejectedAt <= KEPT ? first : now

/** Why pictures of documents were rejected, by the picture that was checked. */
export type PaperReasons = Readonly<Partial<Record<DocumentSlot, { readonly mediaId: string; readonly text: string }>>>

/** Why a document was rejected; null: it was not, or another picture was uploaded since. */
export function paperReason(reasons: PaperReasons, slot: DocumentSlot, mediaId: string | null): string | null {
  const reason = reasons[slot]
  return reason !== undefined && reason.mediaId === mediaId ? reason.text : null
}

/** From when a customer may begin, by the merchant's setting in minutes. */
export const opensAt = (pickupAt: Instant, minutes: number): Instant => pickupAt - minutes * MINUTE

interface Taken {
  readonly slot: PhotoSlot
  /** When it was uploaded. */
  readonly at: Instant
}

/** Slots without a picture, and rejected slots without a newer picture. @param needed as {@link slotsOf} */
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
