import type { SelfStep } from '@cheyi/contract/rental/self-service'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { Refusal } from '@cheyi/domain/refusal'
import { agreementType, leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { isBinding, isPending } from '@cheyi/domain/rental/agreement/steps'
import type { ConsentKind } from '@cheyi/domain/rental/driver/consent'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type PhotoSlot, photoSlots } from '@cheyi/domain/rental/pickup-return/record'
import { pickupStep, returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import {
  isOpenVisit,
  isPassed,
  isTakenOver,
  opensAt,
  type Place,
  paperReason,
  placeIsOpen,
  selfSteps,
  slotsOf,
  slotsToTake,
} from '@cheyi/domain/rental/self-service/visit'
import { can } from '@cheyi/domain/step'
import { lockOrder, type OrderRow, readOrder } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { prefetch } from '../../kernel/db/prefetch.ts'
import { openWithPass } from '../../platform/customer-link/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { agreementOf } from '../agreement/actions.ts'
import { type OwnPaper, ownPapers } from '../driver/actions.ts'
import { guardOf, type Situation, situationFor } from '../pickup-return/actions.ts'
import { type Doors, doorsOfCustomer } from './doors.ts'
import * as store from './store.ts'

/** The purpose of a customer's link, by handover. */
export const purposeOf = { [handoverType.pickup]: 'selfPickup', [handoverType.return]: 'selfReturn' } as const

interface Asked {
  readonly t: string
  readonly type: HandoverType
}

export interface Inside {
  /** The context of the merchant, limited to this order. */
  readonly ctx: Context
  readonly order: OrderRow
  readonly visit: store.VisitRow
  readonly expireAt: number
  readonly phone: string
  readonly linkId: string
}

/**
 * Runs `work` with what the holder of a pass may see and change: the order, locked for a write, and the current visit.
 * @throws Refusal linkExpired (5301), also once staff have taken over or the order has ended; passEnded (5305),
 *   passElsewhere (5306); selfTooEarly (5303)
 */
export async function withVisit<T>(
  ctx: Context,
  { t, type }: Asked,
  writes: boolean,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  const link = await openWithPass(ctx, t, purposeOf[type])
  return link.within(async (inside) => {
    const locked = prefetch(writes ? lockOrder(inside, link.orderId) : readOrder(inside, link.orderId))
    const current = prefetch(store.current(inside, link.orderId, type))
    const order = await locked
    const visit = await standing(inside, order, type, current)
    // A link gives access to its order but to no car, because cars belong to stores. The elevated queries are limited to the
    // car of this order.
    return inside.elevated(() =>
      work({ ctx: inside, order, visit, expireAt: link.expireAt, phone: link.mobile, linkId: link.id }),
    )
  })
}

/** The step of the order's state machine for a handover. */
export const stepOf = (type: HandoverType) => (type === handoverType.pickup ? 'pickUp' : 'return')

/** @throws Refusal linkExpired (5301), selfTooEarly (5303) */
export async function standing(
  ctx: Context,
  order: OrderRow,
  type: HandoverType,
  current = store.current(ctx, order.id, type),
): Promise<store.VisitRow> {
  const visit = await current
  if (visit === undefined || isTakenOver(visit.status)) throw new Refusal('linkExpired')
  if (isPassed(visit.status)) return visit
  // The order was cancelled, its car was unassigned, or the handover was done at the counter.
  if (!can(orderSteps, stepOf(type), order.status).ok) throw new Refusal('linkExpired')
  const from = await beginsAt(ctx, order, type)
  if (from !== null && ctx.now < from) throw new Refusal('selfTooEarly', { opensAt: from })
  return visit
}

/** The time from which the customer may begin; null: at any time. */
export async function beginsAt(ctx: Context, order: OrderRow, type: HandoverType): Promise<number | null> {
  if (type === handoverType.return) return null
  const { selfOpenMinutes } = await settingsOf(ctx, order.storeId)
  return opensAt(order.pickupAt, selfOpenMinutes)
}

/** Requires that the visit can still be edited. @throws Refusal selfHandedIn (5307), checkDone (5304) */
export const requireFillable = (visit: store.VisitRow): void => {
  advance(selfSteps, 'fill', visit.status)
}

/** The state of the document of a handover. */
export async function paperStateOf(ctx: Context, order: OrderRow, type: HandoverType) {
  const kind = type === handoverType.pickup ? leaseTypes : agreementType.return
  const paper = await agreementOf(ctx, order.id, kind)
  const state =
    paper === null ? 'none' : isBinding(paper.status) ? 'signed' : isPending(paper.status) ? 'waiting' : 'none'
  return { agreementId: paper?.agreementId ?? null, state } as const
}

/** A document that the customer must photograph, and why staff request another photo of it. */
export type WantedPaper = OwnPaper & { readonly reason: string | null }

export const wantedPapers = ({ paperReasons }: store.VisitRow, papers: readonly OwnPaper[]): WantedPaper[] =>
  papers.map((paper) => ({ ...paper, reason: paperReason(paperReasons, paper.slot, paper.mediaId) }))

/** A photo of it must be taken, for the first time or again. */
export const isToTake = ({ required, mediaId, reason }: WantedPaper): boolean =>
  reason !== null || (required && mediaId === null)

interface Standing {
  readonly situation: Situation
  readonly visit: store.VisitRow
  /** Positions that need a photo, and those of them without one, or with one that staff rejected. */
  readonly slots: readonly PhotoSlot[]
  readonly toTake: readonly PhotoSlot[]
  readonly gaps: readonly Gap[]
  /** Problems of the customer's documents that staff must resolve. */
  readonly papers: readonly string[]
  /** The documents that the customer photographs, and the consents given. */
  readonly documents: readonly WantedPaper[]
  readonly consents: readonly ConsentKind[]
  readonly doors: Doors
}

/**
 * The steps of the staff handover that the customer completes, mapped to the customer's steps. Photos are requested by
 * position.
 */
const stepsOf: Readonly<Record<HandoverType, Readonly<Record<number, SelfStep>>>> = {
  [handoverType.pickup]: {
    [pickupStep.readings]: 'readings',
    [pickupStep.deposits]: 'money',
    [pickupStep.agreement]: 'paper',
  },
  [handoverType.return]: { [returnStep.readings]: 'readings' },
}

/** The recorded position of the car; null: none yet. */
export const placeOf = ({ placedAt, distanceM }: store.VisitRow): Place | null =>
  placedAt === null ? null : { at: placedAt, distanceM }

/** The last position that was refused for its distance; null: none, or the car has been moved closer since. */
export const refusedPlaceOf = ({ refusedAt, refusedM }: store.VisitRow): Place | null =>
  refusedAt === null ? null : { at: refusedAt, distanceM: refusedM }

interface Gap {
  readonly step: SelfStep
  readonly text: string
}

/** Requirements of only one of the two handovers. */
const ownGaps: Readonly<
  Record<HandoverType, (visit: store.VisitRow, record: Situation['record'], now: number) => Gap[]>
> = {
  [handoverType.pickup]: ({ agreedAt }) => (agreedAt === null ? [{ step: 'rules', text: '请阅读并同意租车约定' }] : []),
  [handoverType.return]: (visit, record, now) => [
    ...(placeIsOpen(placeOf(visit), now) ? [{ step: 'place' as const, text: '请确认车辆停放位置' }] : []),
    ...((record?.extra.keyNote ?? '') === '' ? [{ step: 'keys' as const, text: '请填写钥匙位置' }] : []),
  ],
}

/** An offline terminal cannot show whether the car is locked, so that staff check it. */
const lockGap = (type: HandoverType, doors: Doors): Gap[] =>
  type === handoverType.return && doors?.online && !doors.locked ? [{ step: 'lock', text: '请锁好车门' }] : []

/** Problems of documents that disappear once staff have entered and approved the data of their photos. */
const entered: readonly string[] = ['unverified', 'birthdayMissing', 'licenceClass', 'licenceIssueMissing']

/** A photo of the parking place, not of the car. */
const isOfPlace = (slot: PhotoSlot) => slot === 'parking'

const photoGap = (step: SelfStep, slots: readonly PhotoSlot[]): Gap[] =>
  slots.length === 0 ? [] : [{ step, text: `请拍摄${slots.map((slot) => photoSlots[slot]).join('、')}` }]

/** What the customer must still do, by the guards of every handover. */
export async function standingOf(
  ctx: Context,
  order: OrderRow,
  visit: store.VisitRow,
  found = situationFor(ctx, order, visit.type),
): Promise<Standing> {
  const { renterId } = order
  const shown = prefetch(doorsOfCustomer(ctx, order, visit))
  const asked = isOpenVisit(visit.status)
    ? prefetch(
        Promise.all([
          guardOf(ctx, order, visit.type),
          visit.type === handoverType.pickup && renterId !== null ? ownPapers(ctx, renterId) : null,
        ]),
      )
    : null
  const situation = await found
  const { record } = situation
  const reasons = Object.fromEntries(reasonsOf(visit).map(({ slot, text }) => [slot, text]))
  const slots = slotsOf(visit.type, placeOf(visit))
  const toTake = slotsToTake(record?.photos ?? [], reasons, visit.decidedAt, slots)
  const doors = await shown
  if (asked === null)
    return { situation, visit, slots, toTake: [], gaps: [], papers: [], documents: [], consents: [], doors }
  const [guard, own] = await asked
  const blocks = guard(situation, { actualAt: ctx.now, owed: dueFen(order), override: false })
  const documents = wantedPapers(visit, own?.papers ?? [])
  const untaken = documents.filter(isToTake)
  const gaps = [
    ...ownGaps[visit.type](visit, record, ctx.now),
    ...lockGap(visit.type, doors),
    ...(untaken.length > 0
      ? [{ step: 'papers' as const, text: `请拍摄${untaken.map(({ name }) => name).join('、')}` }]
      : []),
    ...photoGap('place', toTake.filter(isOfPlace)),
    ...photoGap(
      'photos',
      toTake.filter((slot) => !isOfPlace(slot)),
    ),
    ...blocks.flatMap(({ step, code, text }) => {
      const own = code === 'unpaid' ? 'money' : stepsOf[visit.type][step]
      return own === undefined ? [] : [{ step: own, text }]
    }),
  ]
  const isPaper = (step: number) => visit.type === handoverType.pickup && step === pickupStep.documents
  // Missing data of documents that are not approved yet is entered by staff from the photos, so it is no problem for the
  // customer.
  const papers = blocks.flatMap(({ step, code, text }) =>
    isPaper(step) && !(documents.length > 0 && entered.includes(code)) ? [text] : [],
  )
  return { situation, visit, slots, toTake, gaps, papers, documents, consents: own?.consents ?? [], doors }
}

export const reasonsOf = (visit: store.VisitRow): { slot: PhotoSlot; text: string }[] =>
  (Object.keys(photoSlots) as PhotoSlot[]).flatMap((slot) => {
    const text = visit.reasons[slot]
    return text === undefined ? [] : [{ slot, text }]
  })
