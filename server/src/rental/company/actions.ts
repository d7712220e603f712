import { badInput, Refusal } from '@cheyi/domain/refusal'
import { beyondCredit, creditExcess } from '@cheyi/domain/rental/company/credit'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { debtIsLimited } from '../../money/debt/actions.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import * as store from './store.ts'

export {
  companiesOfBooker,
  endByContact,
  inviteByContact,
  invitesOfContact,
  lockBooker,
  registerBookingPage,
} from './bookers.ts'

interface Added {
  /** What the orders of the company will owe more, fen. */
  readonly more: number
  readonly storeId: string
}

/**
 * The company of a booking that adds `more` to what its orders owe. `byCustomer`: nobody of the merchant is there who could ask a second
 * person.
 * @throws Refusal notFound (-4), badInput (-2) for a disabled company; beyond its credit siteCompanyLimit (9332) for a customer, else as
 *   {@link secondPerson}
 */
export async function companyOfBooking(
  ctx: Context,
  companyId: string,
  { byCustomer, ...added }: Added & { readonly byCustomer: boolean },
): Promise<Pick<store.CompanyRow, 'name' | 'taxNo' | 'payDays'>> {
  const [company] = await withinCredits(ctx, [{ companyId, ...added }], byCustomer)
  const { name, taxNo, payDays, enabled } = company!
  if (!enabled) throw badInput('companyId', '该企业客户已停用')
  return { name, taxNo, payDays }
}

/**
 * Locks the companies, so that two bookings at once are counted one after the other; a limit of zero allows no debt at all. One request
 * names all that would be beyond their credit, since a call is let pass as a whole.
 * @throws Refusal notFound (-4); beyond a credit as {@link secondPerson}
 */
async function withinCredits(
  ctx: Context,
  asked: readonly (Added & { readonly companyId: string })[],
  byCustomer = false,
): Promise<readonly store.CompanyRow[]> {
  const byCompany = Map.groupBy(asked, ({ companyId }) => companyId)
  const companies = await store.lock(ctx, [...byCompany.keys()])
  if (companies.length < byCompany.size) throw new Refusal('notFound', { field: 'companyId' })
  const limited = companies.filter(({ creditFen }) => creditFen !== null)
  if (limited.length === 0) return companies
  const owedBy = await totalOwedOf(
    ctx,
    limited.map(({ id }) => id),
  )
  const beyond = limited.flatMap(({ id, name, creditFen: limit }) => {
    const owed = owedBy(id)
    const more = byCompany.get(id)!.reduce((sum, one) => sum + one.more, 0)
    const over = creditExcess({ limit, owed, more })
    return over > 0 ? [{ id, name, owed, more, over }] : []
  })
  if (byCustomer && beyond.length > 0) throw new Refusal('siteCompanyLimit')
  const sum = (of: 'over' | 'owed' | 'more') => beyond.reduce((all, one) => all + one[of], 0)
  const stores = beyond.flatMap(({ id }) => byCompany.get(id)!.map(({ storeId }) => storeId))
  const first = beyond[0]?.name ?? ''
  const company = beyond.length > 1 ? `${first}等${beyond.length}家` : first
  const facts = { over: sum('over'), company, owed: sum('owed'), more: sum('more') }
  await secondPerson(ctx, 'credit', facts, [...new Set(stores)])
  return companies
}

/** What companies owe at all stores, whichever of them the account sees, fen. */
async function totalOwedOf(ctx: Context, ids: readonly string[]): Promise<(id: string) => number> {
  const owed = await ctx.elevated(() => store.owedOf(ctx, ids))
  return (id) => owed.get(id) ?? 0
}

type Payer = Pick<OrderRow, 'companyId' | 'storeId'>

/**
 * What is added to the debts of orders is held to the credit of their companies as a booking is.
 * @param added with `more` in fen
 * @throws Refusal as {@link withinCredits}
 */
export async function withinOrderCredits(
  ctx: Context,
  added: readonly { readonly order: Payer; readonly more: number }[],
): Promise<void> {
  const asked = added.flatMap(({ order: { companyId, storeId }, more }) =>
    companyId === null || more <= 0 ? [] : [{ companyId, storeId, more }],
  )
  if (asked.length > 0) await withinCredits(ctx, asked)
}

/** As {@link withinOrderCredits}, of one order. */
export const withinOrderCredit = (ctx: Context, order: Payer, more: number): Promise<void> =>
  withinOrderCredits(ctx, [{ order, more }])

debtIsLimited(withinOrderCredit)

/** What the company of an order owes beyond its credit, fen: said with a charge that cannot be refused. 0 within it, and without a company. */
export async function creditExcessOf(ctx: Context, { companyId }: Pick<OrderRow, 'companyId'>): Promise<number> {
  const company = companyId === null ? undefined : await store.byId(ctx, companyId)
  if (company === undefined || company.creditFen === null) return 0
  return beyondCredit(company.creditFen, (await totalOwedOf(ctx, [company.id]))(company.id))
}

/** The name of a company, for a form; null for an unknown one. */
export async function companyBrief(
  ctx: Context,
  companyId: string,
): Promise<{ companyId: string; name: string } | null> {
  const company = await store.byId(ctx, companyId)
  return company === undefined ? null : { companyId, name: company.name }
}
