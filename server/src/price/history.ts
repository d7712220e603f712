import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { calendarLines, longLines, ruleLines } from '@cheyi/domain/price/change'
import type { LongTier, RuleTerms } from '@cheyi/domain/price/rule'
import { type Context, found } from '../kernel/context.ts'
import { isFirstPage, paged, TOTAL_CAP, totalOf } from '../kernel/paging.ts'
import { apply } from './apply.ts'
import * as store from './store.ts'

type Calls = typeof contract.price

export async function history(input: ParsedOf<Calls['history']>, ctx: Context): Promise<OutputOf<Calls['history']>> {
  const [rows, count] = await Promise.all([
    store.historyPage(ctx, input),
    isFirstPage(input) ? store.historyCount(ctx, input, TOTAL_CAP) : null,
  ])
  const page = paged(rows, input, (row) => [row.id])
  return {
    list: page.rows.map((row) => ({
      id: row.id,
      at: row.at,
      name: row.name,
      storeId: row.storeId,
      storeName: row.storeName,
      modelId: row.modelId,
      modelName: row.modelName,
      source: row.source,
      lines: linesOf(row),
      planned: row.planId !== null,
      undone: row.undone,
      undoes: row.undoOf !== null,
    })),
    ...totalOf(count),
    nextCursor: page.nextCursor,
  }
}

function linesOf(row: store.ChangeRow) {
  if (row.kind === 'rule') return ruleLines(row.before as Partial<RuleTerms> | null, row.after as Partial<RuleTerms>)
  if (row.kind === 'long') return longLines(row.before as LongTier[], row.after as LongTier[])
  const before = row.before as store.StoredDays
  const after = row.after as store.StoredDays
  return calendarLines(
    Object.keys(after).map((date) => ({ date, before: before[date] ?? null, after: after[date] ?? null })),
  )
}

export async function plans(input: ParsedOf<Calls['plans']>, ctx: Context): Promise<OutputOf<Calls['plans']>> {
  const rows = await store.waitingPlans(ctx, input)
  return rows.map((row) => ({
    id: row.id,
    publishAt: row.publishAt,
    createdAt: row.createdAt,
    name: row.name,
    rows: row.rows.map((place) => ({ ...place, lines: [...place.lines] })),
  }))
}

/** Takes a plan off that has not been published; one that was is told so, and stays. */
export async function cancelPlan(
  { id }: ParsedOf<Calls['cancelPlan']>,
  ctx: Context,
): Promise<OutputOf<Calls['cancelPlan']>> {
  const { status } = found(await store.lockPlan(ctx, id))
  if (status !== 0) return { status }
  await store.endPlan(ctx, id, 2)
  ctx.audit({ targetType: 'pricePlan', targetId: id, before: { status: 0 }, after: { status: 2 } })
  return { status: 2 }
}

/** A plan whose moment has come: under its lock, so that of two processes one publishes and the other finds it done. */
export async function publish(ctx: Context, id: string): Promise<void> {
  const plan = await store.lockPlan(ctx, id)
  if (plan === undefined || plan.status !== 0 || plan.publishAt > ctx.now) return
  await store.lockPrices(ctx)
  await apply(ctx, plan.changes, { planId: id, accountId: plan.accountId })
  await store.endPlan(ctx, id, 1)
}
