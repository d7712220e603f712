import { randomBytes } from 'node:crypto'
import { maskPhone } from '@cheyi/domain/mask'
import { takesTexts } from '@cheyi/domain/platform/check/mobile'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type Db, newId } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import type { OrderRow } from '../../kernel/orders.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import { merchantName } from '../merchant/actions.ts'
import { countUnasked } from '../notify/actions.ts'
import * as store from './store.ts'

/*
 * Links to pages for customers: the holder of a link has access to one order for one purpose, until the link expires. A link of an owner of
 * cars is about no order: its page reads what belongs to its owner only.
 */

const PHONE = 'link_token.phone'

/** The sealed phone of a registered customer; the feature of customers registers it. */
let renterPhone: (db: Db, personId: string) => Promise<Buffer | undefined>
awaitRegistration(() => (renterPhone === undefined ? ['renterPhone'] : []))

export function registerRenterPhone(read: typeof renterPhone): void {
  renterPhone = read
}

/** Mobile of the renter, else of the booking contact; null for an order that has neither. */
export async function customerPhone(
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'renterId' | 'contactPhoneEnc'>,
): Promise<string | null> {
  const renter = order.renterId === null ? undefined : await renterPhone(ctx.db, order.renterId)
  if (renter !== undefined) return ctx.vault.open('person.phone', order.renterId!, renter)
  if (order.contactPhoneEnc === null) return null
  return ctx.vault.open('order.contact_phone', order.id, order.contactPhoneEnc)
}

/** What the holder of the link may do. */
export type CustomerPurpose = 'sign' | 'pay' | 'selfPickup' | 'selfReturn' | 'violation' | typeof OWNER
const OWNER = 'owner'

/** Data of a new link; `refId` is its subject, `life` its validity in milliseconds. */
export interface NewCustomerLink {
  readonly purpose: CustomerPurpose
  readonly payKind?: store.LinkRow['payKind']
  /** Missing: the link is for an owner of cars. */
  readonly orderId?: string
  readonly ownerId?: string
  readonly refId: string
  readonly way: 1 | 2 | 3
  readonly phone: string
  readonly life: number
}

export interface MadeLink {
  readonly id: string
  readonly token: string
  readonly expireAt: number
}

/** Creates a link. Only the hash of its token is stored. */
export async function newCustomerLink(ctx: Context, { phone, life, ...link }: NewCustomerLink): Promise<MadeLink> {
  const token = randomBytes(24).toString('base64url')
  const expireAt = ctx.now + life
  const id = await newId(ctx)
  await store.insertLink(ctx.db, {
    ...link,
    id,
    tokenHash: hashToken(token),
    phoneEnc: ctx.vault.seal(PHONE, id, phone),
    phoneMask: maskPhone(phone),
    expireAt,
  })
  return { id, token, expireAt }
}

interface Texted {
  readonly mobile: string
  readonly what: string
  readonly answer: unknown
  /** Runs when the message could not be sent, after the link was revoked. */
  readonly dropped?: (later: Context) => Promise<unknown>
}

/**
 * Sends the link to the customer after the commit, so that the order is not locked while the SMS provider answers. The call is answered
 * after sending, with `answer`, so that the clerk sees a failure.
 * @throws Refusal badInput (-2) for a privacy number, textsExhausted (1039); after the commit smsFailed (5405), and the link is revoked
 */
export async function textLink(
  ctx: Context,
  link: Pick<MadeLink, 'id'>,
  { mobile, what, answer, dropped }: Texted,
): Promise<void> {
  if (!takesTexts(mobile)) throw badInput('way', '客户电话是隐私号，收不到短信，请出示二维码或电话联系客户')
  await countUnasked(ctx, 'customerLink', mobileHashOf(ctx, mobile))
  const merchant = await merchantName(ctx.db)
  ctx.answerAfterCommit(async () => {
    try {
      await ctx.outside().sms.send({ mobile, template: 'customer', params: { merchant, what } })
    } catch (error) {
      ctx.log.warn({ err: error }, 'a link was not sent')
      await ctx.asSystem(async (later) => {
        await store.dropLink(later, link.id)
        await dropped?.(later)
      })
      throw new Refusal('smsFailed')
    }
    return answer
  })
}

interface Opened {
  readonly mobile: string
  /** The merchant's context, in which only this order is visible. */
  readonly ctx: Context
  /** Runs work on the merchant's rows, inside the call's transaction. */
  within<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}
export interface OpenedLink extends Opened, Omit<store.LinkRow, 'orderId'> {
  readonly orderId: string
}
export interface OpenedOwnerLink extends Opened, Omit<store.LinkRow, 'ownerId'> {
  readonly ownerId: string
}

/** The link's scope among the merchant's rows: its order. */
export const scopeOf = ({ merchantId, orderId }: Pick<store.LinkRow, 'merchantId' | 'orderId'>) =>
  ({ merchantId, accountId: '0', scope: 'link', storeIds: [], ...(orderId !== null && { orderId }) }) as const

/** Account id under which files of a link are counted and limited. */
export const fileAccountOf = ({ merchantId, id }: Pick<store.LinkRow, 'merchantId' | 'id'>) => ({
  merchantId,
  accountId: `link/${id}`,
})

/** The link, if it is valid. Runs without a merchant. @throws Refusal linkExpired (5301) */
export async function linkOf(db: Db, token: string, now: number): Promise<store.LinkRow> {
  const link = await store.linkByHash(db, hashToken(token))
  if (link === undefined || link.revokedAt !== null || link.expireAt <= now) throw new Refusal('linkExpired')
  return link
}

/**
 * Runs work as the merchant of a valid link, whatever it is for; null for a link that is about no order. It shows nothing that the link
 * alone does not. Runs without a merchant. @throws Refusal linkExpired (5301)
 */
export async function withinOrderLink<T>(
  ctx: Context,
  token: string,
  work: (ctx: Context, orderId: string) => Promise<T>,
): Promise<T | null> {
  const link = await linkOf(ctx.db, token, ctx.now)
  const { orderId } = link
  return orderId === null ? null : ctx.inMerchant(scopeOf(link), () => work(ctx, orderId))
}

/** Opens a link for its purpose. Runs without a merchant. @throws Refusal linkExpired (5301) */
export async function openLink(ctx: Context, token: string, purpose: CustomerPurpose): Promise<store.LinkRow & Opened> {
  const link = await linkOf(ctx.db, token, ctx.now)
  if (link.purpose !== purpose) throw new Refusal('linkExpired')
  const { merchantId } = link
  const vault = await ctx.vaults.merchant(merchantId)
  const identity = { ...ctx.identity, merchantId, accountId: '0', name: purpose === OWNER ? '车主' : '客户' }
  const asSystem: Context['asSystem'] = (work) => ctx.asSystem(work, { merchantId, vault })
  const inspect: Context['inspect'] = (name, bytes) => ctx.inspect(name, bytes, fileAccountOf(link))
  const inside: Context = { ...ctx, merchantId, accountId: '0', vault, identity, asSystem, inspect }
  return {
    ...link,
    mobile: vault.open(PHONE, link.id, link.phoneEnc),
    ctx: inside,
    within: (work) => ctx.inMerchant(scopeOf(link), () => work(inside)),
  }
}

const ofOrder = (link: store.LinkRow & Opened): OpenedLink => ({ ...link, orderId: link.orderId! })

/** Opens a customer's link. Runs without a merchant. @throws Refusal linkExpired (5301) */
export const openCustomerLink = async (ctx: Context, token: string, purpose: Exclude<CustomerPurpose, typeof OWNER>) =>
  ofOrder(await openLink(ctx, token, purpose))
