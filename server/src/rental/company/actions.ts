import { badInput, Refusal } from '@cheyi/domain/refusal'
import { overCredit } from '@cheyi/domain/rental/company/credit'
import type { Context } from '../../kernel/context.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import * as store from './store.ts'

interface Added {
  /** What the orders of the company will owe more, fen. */
  readonly more: number
  readonly storeId: string
}

/**
 * The company of a booking that adds `more` to what its orders owe.
 * @throws Refusal notFound (-4), badInput (-2) for a disabled company; beyond its credit as {@link secondPerson}
 */
export async function bookedBy(
  ctx: Context,
  companyId: string,
  added: Added,
): Promise<Pick<store.CompanyRow, 'name' | 'taxNo' | 'payDays'>> {
  const { name, taxNo, payDays, enabled } = await withinCredit(ctx, companyId, added)
  if (!enabled) throw badInput('companyId', '该企业客户已停用')
  return { name, taxNo, payDays }
}

/**
 * Locks the company, so that two bookings at once are counted one after the other; a limit of zero allows no debt at all.
 * @throws Refusal notFound (-4); beyond its credit as {@link secondPerson}
 */
export async function withinCredit(
  ctx: Context,
  companyId: string,
  { more, storeId }: Added,
): Promise<store.CompanyRow> {
  const company = await store.lock(ctx, companyId)
  if (company === undefined) throw new Refusal('notFound', { field: 'companyId' })
  const { name, creditFen: limit } = company
  if (limit === null) return company
  // The debts of all stores count, whichever of them the account sees.
  const owed = (await ctx.elevated(() => store.owedOf(ctx, [companyId]))).get(companyId) ?? 0
  await secondPerson(ctx, 'credit', { over: overCredit({ limit, owed, more }), company: name, owed, more }, [storeId])
  return company
}

/** The name of a company, for a form; null for an unknown one. */
export async function companyBrief(
  ctx: Context,
  companyId: string,
): Promise<{ companyId: string; name: string } | null> {
  const company = await store.byId(ctx, companyId)
  return company === undefined ? null : { companyId, name: company.name }
}
