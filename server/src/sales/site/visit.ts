import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/identity.ts'
import * as store from './store.ts'

/** A request of a customer to the booking page of a merchant. */
export interface Visit {
  /** The secret of the cookie that a code of the customer's phone opened; null without one. */
  readonly token: string | null
  /** The place that led the customer here (`domain/sales/site/funnel.ts`). */
  readonly place: string
  /** Gives the browser the cookie. @param until its end, epoch ms */
  keep(token: string, until: number): void
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

/** The mobile of the customer who is signed in; null for anybody else. */
export async function mobileOf(ctx: Context, { token }: Visit): Promise<string | null> {
  if (token === null) return null
  const session = await store.sessionOf(ctx, hashToken(token))
  return session === undefined ? null : ctx.vault.open(MOBILE, session.id, session.mobileEnc)
}

/** @throws Refusal invalidToken (-9) when nobody is signed in */
export async function requireMobile(ctx: Context, visit: Visit): Promise<string> {
  const mobile = await mobileOf(ctx, visit)
  if (mobile === null) throw new Refusal('invalidToken')
  return mobile
}

/** How the orders of a mobile are found. */
export const phoneOf = (ctx: Context, mobile: string) => ({
  tail: mobile.slice(-4),
  hash: ctx.vault.index('order.contact_phone', mobile),
})
