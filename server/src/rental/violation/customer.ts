import { advance } from '@cheyi/domain/advance'
import { maskPhone } from '@cheyi/domain/mask'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { linkText } from '@cheyi/domain/platform/notify/customer-language'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { isByPage } from '@cheyi/domain/rental/violation/claim'
import {
  actText,
  awaitsLook,
  isCustomers,
  isShownToCustomer,
  MAX_EVIDENCE,
  violationSteps,
} from '@cheyi/domain/rental/violation/violation'
import { can } from '@cheyi/domain/step'
import {
  keepLanguage,
  lockOrder,
  type OrderRow,
  readOrder,
  returnTermsOf,
  shopOf,
} from '../../booking/order/actions.ts'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { claimDue } from '../../money/claim/actions.ts'
import { linkToPay, paysOnline } from '../../money/payment/online/actions.ts'
import {
  openCustomerLink,
  openWithPass,
  revokeLinks,
  sendPassCode,
  takePass,
  textLink,
  tokenOfFile,
} from '../../platform/customer-link/actions.ts'
import { inOrder, keepUploaded, linkMedia, mediaViews, signedLinks, unlinkMedia } from '../../platform/media/actions.ts'
import { tellHandlers } from './actions.ts'
import { lockViolationAtVersion, step } from './match.ts'
import { linesOf } from './money.ts'
import { newNoticeLink, PURPOSE, refOf, type Told } from './notice-link.ts'
import * as store from './store.ts'

/*
 * The customer's own page of a violation: its facts, the upload of proof that it is settled, and the request that the
 * merchant settles it. Before the customer enters the code sent to their phone, the page shows only the store and the
 * deadline.
 */

/** Revokes all links to the customer's page of a violation. */
export const endNoticeLinks = (ctx: Context, row: Pick<Told, 'id' | 'noticeId'>) =>
  revokeLinks(ctx.db, PURPOSE, { refId: refOf(row) }, ctx.now)

/**
 * Sends the link again, by SMS or as a code on the screen of staff; earlier links are revoked.
 * @throws Refusal violationStatusRefuses (8004) for a violation that is not a customer's; textsExhausted (1039), smsFailed
 *   (5405)
 */
export const link: HandlerOf<'violation', 'link'> = async ({ violationId, way }, ctx) => {
  const { row, orders } = await lockViolationAtVersion(ctx, violationId)
  if (!isCustomers(row.matchType) || !isShownToCustomer(row.status)) throw new Refusal('violationStatusRefuses')
  const order = requireFound(orders.get(row.orderId!))
  await endNoticeLinks(ctx, row)
  const made = await newNoticeLink(ctx, order, row, way)
  if (made === null) throw new Refusal('smsFailed', { reason: '订单没有客户手机号' })
  const { url, expireAt, phone } = made
  const bySms = way === signWay.sms
  const answer = { url, expireAt, sentTo: bySms ? maskPhone(phone) : null }
  ctx.audit({ targetType: 'violation', targetId: row.id, after: { noticeLink: way } })
  const what = linkText('violation', order.language, { orderNo: order.orderNo, url })
  if (bySms) await textLink(ctx, made, { mobile: phone, what, answer })
  return answer
}

const isShown = ({ matchType, status }: store.ViolationRow): boolean =>
  isCustomers(matchType) && isShownToCustomer(status)

/**
 * The violations of a link, latest first; one that was matched to another order, or was cancelled, is excluded. Call it
 * within `ctx.elevated`: a joint notice may cover several orders of the customer.
 * @throws Refusal linkExpired (5301) when none is left
 */
async function requireShownViolations(
  ctx: Context,
  { refId, orderId }: { readonly refId: string; readonly orderId: string },
) {
  const rows = (await store.ofNotice(ctx, refId, orderId)).filter(isShown)
  if (rows.length === 0) throw new Refusal('linkExpired')
  return rows
}

interface Inside {
  /** The context of the merchant, limited to this order. */
  readonly ctx: Context
  readonly order: OrderRow
  readonly row: store.ViolationRow
  /** All violations of the link. */
  readonly rows: readonly store.ViolationRow[]
  readonly expireAt: number
  readonly phone: string
}

/**
 * Runs `work` with what the holder of a pass may see and change: the violation and its order, under their locks for a write.
 * @param violationId which violation of the notice; missing: the latest
 * @throws Refusal linkExpired (5301), also for one that the link does not cover; passEnded (5305), passElsewhere (5306)
 */
async function withViolation<T>(
  ctx: Context,
  { t, violationId }: { readonly t: string; readonly violationId?: string | undefined },
  writes: boolean,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  const link = await openWithPass(ctx, t, PURPOSE)
  return link.within((inside) =>
    // A link gives access to its order but to no car, because cars belong to stores. The elevated queries are limited to
    // these violations.
    inside.elevated(async () => {
      const rows = await requireShownViolations(inside, link)
      const shown = violationId === undefined ? rows[0] : rows.find(({ id }) => id === violationId)
      if (shown === undefined) throw new Refusal('linkExpired')
      const order = await (writes ? lockOrder : readOrder)(inside, shown.orderId!)
      const row = writes ? requireFound(await store.lock(inside, shown.id)) : shown
      if (row.orderId !== order.id || !isShown(row)) throw new Refusal('linkExpired')
      return work({ ctx: inside, order, row, rows, expireAt: link.expireAt, phone: link.mobile })
    }),
  )
}

export const door: HandlerOf<'violation', 'door'> = async ({ t }, ctx) => {
  const link = await openCustomerLink(ctx, t, PURPOSE)
  return link.within((inside) =>
    inside.elevated(async () => {
      const rows = await requireShownViolations(inside, link)
      const { merchantName, logoUrl, storeName, storePhone } = await shopOf(inside, link.orderId)
      const deadlines = rows.flatMap(({ deadlineAt }) => deadlineAt ?? [])
      return {
        merchantName,
        logoUrl,
        storeName,
        storePhone,
        deadlineAt: deadlines.length === 0 ? null : Math.min(...deadlines),
        phoneTail: link.phoneMask.slice(-4),
        expireAt: link.expireAt,
      }
    }),
  )
}

export const otp: HandlerOf<'violation', 'otp'> = ({ t }, ctx) => sendPassCode(ctx, t, PURPOSE)

export const enter: HandlerOf<'violation', 'enter'> = ({ t, smsCode }, ctx) =>
  takePass(ctx, t, PURPOSE, smsCode, keepLanguage)

/** The steps that the customer may take now. */
const mayNow = (row: store.ViolationRow) => ({
  proof: row.handedInAt === null && can(violationSteps, 'handIn', row.status, row).ok,
  agency: !isByPage(row.agencyConsent) && can(violationSteps, 'agree', row.status, row).ok,
})

export const notice: HandlerOf<'violation', 'notice'> = (asked, ctx) =>
  withViolation(ctx, asked, false, async ({ ctx: inside, order, row, rows, expireAt }) => {
    const [shop, listed, views, terms, claim] = await Promise.all([
      shopOf(inside, order.id),
      store.byId(inside, row.id),
      mediaViews(inside, [...row.evidenceIds, ...row.sentIds]),
      returnTermsOf(inside, order),
      claimOf(inside, order, row),
    ])
    const may = mayNow(row)
    return {
      ...pick(row, 'status', 'no', 'occurAt', 'place', 'actCode', 'points', 'deadlineAt', 'overdue', 'handedInAt'),
      refusedWhy: row.refusedWhy,
      violationId: row.id,
      orderNo: order.orderNo,
      renterName: order.contactName,
      plate: displayPlate(row.plate),
      modelName: listed?.modelName ?? '',
      ...pick(shop, 'merchantName', 'logoUrl', 'storeName', 'storePhone'),
      act: actText(row),
      docNo: row.docNo ?? '',
      fine: row.fineFen,
      evidence: inOrder(views, row.evidenceIds),
      terms: {
        agencyFee: terms.violationAgencyFeeFen,
        penaltyPerPoint: terms.violationOverduePenaltyPerPointFen,
        deadlineDays: terms.violationDeadlineDays,
      },
      sent: inOrder(views, row.sentIds),
      agreedAt: isByPage(row.agencyConsent) ? row.agencyConsent.at : null,
      may: (['proof', 'agency'] as const).filter((one) => may[one]),
      claim,
      cases: rows.map((one) => ({
        violationId: one.id,
        status: one.status,
        plate: displayPlate(one.plate),
        occurAt: one.occurAt,
        act: actText(one),
        points: one.points,
        fine: one.fineFen,
        may: mayNow(one).proof,
        answered: awaitsLook(one) || isByPage(one.agencyConsent),
      })),
      expireAt,
    }
  })

async function claimOf(ctx: Context, order: OrderRow, row: store.ViolationRow) {
  if (row.payableFen === null) return null
  const [{ due }, online] = await Promise.all([claimDue(ctx, order, 'violation', row.id), paysOnline(ctx, order)])
  return { ...linesOf(row), due, online }
}

/** A submitted proof is reviewed unchanged, so nothing is added or removed after it. @throws Refusal violationStatusRefuses (8004) */
function requireOpen(row: store.ViolationRow): void {
  advance(violationSteps, 'handIn', row.status, row)
  if (row.handedInAt !== null) throw new Refusal('violationStatusRefuses')
}

/** A photo of the customer is stored with the violation as soon as it is uploaded, so that closing the page loses none. */
export const sendPhoto: HandlerOf<'violation', 'sendPhoto'> = async ({ takenAt = null, violationId }, ctx) => {
  const [file] = ctx.files
  if (file === undefined) throw badInput('file', '请选择照片')
  if (file.kind !== 'image') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片' })
  return withViolation(ctx, { t: tokenOfFile(ctx), violationId }, true, async ({ ctx: inside, row }) => {
    requireOpen(row)
    if (row.proofIds.length + row.sentIds.length >= MAX_EVIDENCE)
      throw new Refusal('tooManyFiles', { 说明: `最多上传${MAX_EVIDENCE}张，请先删除再上传` })
    const kept = await keepUploaded(inside, file, { biz: 'violation', bizId: row.id, takenAt })
    await linkMedia(inside, [kept.mediaId], ofRow(row))
    await store.setSent(inside, row.id, [...row.sentIds, kept.mediaId])
    const { mediaId } = kept
    const links = signedLinks(inside, kept, false)
    return { mediaId, kind: file.kind, ...links, w: file.width, h: file.height, takenAt }
  })
}

const ofRow = ({ id, orderId }: store.ViolationRow) => ({
  biz: 'violation' as const,
  bizId: id,
  ...(orderId !== null && { orderId }),
})

/** @throws Refusal notFound (-4) for a photo that the customer did not upload */
export const dropPhoto: HandlerOf<'violation', 'dropPhoto'> = ({ mediaId, ...asked }, ctx) =>
  withViolation(ctx, asked, true, async ({ ctx: inside, row }) => {
    requireOpen(row)
    if (!row.sentIds.includes(mediaId)) throw new Refusal('notFound', { field: 'mediaId' })
    await unlinkMedia(inside, [mediaId], ofRow(row))
    await store.setSent(
      inside,
      row.id,
      row.sentIds.filter((id) => id !== mediaId),
    )
    return {}
  })

/**
 * The customer submits proof of the settlement, or agrees that the merchant settles it. The order of the locks decides
 * whether the reply was in time.
 * @throws Refusal violationStatusRefuses (8004), pointsNotTradable (8007), badInput (-2) without a photo
 */
export const reply: HandlerOf<'violation', 'reply'> = ({ reply: said, ...asked }, ctx) =>
  withViolation(ctx, asked, true, ({ ctx: inside, row }) => answer(inside, row, said))

/** As {@link reply}; the caller holds the lock on the row. */
export async function answer(ctx: Context, row: store.ViolationRow, said: 'proof' | 'agency') {
  const action = said === 'proof' ? 'handIn' : 'agree'
  const status = advance(violationSteps, action, row.status, row)
  // A phone sends the request again when the response was lost; the repetition returns the same result.
  if (said === 'proof' ? row.handedInAt !== null : isByPage(row.agencyConsent)) return { status: row.status }
  if (said === 'proof' && row.sentIds.length === 0) throw badInput('reply', '请先上传处理凭证')
  const patch =
    said === 'proof'
      ? { handedInAt: ctx.now, refusedWhy: '' }
      : { agencyConsent: { way: 'page' as const, by: ctx.accountId, at: ctx.now } }
  const { version } = await step(ctx, row, action, { status, ...patch })
  insertAudit(ctx, 'violation.reply', { targetType: 'violation', targetId: row.id, after: { noticeReply: said } })
  tellHandlers(ctx, { ...row, version }, said === 'proof' ? '客户已上传处理凭证，请核实' : '客户申请代办，请处理')
  return { status }
}

/** The payment page for the customer's open claim. @throws Refusal alreadyPaid (4001), payWayClosed (4008) */
export const payClaim: HandlerOf<'violation', 'payClaim'> = (asked, ctx) =>
  withViolation(ctx, asked, true, async ({ ctx: inside, order, row, phone }) => {
    if (row.payableFen === null) throw new Refusal('alreadyPaid')
    const asked = { payKind: payKind.violation, refId: row.id, way: signWay.sms, phone } as const
    const { token } = await linkToPay(inside, order, asked)
    return { t: token }
  })
