import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { Refusal, type RefusalKey } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import * as store from './store.ts'
import type { WechatVisit } from './wechat/user.ts'

/** A request of a customer to the booking page of a merchant. */
export interface Visit {
  /** The secret of the cookie that a code of the customer's phone opened; null without one. */
  readonly token: string | null
  /** The place that led the customer here (`domain/sales/site/funnel.ts`). */
  readonly place: string
  /** Gives the browser the cookie. @param until its end, epoch ms */
  keep(token: string, until: number): void
  readonly wechat: WechatVisit
}

/** A call of the page: like any other handler, with the visit. */
export type PageHandler<N extends keyof SitePage> = (
  input: ParsedOf<SitePage[N]>,
  ctx: Context,
  visit: Visit,
) => Promise<OutputOf<SitePage[N]>>

export type PageHandlers = { readonly [N in keyof SitePage]: PageHandler<N> }

/** The mobile of a session, sealed with its row. */
export const MOBILE = 'site_session.mobile'

/** A mobile that was proved in this browser. */
export interface Proof {
  readonly mobile: string
  /** When its code was typed: before the session began, where WeChat opened it. */
  readonly at: number
}

async function proofOf(ctx: Context, { token }: Visit): Promise<Proof | null> {
  if (token === null) return null
  const session = await store.sessionOf(ctx, hashToken(token), ctx.now)
  if (session === undefined) return null
  return { mobile: ctx.vault.open(MOBILE, session.id, session.mobileEnc), at: session.provedAt ?? session.createdAt }
}

/** The mobile of the customer who is signed in; null for anybody else. */
export const mobileOf = async (ctx: Context, visit: Visit): Promise<string | null> =>
  (await proofOf(ctx, visit))?.mobile ?? null

/** @throws Refusal invalidToken (-9) when nobody is signed in */
export async function requireProof(ctx: Context, visit: Visit): Promise<Proof> {
  const proof = await proofOf(ctx, visit)
  if (proof === null) throw new Refusal('invalidToken')
  return proof
}

/** @throws Refusal invalidToken (-9) when nobody is signed in */
export const requireMobile = async (ctx: Context, visit: Visit): Promise<string> =>
  (await requireProof(ctx, visit)).mobile

/** How the orders of a mobile are found. */
export const phoneOf = (ctx: Context, mobile: string) => ({
  tail: mobile.slice(-4),
  hash: ctx.vault.index('order.contact_phone', mobile),
})

/** Refusals that would tell a stranger about the fleet or about other customers, and what is said instead. */
const said: Partial<Record<RefusalKey, RefusalKey>> = {
  noVehicleLeft: 'siteSoldOut',
  vehicleTaken: 'siteSoldOut',
  personBlacklisted: 'siteRefused',
}

/** Runs work of staff for a customer, whom a refusal tells nothing about the fleet or about others. */
export async function withSiteRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const other = error instanceof Refusal ? said[error.key] : undefined
    throw other === undefined ? error : new Refusal(other)
  }
}
