import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { maskPhone } from '@cheyi/domain/mask'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { linkText } from '@cheyi/domain/platform/notify/customer-language'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import type { DocumentSlot } from '@cheyi/domain/rental/driver/documents'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Blocking } from '@cheyi/domain/rental/pickup-return/guards'
import { awaitsCheck, isOpenVisit, type PaperReasons, selfSteps } from '@cheyi/domain/rental/self-service/visit'
import { keyOf } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import {
  lockOrder,
  logOrder,
  notifyCustomer,
  type OrderRow,
  readOrder,
  touchOrder,
} from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { customerPhone, newCustomerLink, revokeLinks, textLink } from '../../platform/customer-link/actions.ts'
import { ownPapers } from '../driver/actions.ts'
import {
  acceptReturned,
  blocksOf,
  blocksOfReturned,
  handOverChecked,
  lastCarState,
  markRecord,
  recordViews,
  type Situation,
  situationFor,
  takeRecordOver,
} from '../pickup-return/actions.ts'
import { doorsView } from './doors.ts'
import * as store from './store.ts'
import { placeOf, purposeOf, reasonsOf, refusedPlaceOf, stepOf, wantedPapers } from './visit.ts'

type Calls = typeof contract.selfService

/** The screen of the customer's page, by handover. */
export const pageOf = {
  [handoverType.pickup]: 'selfService.userPickup',
  [handoverType.return]: 'selfService.userReturn',
} as const

/**
 * Creates a link for a pickup or return by self-service, by SMS or as a code on the screen. The previous link is revoked,
 * and what was entered through it remains.
 * @throws as {@link sendLink}; Refusal forbidden (-3), orderStatusRefuses (2001)
 */
export const link: HandlerOf<'selfService', 'link'> = async ({ orderId, type, way }, ctx) => {
  ctx.require(keyOf(orderSteps, stepOf(type)))
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, stepOf(type), order.status)
  return sendLink(ctx, order, type, way)
}

/** A link is valid until a day after the handover was to be, and for a day at least. */
export const linkLife = ({ now }: Context, { pickupAt, returnAt }: OrderRow, type: HandoverType): number =>
  Math.max(DAY, (type === handoverType.pickup ? pickupAt : returnAt) + DAY - now)

/**
 * Creates the link for a locked order.
 * @throws Refusal agreementIncomplete (5402) without a phone number; textsExhausted (1039), smsFailed (5405)
 */
export async function sendLink(ctx: Context, order: OrderRow, type: HandoverType, way: 1 | 2) {
  const orderId = order.id
  const purpose = purposeOf[type]
  const phone = await customerPhone(ctx, order)
  if (phone === null) throw new Refusal('agreementIncomplete', { 项: '承租人手机号' })
  const visit = await store.current(ctx, orderId, type)
  const current = visit !== undefined && isOpenVisit(visit.status) ? visit : await store.insert(ctx.db, orderId, type)
  await revokeLinks(ctx.db, purpose, { orderId }, ctx.now)
  const made = await newCustomerLink(ctx, {
    purpose,
    orderId,
    refId: current.id,
    way,
    phone,
    life: linkLife(ctx, order, type),
  })
  const url = publicUrl(ctx.config, screen(pageOf[type], { t: made.token }))
  const bySms = way === signWay.sms
  const answer = { url, expireAt: made.expireAt, sentTo: bySms ? maskPhone(phone) : null }
  ctx.audit({ targetType: 'order', targetId: orderId, after: { selfLink: type, way } })
  const what = linkText('visit', order.language, { type, orderNo: order.orderNo, url })
  if (bySms) await textLink(ctx, made, { mobile: phone, what, answer })
  return answer
}

/** Staff continue at the counter with what the customer has entered; the link is revoked. */
export async function takeOver({ orderId, type }: ParsedOf<Calls['takeOver']>, ctx: Context) {
  ctx.require(keyOf(orderSteps, stepOf(type)))
  const order = await lockOrder(ctx, orderId)
  const visit = requireFound(await store.current(ctx, orderId, type))
  if (visit.status === advance(selfSteps, 'takeOver', visit.status)) return {}
  const handedInAt = awaitsCheck(visit.status) ? visit.submittedAt : null
  await store.update(ctx, visit, {
    status: advance(selfSteps, 'takeOver', visit.status),
    decidedAt: ctx.now,
    decidedBy: ctx.accountId,
    decidedName: ctx.identity.name,
  })
  await revokeLinks(ctx.db, purposeOf[type], { orderId }, ctx.now)
  const { record } = await situationFor(ctx, order, type)
  // The car is then reviewed at the counter.
  if (record !== undefined) takeRecordOver(ctx, record, handedInAt)
  touchOrder(ctx.queue, orderId)
  ctx.audit({ targetType: 'order', targetId: orderId, after: { takenOver: type } })
  return {}
}

/** The renter whose documents must still be approved before the pickup; null where they are approved, or no renter is known. */
async function papersOf(ctx: Context, visit: store.VisitRow, personId: string | null) {
  if (visit.type !== handoverType.pickup || personId === null) return null
  const { passed, papers } = await ownPapers(ctx, personId)
  return passed ? null : { personId, pages: wantedPapers(visit, papers) }
}

export const check: HandlerOf<'selfService', 'check'> = async ({ orderId, type }, ctx) => {
  const order = await readOrder(ctx, orderId)
  const [visit, situation, head] = await Promise.all([
    store.current(ctx, orderId, type),
    situationFor(ctx, order, type),
    store.headOf(ctx.db, orderId, type),
  ])
  const row = requireFound(visit)
  const { record, vehicle } = situation
  const [last, blocking, papers, doors] = await Promise.all([
    lastCarState(ctx, situation),
    blockingOf(ctx, row, situation),
    papersOf(ctx, row, order.renterId),
    type === handoverType.return ? doorsView(ctx, order.vehicleId) : null,
  ])
  const rows = [...(record ? [record] : []), ...(last?.row ? [last.row] : [])]
  const views = await recordViews(ctx, rows, () => vehicle?.plate ?? '')
  const before = views.find(({ recordId }) => recordId === last?.row?.id)
  return {
    ...pick(row, 'status', 'handedInAt', 'submittedAt', 'decidedName', 'decidedAt'),
    orderNo: order.orderNo,
    orderKind: order.orderKind,
    orderStatus: order.status,
    contactName: order.contactName,
    plate: displayPlate(vehicle?.plate ?? ''),
    modelName: head.ownModelName ?? head.modelName,
    at: type === handoverType.pickup ? order.pickupAt : order.returnAt,
    fuelKind: last?.fuelKind ?? requireFound(record).fuelKind,
    record: views.find(({ recordId }) => recordId === record?.id) ?? null,
    last: {
      at: last?.at ?? null,
      mileageKm: last?.mileageKm ?? null,
      fuelEighths: last?.fuelEighths ?? null,
      batteryPct: last?.batteryPct ?? null,
      photos: before?.photos ?? [],
      marks: before?.damageMarks ?? [],
    },
    reasons: reasonsOf(row),
    place: placeOf(row),
    locked: doors?.locked ?? null,
    refusedPlace: refusedPlaceOf(row),
    blocking,
    papers,
    version: record?.version ?? 0,
  }
}

function blockingOf(ctx: Context, visit: store.VisitRow, situation: Situation): Promise<Blocking[]> | [] {
  if (!isOpenVisit(visit.status)) return []
  return visit.type === handoverType.pickup
    ? blocksOf(ctx, situation, visit.type, { actualAt: ctx.now, owed: dueFen(situation.order), override: false })
    : blocksOfReturned(ctx, situation, visit.submittedAt ?? ctx.now)
}

/**
 * Accepts or rejects the customer's submission, once. For an accepted pickup the car is handed over; a return continues with
 * payment and document at the counter, dated by its submission.
 * @throws Refusal checkDone (5304); stale (-5) where the customer has changed the record since; as a confirmation of the
 *   handover
 */
export const verify: HandlerOf<'selfService', 'verify'> = async (input, ctx) => {
  const { orderId, type, pass, reasons = [], papers = [] } = input
  ctx.require(keyOf(orderSteps, stepOf(type)))
  const order = await lockOrder(ctx, orderId)
  const visit = requireFound(await store.current(ctx, orderId, type))
  const paperReasons = pass ? visit.paperReasons : await refusedPapers(ctx, visit, order, papers)
  // Documents alone can be requested at any time: the decision about the car is unchanged.
  const alone = !pass && papers.length > 0 && reasons.length === 0 && !awaitsCheck(visit.status)
  const status = advance(selfSteps, alone ? 'askPapers' : pass ? 'pass' : 'reject', visit.status)
  const decided = {
    status,
    decidedAt: ctx.now,
    decidedBy: ctx.accountId,
    decidedName: ctx.identity.name,
    reasons: Object.fromEntries(reasons.map(({ slot, text }) => [slot, text])),
  }
  const orderStatus = alone
    ? order.status
    : pass
      ? await passOn(input, order, visit, ctx)
      : await refuse(input, order, ctx)
  await store.update(ctx, visit, { ...(!alone && decided), paperReasons })
  if (alone) touchOrder(ctx.queue, orderId)
  const action = type === handoverType.pickup ? 'checkPickup' : 'checkReturn'
  const count = pass ? 0 : reasons.length + papers.length
  logOrder(ctx, order, { action, detail: { count } })
  ctx.audit({ targetType: 'order', targetId: orderId, after: { selfCheck: type, pass, reasons: count } })
  await notifyCustomer(ctx, order, 'selfChecked', { ref: `${visit.id}/${visit.version}`, type, pass })
  return { status, orderStatus }
}

/**
 * The renter's documents that are requested again, including earlier requests.
 * @throws Refusal badInput (-2) for a document that was not photographed, or that is approved
 */
async function refusedPapers(
  ctx: Context,
  visit: store.VisitRow,
  order: OrderRow,
  papers: readonly { readonly slot: DocumentSlot; readonly text: string }[],
): Promise<PaperReasons> {
  if (papers.length === 0) return visit.paperReasons
  const own = await papersOf(ctx, visit, order.renterId)
  if (own === null) throw badInput('papers', '证件已核验通过')
  const refused = papers.map(({ slot, text }) => {
    const mediaId = own.pages.find((page) => page.slot === slot)?.mediaId
    if (mediaId == null) throw badInput('papers', '客户还没有拍摄此证件')
    return [slot, { mediaId, text }] as const
  })
  return { ...visit.paperReasons, ...Object.fromEntries(refused) }
}

type Decision = ParsedOf<Calls['verify']>

async function passOn(
  { type, placeSeen, version, mileageKm, fuelEighths, batteryPct }: Decision,
  order: OrderRow,
  visit: store.VisitRow,
  ctx: Context,
) {
  const checked = { version, mileageKm, fuelEighths, batteryPct }
  if (type === handoverType.pickup) return (await handOverChecked(ctx, order, checked)).status
  if (placeOf(visit)?.distanceM === null && placeSeen !== true)
    throw badInput('placeSeen', '客户未提供定位，请先确认车辆停放位置')
  advance(orderSteps, stepOf(type), order.status)
  await acceptReturned(ctx, order, checked, requireFound(visit.submittedAt ?? undefined))
  touchOrder(ctx.queue, order.id)
  return order.status
}

async function refuse({ type, version, reasons = [], papers = [] }: Decision, order: OrderRow, ctx: Context) {
  if (reasons.length + papers.length === 0) throw badInput('reasons', '请选择驳回原因')
  const record = requireFound((await situationFor(ctx, order, type)).record)
  if (record.version !== version) throw new Refusal('stale', { version: record.version })
  markRecord(ctx, record, 'refused')
  touchOrder(ctx.queue, order.id)
  return order.status
}
