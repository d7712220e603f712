import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { maskPhone } from '@cheyi/domain/mask'
import { takesTexts } from '@cheyi/domain/platform/check/mobile'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { merchantName } from '../../platform/merchant/actions.ts'
import { countUnasked } from '../../platform/notify/actions.ts'
import * as store from './store.ts'
import * as booker from './store-booker.ts'

/*
 * People who book for a company on the booking page of the merchant. They prove the mobile that was invited, see the agreed prices of the
 * company and book on its credit. Whoever was not invited learns nothing of a company.
 */

const hashOf = (ctx: Pick<Context, 'vault'>, mobile: string): Buffer => ctx.vault.index('company_booker.mobile', mobile)

type PageOf = (ctx: Context) => Promise<string | null>
let pageOf: PageOf = async () => null

/** Registers the address at which invited people book; a feature of sales has it. null: the merchant has no page. */
export function registerBookingPage(page: PageOf): void {
  pageOf = page
}

export async function bookersOf(
  ctx: Context,
  companyId: string,
): Promise<OutputOf<typeof contract.company.detail>['bookers']> {
  const rows = await booker.ofCompany(ctx, companyId)
  return rows.map(({ id, mobileMask, ...row }) => ({ ...row, bookerId: id, mobile: mobileMask }))
}

/**
 * Invites somebody, or changes name and last day of an invitation.
 * @throws Refusal notFound (-4), badInput (-2) for a new one without a mobile or with one that is invited already, companyNoPage (5901),
 *   textsExhausted (1039)
 */
export async function saveBooker(
  { companyId, bookerId, name, mobile, untilOn: last }: ParsedOf<typeof contract.company.saveBooker>,
  ctx: Context,
): Promise<{ bookerId: string }> {
  const untilOn = last ?? null
  if (untilOn !== null && untilOn < localDate(ctx.now)) throw badInput('untilOn', '有效期不能早于今天')
  if (bookerId !== undefined) {
    const before = await lockInvitation(ctx, bookerId)
    if (before.companyId !== companyId || before.endedAt !== null) throw new Refusal('notFound', { field: 'bookerId' })
    await booker.update(ctx, bookerId, { name, untilOn })
    ctx.audit({
      targetType: 'company',
      targetId: companyId,
      before: { booker: before.name, untilOn: before.untilOn },
      after: { booker: name, untilOn },
    })
    return { bookerId }
  }
  if (mobile === undefined) throw badInput('mobile', '请输入手机号')
  if (!takesTexts(mobile)) throw badInput('mobile', '该号码收不到短信')
  const company = requireFound(await store.byId(ctx, companyId))
  const url = await pageOf(ctx)
  if (url === null) throw new Refusal('companyNoPage')
  const id = await newId(ctx)
  await booker.insert(ctx, {
    ...{ id, companyId, name, untilOn },
    mobileMask: maskPhone(mobile),
    mobileHash: hashOf(ctx, mobile),
  })
  await countUnasked(ctx, 'invitation', mobileHashOf(ctx, mobile))
  ctx.audit({ targetType: 'company', targetId: companyId, after: { booker: name, untilOn } })
  const merchant = await merchantName(ctx.db)
  const what = `您可以为${company.name}在线订车，费用由公司结算。请在此用本机验证码验证后预订：${url}`
  ctx.afterCommit(() => ctx.outside().sms.send({ mobile, template: 'customer', params: { merchant, what } }))
  return { bookerId: id }
}

/** @throws Refusal notFound (-4) */
export async function endBooker({ bookerId }: ParsedOf<typeof contract.company.endBooker>, ctx: Context) {
  const before = await lockInvitation(ctx, bookerId)
  if (before.endedAt !== null) return {}
  await booker.end(ctx, bookerId)
  ctx.audit({ targetType: 'company', targetId: before.companyId, before: { booker: before.name } })
  return {}
}

const lockInvitation = async (ctx: Context, id: string): Promise<booker.BookerRow> =>
  requireFound(await booker.lock(ctx, id))

/** The companies for which the holder of a proved mobile may book today, by name. */
export const companiesOfBooker = (ctx: Context, mobile: string): Promise<booker.Booked[]> =>
  booker.companiesOf(ctx, hashOf(ctx, mobile), localDate(ctx.now))

/**
 * The invitation of a mobile to book for a company, held until the end of the transaction: whoever takes it back at the same moment waits,
 * or is first. undefined for anybody who was not invited, also for a company that does not exist.
 */
export const lockBooker = (
  ctx: Context,
  { mobile, companyId }: { readonly mobile: string; readonly companyId: string },
): Promise<{ readonly name: string; readonly company: string } | undefined> =>
  booker.lockOf(ctx, { hash: hashOf(ctx, mobile), companyId, today: localDate(ctx.now) })
