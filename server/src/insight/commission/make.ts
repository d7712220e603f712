import { isFrozen } from '@cheyi/domain/insight/commission/codes'
import { commissionLines } from '@cheyi/domain/insight/commission/commission'
import { addMonths, type LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { refuseUnfinished } from '../data/actions.ts'
import * as store from './store.ts'

/*
 * Statements of a month, for every employee who did something that a rule names. What has changed of the months before since they were
 * confirmed is a part of it: a cancelled order, a rental that ended early, an undone renewal.
 */

/** Months back in which changes are looked for. */
const LOOK_BACK = 11

/**
 * Makes the drafts of a month; drafts are reckoned again, and one without content is dropped.
 * @returns how many drafts there are now, and how many statements were confirmed before and stay
 * @throws Refusal as {@link refuseUnfinished}
 */
export async function makeStatements(
  ctx: Context,
  month: LocalDate,
): Promise<{ readonly made: number; readonly kept: number }> {
  await refuseUnfinished(ctx, month)
  await store.holdStatements(ctx)
  const first = addMonths(month, -LOOK_BACK)
  const rules = await store.rules(ctx)
  const facts = Map.groupBy(await store.facts(ctx, first, month), ({ accountId }) => accountId)
  const settled = Map.groupBy(await store.settledLines(ctx, first), ({ accountId }) => accountId)
  const statements = Map.groupBy(await store.allStatements(ctx), ({ accountId }) => accountId)
  let made = 0
  let kept = 0
  for (const { id: accountId, ...roles } of await store.employees(ctx)) {
    const of = statements.get(accountId) ?? []
    const own = of.find((one) => one.month === month)
    if (own !== undefined && isFrozen(own.state)) kept++
    // A month that was settled together with a later one is not settled again.
    if (of.some((one) => one.month >= month && isFrozen(one.state))) continue
    const drafts = of.filter((one) => !isFrozen(one.state)).map((one) => one.month)
    const begun = [month, ...of.map((one) => one.month)].toSorted()[0]!
    const isOf = ({ month: day }: { readonly month: LocalDate }) =>
      day === month || (day >= begun && !drafts.includes(day))
    const lines = commissionLines(
      rules,
      (facts.get(accountId) ?? []).filter(isOf),
      roles,
      (settled.get(accountId) ?? []).filter(isOf),
    )
    if (lines.length > 0) {
      await store.putDraft(ctx, { accountId, month }, lines)
      made++
    } else if (own !== undefined) await store.dropDraft(ctx, { accountId, month })
  }
  return { made, kept }
}
