import { advance } from '@cheyi/domain/advance'
import { maskPhone } from '@cheyi/domain/mask'
import { linkText } from '@cheyi/domain/platform/notify/customer-language'
import { Refusal } from '@cheyi/domain/refusal'
import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { agreementSteps, isPending } from '@cheyi/domain/rental/agreement/steps'
import { HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { lockOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { customerPhone, newCustomerLink, revokeLinks, textLink, textsOf } from '../../platform/customer-link/actions.ts'
import { byId } from './store.ts'
import * as store from './store-sign.ts'

/*
 * Links to the page on which a customer signs. A link opens one document for 72 hours, and also requires a code that is sent
 * to the customer's phone.
 */

const LIFE = 72 * HOUR
const TEXTS_PER_DAY = 5
const TEXT_PAUSE = 60_000

/**
 * A document that waits for its signature, with its order locked.
 * @throws Refusal notFound (-4); agreementSigned (5403), linkExpired (5301) for a document that no longer waits
 */
async function waiting(ctx: Context, agreementId: string) {
  const { orderId } = requireFound(await byId(ctx.db, agreementId))
  const order = await lockOrder(ctx, orderId)
  const paper = requireFound(await byId(ctx.db, agreementId))
  advance(agreementSteps, 'sign', paper.status)
  return { order, paper }
}

/** @throws Refusal agreementIncomplete (5402) for an order without a phone number */
async function phoneOf(ctx: Context, order: OrderRow): Promise<string> {
  const phone = await customerPhone(ctx, order)
  if (phone === null) throw new Refusal('agreementIncomplete', { 项: '承租人手机号' })
  return phone
}

async function makeLink(
  ctx: Context,
  paper: { readonly id: string; readonly orderId: string },
  way: 1 | 2 | 3,
  phone: string,
): Promise<{ readonly id: string; readonly path: `/${string}`; readonly expireAt: number }> {
  const link = { purpose: 'sign', orderId: paper.orderId, refId: paper.id, way, phone, life: LIFE } as const
  const { id, token, expireAt } = await newCustomerLink(ctx, link)
  await store.setExpiry(ctx.db, paper.id, expireAt)
  return { id, path: screen('agreement.sign', { t: token }), expireAt }
}

/** A link that is shown as a QR code, or opened on the device of staff. */
export async function signLink(
  { agreementId, way }: { readonly agreementId: string; readonly way: 2 | 3 },
  ctx: Context,
): Promise<{ url: string; path: string; expireAt: number }> {
  const { order, paper } = await waiting(ctx, agreementId)
  const { path, expireAt } = await makeLink(ctx, paper, way, await phoneOf(ctx, order))
  ctx.audit({ targetType: 'agreement', targetId: agreementId, after: { way } })
  return { url: publicUrl(ctx.config, path), path, expireAt }
}

/**
 * Sends the link by SMS.
 * @throws Refusal agreementSmsTooFrequent (5404): one a minute, five a day; textsExhausted (1039), smsFailed (5405)
 */
export async function sendSignLink(
  { agreementId, phone }: { readonly agreementId: string; readonly phone?: string | undefined },
  ctx: Context,
): Promise<{ smsCount: number; expireAt: number }> {
  const { order, paper } = await waiting(ctx, agreementId)
  const sent = await textsOf(ctx.db, agreementId, startOfDate(localDate(ctx.now)))
  const last = sent[0]
  if (sent.length >= TEXTS_PER_DAY || (last !== undefined && ctx.now - last.createdAt < TEXT_PAUSE))
    throw new Refusal('agreementSmsTooFrequent')
  const mobile = phone ?? (await phoneOf(ctx, order))
  const { id, path, expireAt } = await makeLink(ctx, paper, signWay.sms, mobile)
  const address = publicUrl(ctx.config, path)
  const answer = { smsCount: sent.length + 1, expireAt }
  const what = linkText('sign', order.language, {
    title: paper.fields.document?.title ?? '合同',
    no: paper.agreementNo,
    url: address,
    minutes: LIFE / MINUTE,
  })
  const dropped = (later: Context) => store.waitForOthers(later, agreementId)
  await textLink(ctx, { id }, { mobile, what, answer, dropped })
  ctx.audit({ targetType: 'agreement', targetId: agreementId, after: { way: signWay.sms, mobile: maskPhone(mobile) } })
  return answer
}

/**
 * Revokes every link to a document, because one was sent to a wrong number, or the customer signs here. The document waits
 * for another link.
 */
export async function revokeLink(
  { agreementId }: { readonly agreementId: string },
  ctx: Context,
): Promise<{ count: number }> {
  const { paper } = await waiting(ctx, agreementId)
  const count = await revokeLinks(ctx.db, 'sign', { refId: paper.id }, ctx.now)
  await store.setExpiry(ctx.db, paper.id, null)
  ctx.audit({ targetType: 'agreement', targetId: agreementId, after: { links: count } })
  return { count }
}

/** The document was not signed in time. */
export async function expireAgreement(ctx: Context, agreementId: string): Promise<void> {
  const row = await byId(ctx.db, agreementId)
  if (row === undefined) return
  await lockOrder(ctx, row.orderId)
  const paper = requireFound(await byId(ctx.db, agreementId))
  if (!isPending(paper.status) || paper.expireAt === null || paper.expireAt > ctx.now) return
  await store.setStatus(ctx.db, agreementId, advance(agreementSteps, 'expire', paper.status))
}
