import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

/** Layers of the price calendar that close a date of a model; layer 0, for all customers, comes first. */
export type ClosedFor = (modelId: string, date: LocalDate) => number[]

/**
 * The dates that the price calendar of a store closes, both ends included; one statement. A closed date takes no car:
 * it is returned beside the counts, and nothing is for sale on it.
 */
export async function readClosed(
  ctx: Context,
  storeId: string,
  modelIds: readonly string[],
  from: LocalDate,
  to: LocalDate,
): Promise<ClosedFor> {
  const rows = await ctx.query<{ modelId: string; date: LocalDate; layers: number[] }>(
    `select model_id, date, array_agg(source order by source) as layers from price_calendar
      where store_id = $1 and model_id = any ($2::bigint[]) and date between $3 and $4 and stop
      group by model_id, date`,
    [storeId, modelIds, from, to],
  )
  const layers = new Map(rows.map((row) => [`${row.modelId}/${row.date}`, row.layers]))
  return (modelId, date) => layers.get(`${modelId}/${date}`) ?? []
}

/** Whether the date is closed for every customer. */
export const isClosedForAll = (closedFor: readonly number[]): boolean => closedFor.includes(0)
