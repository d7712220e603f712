import { createHash, randomBytes } from 'node:crypto'
import { advance } from '@cheyi/domain/advance'
import { signWay } from '@cheyi/domain/agreement/codes'
import { agreementSteps, isPending } from '@cheyi/domain/agreement/steps'
import { maskPhone } from '@cheyi/domain/mask'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { type Context, found, newId } from '../kernel/context.ts'
import { publicUrl } from '../kernel/process/public-url.ts'
import { screen } from '../kernel/screen.ts'
import { lockOrder, type OrderRow } from '../order/actions.ts'
import { byId } from './store.ts'
import * as store from './store-sign.ts'

/*
 * Links to the page on which a customer signs. The link opens one paper for 72 hours; whoever has it still needs a code
 * that goes to the customer's phone.
 */

const LIFE = 72 * HOUR
const PHONE = 'link_token.phone'
const TEXTS_PER_DAY = 5
const TEXT_PAUSE = 60_000

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * A paper that waits for its signature, its order locked.
 * @throws Refusal notFound (-4); agreementSigned (5403), linkExpired (5301) for one that waits no more
 */
async function waiting(ctx: Context, agreementId: string) {
  const { orderId } = found(await byId(ctx.db, agreementId))
  const order = await lockOrder(ctx, orderId)
  const paper = found(await byId(ctx.db, agreementId))
  advance(agreementSteps, 'sign', paper.status)
  return { order, paper }
}

/** The customer's own mobile: that of the renter, else of whoever booked. */
async function phoneOf(ctx: Context, order: OrderRow): Promise<string> {
  const renter = order.renterId === null ? undefined : await store.renterPhone(ctx.db, order.renterId)
  if (renter !== undefined) return ctx.vault.open('person.phone', order.renterId!, renter)
  if (order.contactPhoneEnc === null) throw new Refusal('agreementIncomplete', { 项: '承租人手机号' })
  return ctx.vault.open('order.contact_phone', order.id, order.contactPhoneEnc)
}

async function makeLink(
  ctx: Context,
  paper: { readonly id: string; readonly orderId: string },
  way: 1 | 2 | 3,
  phone: string,
): Promise<{ readonly path: `/${string}`; readonly expireAt: number }> {
  const token = randomBytes(24).toString('base64url')
  const expireAt = ctx.now + LIFE
  const id = await newId(ctx)
  await store.insertLink(ctx.db, {
    id,
    tokenHash: hashOf(token),
    purpose: 'sign',
    orderId: paper.orderId,
    refId: paper.id,
    way,
    phoneEnc: ctx.vault.seal(PHONE, id, phone),
    phoneMask: maskPhone(phone),
    expireAt,
  })
  await store.setExpiry(ctx.db, paper.id, expireAt)
  return { path: screen('agreement.sign', { t: token }), expireAt }
}

/** A link that is shown as a QR code, or opened on the phone at hand. */
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
 * Sends the link by text message. The sender is asked while the caller waits: that it failed must be seen here.
 * @throws Refusal agreementSmsTooFrequent (5404): one a minute, five a day; smsFailed (5405)
 */
export async function sendSignLink(
  { agreementId, phone }: { readonly agreementId: string; readonly phone?: string | undefined },
  ctx: Context,
): Promise<{ smsCount: number; expireAt: number }> {
  const { order, paper } = await waiting(ctx, agreementId)
  const sent = await store.textsOf(ctx.db, agreementId, startOfDate(localDate(ctx.now)))
  const last = sent[0]
  if (sent.length >= TEXTS_PER_DAY || (last !== undefined && ctx.now - last.createdAt < TEXT_PAUSE))
    throw new Refusal('agreementSmsTooFrequent')
  const mobile = phone ?? (await phoneOf(ctx, order))
  const { path, expireAt } = await makeLink(ctx, paper, signWay.sms, mobile)
  const merchant = await store.merchantName(ctx.db)
  const what = `请签署${paper.fields.document?.title ?? '合同'}（${paper.agreementNo}）：${publicUrl(ctx.config, path)} ，72小时内有效。`
  await ctx.outside.sms.send({ mobile, template: 'customer', params: { merchant, what } }).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a link to sign was not sent')
    throw new Refusal('smsFailed')
  })
  ctx.audit({ targetType: 'agreement', targetId: agreementId, after: { way: signWay.sms, mobile: maskPhone(mobile) } })
  return { smsCount: sent.length + 1, expireAt }
}

/** What a link opens, and whom it is for. */
export interface OpenedLink extends store.LinkRow {
  /** The customer's mobile. */
  readonly mobile: string
  /** The merchant's context, which sees this order alone. */
  readonly ctx: Context
  /** Runs work on the merchant's rows, inside the call's transaction. */
  within<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

/** Opens a link of a customer. Runs as role `gate`. @throws Refusal linkExpired (5301) */
export async function openLink(ctx: Context, token: string): Promise<OpenedLink> {
  const link = await store.linkByHash(ctx.db, hashOf(token))
  if (link === undefined || link.revokedAt !== null || link.expireAt <= ctx.now) throw new Refusal('linkExpired')
  const { merchantId, orderId } = link
  const vault = await ctx.vaults.merchant(merchantId)
  const identity = { ...ctx.identity, merchantId, accountId: '0', name: '客户' }
  const inside: Context = { ...ctx, merchantId, accountId: '0', vault, identity }
  return {
    ...link,
    mobile: vault.open(PHONE, link.id, link.phoneEnc),
    ctx: inside,
    within: (work) =>
      ctx.inMerchant({ merchantId, accountId: '0', scope: 'link', storeIds: [], orderId }, () => work(inside)),
  }
}

/** Nobody signed in time. */
export async function expireAgreement(ctx: Context, agreementId: string): Promise<void> {
  const row = await byId(ctx.db, agreementId)
  if (row === undefined) return
  await lockOrder(ctx, row.orderId)
  const paper = found(await byId(ctx.db, agreementId))
  if (!isPending(paper.status) || paper.expireAt === null || paper.expireAt > ctx.now) return
  await store.setStatus(ctx.db, agreementId, advance(agreementSteps, 'expire', paper.status))
}
