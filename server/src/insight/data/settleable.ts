import { endOfMonth, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { badInput } from '@cheyi/domain/refusal'
import { addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { storedStateOf } from './sums.ts'

/* Which months can be settled with others: those that are over, and whose income is known. */

/** The last month that is over, and the last day whose income is known. */
export async function settleable(
  ctx: Context,
): Promise<{ readonly last: LocalDate; readonly until: LocalDate | null }> {
  const { keptTo } = await storedStateOf(ctx)
  return { last: addMonths(monthOf(localDate(ctx.now)), -1), until: keptTo }
}

/** @throws Refusal badInput (-2) for a month that is not over, or whose income is not known yet */
export async function refuseUnfinished(ctx: Context, month: LocalDate): Promise<void> {
  const { last, until } = await settleable(ctx)
  if (month > last) throw badInput('month', `${month.slice(0, 7)} 还没有结束，不能结算`)
  if (until === null || until < endOfMonth(month))
    throw badInput('month', `${month.slice(0, 7)} 的收入还在统计，请稍后再试`)
}
