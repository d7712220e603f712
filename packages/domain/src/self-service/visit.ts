import { missingSlots, type PhotoSlot, photoSlots, requiredSlots } from '../pickup-return/record.ts'
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

/** From when on a customer may begin, by the minutes of the merchant. */
export const opensAt = (pickupAt: Instant, minutes: number): Instant => pickupAt - minutes * MINUTE

interface Taken {
  readonly slot: PhotoSlot
  /** When it came. */
  readonly at: Instant
}

/** Places without a picture, and those that staff want again and whose picture is not newer than that. */
export function slotsToTake(
  photos: readonly Taken[],
  reasons: Readonly<Partial<Record<PhotoSlot, string>>>,
  rejectedAt: Instant | null,
): PhotoSlot[] {
  const missing = missingSlots(photos.map(({ slot }) => slot))
  const wanted = (slot: PhotoSlot) =>
    reasons[slot] !== undefined &&
    !photos.some((photo) => photo.slot === slot && rejectedAt !== null && photo.at > rejectedAt)
  const without = (slot: PhotoSlot) => missing.includes(slot) || !photos.some((photo) => photo.slot === slot)
  return (Object.keys(photoSlots) as PhotoSlot[]).filter(
    (slot) => (selfSlots.includes(slot) && without(slot)) || wanted(slot),
  )
}
