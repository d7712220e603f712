import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import {
  companiesOfBooker,
  endByContact,
  inviteByContact,
  lockBooker,
  registerBookingPage,
} from '../../rental/company/actions.ts'
import { siteUrl } from './own-host/handlers.ts'
import { reachableName } from './store.ts'
import { mobileOf, type PageHandler, requireMobile, type Visit } from './visit.ts'

/*
 * Bookings for companies. A customer sees a company and its prices once the mobile that the merchant invited is proved; for everybody else
 * a company that exists and one that does not are the same.
 */

/** The companies for which a customer may book. @param mobile null: not proved */
export const companiesOf = async (ctx: Context, mobile: string | null): ReturnType<typeof companiesOfBooker> =>
  mobile === null ? [] : companiesOfBooker(ctx, mobile)

/**
 * The name of the company for which a price is asked; null without one.
 * @throws Refusal siteNotInvited (9331), badInput (-2) for a coupon, because an agreed price is not lowered
 */
export async function invitingCompany(
  ctx: Context,
  visit: Visit,
  { companyId, coupon = '' }: { readonly companyId?: string | undefined; readonly coupon?: string },
): Promise<string | null> {
  if (companyId === undefined) return null
  const companies = await companiesOf(ctx, await mobileOf(ctx, visit))
  const company = companies.find((one) => one.companyId === companyId)
  if (company === undefined) throw new Refusal('siteNotInvited')
  if (coupon !== '') throw badInput('coupon', '企业协议价不能再用优惠券')
  return company.name
}

/**
 * Holds the invitation by which a price for a company is booked.
 * @throws Refusal quoteExpired (3004) as for a price that nobody asked for, where the mobile is not invited
 */
export async function requireBooker(ctx: Context, asked: { readonly mobile: string; readonly companyId: string }) {
  const booker = await lockBooker(ctx, asked)
  if (booker === undefined) throw new Refusal('quoteExpired')
  return booker
}

/** @throws Refusal invalidToken (-9), and as {@link inviteByContact} */
export const invite: PageHandler<'invite'> = async ({ untilOn = null, ...asked }, ctx, visit) => {
  await inviteByContact(ctx, { ...asked, untilOn, own: await requireMobile(ctx, visit) })
  return {}
}

/** @throws Refusal invalidToken (-9), companyNotContact (5902) */
export const endInvite: PageHandler<'endInvite'> = async ({ bookerId }, ctx, visit) => {
  await endByContact(ctx, await requireMobile(ctx, visit), bookerId)
  return {}
}

/** For the invitation: after the code of their mobile, 我的租车 names the companies. */
registerBookingPage(async (ctx) => {
  const name = await reachableName(ctx)
  return name === undefined ? null : siteUrl(ctx, `/s/${name}/mine`)
})
