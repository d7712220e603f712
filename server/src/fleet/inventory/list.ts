import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { fleetGroups } from '@cheyi/domain/fleet/inventory/fleet-group'
import { normalisePlate } from '@cheyi/domain/platform/check/plate'
import { Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, offsetOf, pageSize, totalOf } from '../../kernel/db/paging.ts'
import * as store from './store.ts'
import { cardOf } from './view.ts'

type Feature = typeof contract.inventory
type Input = ParsedOf<Feature['list']>
type Output = OutputOf<Feature['list']>

/** The query of the fleet for a filter. */
export function askOf(
  { keyword: typed = '', ...narrowed }: Omit<Input, 'pageNum' | 'pageSize' | 'cursor'>,
  now: number,
): store.FleetAsk {
  return {
    ...narrowed,
    plate: normalisePlate(typed),
    words: typed.toLowerCase(),
    today: localDate(now),
  }
}

/**
 * The ids of a filter must belong to the merchant; otherwise the answer could reveal other merchants' data.
 * @throws Refusal notFound (-4) naming the model or store
 */
export async function refuseForeign(
  ctx: Context,
  { modelId, storeId }: Pick<Input, 'modelId' | 'storeId'>,
): Promise<void> {
  const open = await store.openness(ctx, modelId ?? '0', storeId ?? '0')
  if (modelId !== undefined && open.model === null) throw new Refusal('notFound', { field: 'modelId' })
  if (storeId !== undefined && open.store === null) throw new Refusal('notFound', { field: 'storeId' })
}

/** One page of the fleet in two statements. */
export async function listVehicles(input: Input, ctx: Context): Promise<Output> {
  const ask = askOf(input, ctx.now)
  const { rows, counts } = await store.page(ctx, ask, {
    limit: pageSize(input) + 1,
    offset: offsetOf(input),
    after: cursorKeys(input, 'int', 'id'),
    counted: isFirstPage(input),
  })
  const page = buildPage(rows, input, (row) => [row.rank, row.id])
  const holdings = await store.holdings(
    ctx,
    page.rows.map((row) => row.id),
  )
  return {
    list: page.rows.map((row) => cardOf(ctx, row, holdings)),
    ...totalOf(counts && store.totalOfRows(counts.rows, ask)),
    nextCursor: page.nextCursor,
    counts: counts && countsOf(counts),
  }
}

function countsOf({ rows, models }: store.FleetCounts): NonNullable<Output['counts']> {
  const sum = (of: readonly store.CountRow[]) => of.reduce((total, row) => total + row.count, 0)
  const [free, care, rented, off] = fleetGroups.map((group) =>
    sum(rows.filter((row) => store.groupOfRank(row.rank) === group)),
  )
  return {
    all: sum(rows),
    free: free!,
    care: care!,
    rented: rented!,
    off: off!,
    models,
    states: rows.flatMap((row) => (row.runState === null ? [] : [{ runState: row.runState, count: row.count }])),
  }
}
