import { advance } from '@cheyi/domain/advance'
import { maskPhone } from '@cheyi/domain/mask'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { isByPage } from '@cheyi/domain/rental/violation/claim'
import {
  actText,
  awaitsLook,
  illegalSteps,
  isCustomers,
  isShownToCustomer,
  MAX_EVIDENCE,
} from '@cheyi/domain/rental/violation/illegal'
import { can } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import { lockOrder, type OrderRow, readOrder, returnTermsOf } from '../../booking/order/actions.ts'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, found, type HandlerOf } from '../../kernel/context.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { claimDue } from '../../money/claim/actions.ts'
import { linkToPay, paysOnline } from '../../money/payment/online/actions.ts'
import {
  customerPhone,
  newCustomerLink,
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
import { locked, step } from './decide.ts'
import * as store from './store.ts'

/*
 * The customer's own page of a violation: what it is about, what shows that it is settled, and the wish that the merchant settle it.
 * Before the code of their phone it says nothing but the store and until when.
 */

const PURPOSE = 'violation'
/** How long the page opens after the deadline: proofs come late, and what is owed is paid there. */
const LIFE = 30 * DAY

type Told = Pick<store.IllegalRow, 'id' | 'noticeId' | 'deadlineAt'>

/** What a link to the page is about: those that were told together, else the one. */
const refOf = ({ id, noticeId }: Pick<Told, 'id' | 'noticeId'>): string => noticeId ?? id

/**
 * A link to the customer's page of a violation and of those that were told with it, beside the links that there are. Null where the
 * order names no phone.
 */
export async function newNoticeLink(ctx: Context, order: OrderRow, row: Told, way: 1 | 2) {
  const phone = await customerPhone(ctx, order)
  if (phone === null) return null
  const life = Math.max(0, (row.deadlineAt ?? 0) - ctx.now) + LIFE
  const refId = refOf(row)
  const made = await newCustomerLink(ctx, { purpose: PURPOSE, orderId: order.id, refId, way, phone, life })
  return { ...made, phone, url: publicUrl(ctx.config, screen('violation.customer', { t: made.token })) }
}

/** Links to the customer's page of a violation open nothing any more. */
export const endNoticeLinks = (ctx: Context, row: Pick<Told, 'id' | 'noticeId'>) =>
  revokeLinks(ctx.db, PURPOSE, { refId: refOf(row) }, ctx.now)

/**
 * The link once more, by SMS or as a code on the screen of staff; those before open nothing any more.
 * @throws Refusal illegalStatusRefuses (8004) for one that no customer answers for; textsExhausted (1039), smsFailed (5405)
 */
export const link: HandlerOf<'violation', 'link'> = async ({ illegalId, way }, ctx) => {
  const { row, orders } = await locked(ctx, illegalId)
  if (!isCustomers(row.matchType) || !isShownToCustomer(row.status)) throw new Refusal('illegalStatusRefuses')
  const order = found(orders.get(row.orderId!))
  await endNoticeLinks(ctx, row)
  const made = await newNoticeLink(ctx, order, row, way)
  if (made === null) throw new Refusal('smsFailed', { reason: '订单没有客户手机号' })
  const { url, expireAt, phone } = made
  const bySms = way === signWay.sms
  const answer = { url, expireAt, sentTo: bySms ? maskPhone(phone) : null }
  ctx.audit({ targetType: 'illegal', targetId: row.id, after: { noticeLink: way } })
  const what = `请在此查看并处理订单${order.orderNo}的违章：${url} ，打开后用本机验证码验证。`
  if (bySms) await textLink(ctx, made, { mobile: phone, what, answer })
  return answer
}

const isShown = ({ matchType, status }: store.IllegalRow): boolean =>
  isCustomers(matchType) && isShownToCustomer(status)

/**
 * What a link is about, the latest first; one that went to another order, or was none, is not of it any more. Call it with every
 * store in sight: those that were told together may be of several orders of their customer.
 * @throws Refusal linkExpired (5301) when none is left
 */
async function shownBy(ctx: Context, { refId, orderId }: { readonly refId: string; readonly orderId: string }) {
  const rows = (await store.ofNotice(ctx, refId, orderId)).filter(isShown)
  if (rows.length === 0) throw new Refusal('linkExpired')
  return rows
}

interface Inside {
  /** The merchant's context, which sees this order alone. */
  readonly ctx: Context
  readonly order: OrderRow
  readonly row: store.IllegalRow
  /** All that the link is about. */
  readonly rows: readonly store.IllegalRow[]
  readonly expireAt: number
  readonly phone: string
}

/**
 * What whoever has a pass may see and do: the violation and its order, under their locks where something is written.
 * @param illegalId which of those that were told together; missing: the latest
 * @throws Refusal linkExpired (5301), also for one that the link is not about; passEnded (5305), passElsewhere (5306)
 */
async function opened<T>(
  ctx: Context,
  { t, illegalId }: { readonly t: string; readonly illegalId?: string | undefined },
  writes: boolean,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  const link = await openWithPass(ctx, t, PURPOSE)
  return link.within((inside) =>
    // A link sees its order and no car, which is of stores: what follows is about these violations alone.
    inside.elevated(async () => {
      const rows = await shownBy(inside, link)
      const shown = illegalId === undefined ? rows[0] : rows.find(({ id }) => id === illegalId)
      if (shown === undefined) throw new Refusal('linkExpired')
      const order = await (writes ? lockOrder : readOrder)(inside, shown.orderId!)
      const row = writes ? found(await store.lock(inside, shown.id)) : shown
      if (row.orderId !== order.id || !isShown(row)) throw new Refusal('linkExpired')
      return work({ ctx: inside, order, row, rows, expireAt: link.expireAt, phone: link.mobile })
    }),
  )
}

export const door: HandlerOf<'violation', 'door'> = async ({ t }, ctx) => {
  const link = await openCustomerLink(ctx, t, PURPOSE)
  return link.within((inside) =>
    inside.elevated(async () => {
      const rows = await shownBy(inside, link)
      const { name, phones } = await store.storeOf(inside, link.orderId)
      const deadlines = rows.flatMap(({ deadlineAt }) => deadlineAt ?? [])
      return {
        storeName: name,
        storePhone: phones[0] ?? '',
        deadlineAt: deadlines.length === 0 ? null : Math.min(...deadlines),
        phoneTail: link.phoneMask.slice(-4),
        expireAt: link.expireAt,
      }
    }),
  )
}

export const otp: HandlerOf<'violation', 'otp'> = ({ t }, ctx) => sendPassCode(ctx, t, PURPOSE)

export const enter: HandlerOf<'violation', 'enter'> = ({ t, smsCode }, ctx) => takePass(ctx, t, PURPOSE, smsCode)

/** What the customer may do with it now. */
const mayNow = (row: store.IllegalRow) => ({
  proof: row.handedInAt === null && can(illegalSteps, 'handIn', row.status, row).ok,
  agency: !isByPage(row.agencyConsent) && can(illegalSteps, 'agree', row.status, row).ok,
})

export const notice: HandlerOf<'violation', 'notice'> = (asked, ctx) =>
  opened(ctx, asked, false, async ({ ctx: inside, order, row, rows, expireAt }) => {
    const [shop, listed, views, terms, claim] = await Promise.all([
      store.storeOf(inside, order.id),
      store.byId(inside, row.id),
      mediaViews(inside, [...row.evidenceIds, ...row.sentIds]),
      returnTermsOf(inside, order),
      claimOf(inside, order, row),
    ])
    const may = mayNow(row)
    return {
      illegalId: row.id,
      status: row.status,
      no: row.no,
      orderNo: order.orderNo,
      renterName: order.contactName,
      plate: displayPlate(row.plate),
      modelName: listed?.modelName ?? '',
      storeName: shop.name,
      storePhone: shop.phones[0] ?? '',
      occurAt: row.occurAt,
      place: row.place,
      act: actText(row),
      actCode: row.actCode,
      docNo: row.docNo ?? '',
      points: row.points,
      fine: row.fineFen,
      evidence: inOrder(views, row.evidenceIds),
      deadlineAt: row.deadlineAt,
      overdue: row.overdue,
      terms: {
        agencyFee: terms.illegalAgencyFeeFen,
        penaltyPerPoint: terms.illegalOverduePenaltyPerPointFen,
        deadlineDays: terms.illegalDeadlineDays,
      },
      sent: inOrder(views, row.sentIds),
      handedInAt: row.handedInAt,
      refusedWhy: row.refusedWhy,
      agreedAt: isByPage(row.agencyConsent) ? row.agencyConsent.at : null,
      may: (['proof', 'agency'] as const).filter((one) => may[one]),
      claim,
      cases: rows.map((one) => ({
        illegalId: one.id,
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

async function claimOf(ctx: Context, order: OrderRow, row: store.IllegalRow) {
  if (row.payableFen === null) return null
  const [{ due }, online] = await Promise.all([claimDue(ctx, order, 'illegal', row.id), paysOnline(ctx, order)])
  return { fine: row.passedFen, agency: row.agencyFen, penalty: row.penaltyFen, due, online }
}

/** What is handed in is looked at as it is. @throws Refusal illegalStatusRefuses (8004) */
function requireOpen(row: store.IllegalRow): void {
  advance(illegalSteps, 'handIn', row.status, row)
  if (row.handedInAt !== null) throw new Refusal('illegalStatusRefuses')
}

/** A picture of theirs is the violation's as soon as it has come: a page that is closed loses none. */
export const sendPhoto: HandlerOf<'violation', 'sendPhoto'> = async ({ takenAt = null, illegalId }, ctx) => {
  const [file] = ctx.files
  if (file === undefined) throw badInput('file', '请选择照片')
  if (file.kind !== 'image') throw new Refusal('fileTypeRefused', { 说明: '：仅支持图片' })
  return opened(ctx, { t: tokenOfFile(ctx), illegalId }, true, async ({ ctx: inside, row }) => {
    requireOpen(row)
    if (row.proofIds.length + row.sentIds.length >= MAX_EVIDENCE)
      throw new Refusal('tooManyFiles', { 说明: `最多上传${MAX_EVIDENCE}张，请先删除再上传` })
    const kept = await keepUploaded(inside, file, { biz: 'illegal', bizId: row.id, takenAt })
    await linkMedia(inside, [kept.mediaId], ofRow(row))
    await store.setSent(inside, row.id, [...row.sentIds, kept.mediaId])
    const { mediaId } = kept
    const links = signedLinks(inside, kept, false)
    return { mediaId, kind: file.kind, ...links, w: file.width, h: file.height, takenAt }
  })
}

const ofRow = ({ id, orderId }: store.IllegalRow) => ({
  biz: 'illegal' as const,
  bizId: id,
  ...(orderId !== null && { orderId }),
})

/** @throws Refusal notFound (-4) for a picture that is none of theirs */
export const dropPhoto: HandlerOf<'violation', 'dropPhoto'> = ({ mediaId, ...asked }, ctx) =>
  opened(ctx, asked, true, async ({ ctx: inside, row }) => {
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
 * They have settled it, or agree to the merchant settling it. Whoever comes first under the lock decides whether it was in time.
 * @throws Refusal illegalStatusRefuses (8004), pointsNotTradable (8007), badInput (-2) without a picture
 */
export const reply: HandlerOf<'violation', 'reply'> = ({ reply: said, ...asked }, ctx) =>
  opened(ctx, asked, true, ({ ctx: inside, row }) => answer(inside, row, said))

/** As {@link reply}, with the row under its lock. */
export async function answer(ctx: Context, row: store.IllegalRow, said: 'proof' | 'agency') {
  const action = said === 'proof' ? 'handIn' : 'agree'
  const status = advance(illegalSteps, action, row.status, row)
  // The phone asks again whose answer was lost on the way.
  if (said === 'proof' ? row.handedInAt !== null : isByPage(row.agencyConsent)) return { status: row.status }
  if (said === 'proof' && row.sentIds.length === 0) throw badInput('reply', '请先上传处理凭证')
  const patch =
    said === 'proof'
      ? { handedInAt: ctx.now, refusedWhy: '' }
      : { agencyConsent: { way: 'page' as const, by: ctx.accountId, at: ctx.now } }
  const { version } = await step(ctx, row, action, { status, ...patch })
  insertAudit(ctx, 'violation.reply', { targetType: 'illegal', targetId: row.id, after: { noticeReply: said } })
  tellHandlers(ctx, { ...row, version }, said === 'proof' ? '客户已上传处理凭证，请核实' : '客户申请代办，请处理')
  return { status }
}

/** The page on which customers pay, for what they owe of it. @throws Refusal alreadyPaid (4001), payWayClosed (4008) */
export const payClaim: HandlerOf<'violation', 'payClaim'> = (asked, ctx) =>
  opened(ctx, asked, true, async ({ ctx: inside, order, row, phone }) => {
    const asked = { payKind: payKind.violation, refId: row.id, way: signWay.sms, phone } as const
    const { token } = await linkToPay(inside, order, asked)
    return { t: token }
  })
