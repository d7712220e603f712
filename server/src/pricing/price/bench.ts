import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { benchOf, type SoldOrder } from '@cheyi/domain/pricing/price/bench'
import { BASE_LAYER } from '@cheyi/domain/pricing/price/change'
import type { PriceRules } from '@cheyi/domain/pricing/quote/rules'
import { addDays, addMonths, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { loadRules } from '../quote/actions.ts'
import { requirePlaces } from './apply.ts'
import { givenTerms } from './rules.ts'
import { withDraft } from './trial.ts'

/** Limit of orders; one model at one store has fewer in a month. */
const MOST = 5000

/**
 * Reprices last month's orders of a model at a store with unsaved draft prices of one layer over the saved ones.
 * @throws Refusal forbidden (-3) without data.money, because the result shows revenue
 */
export const bench: HandlerOf<'price', 'bench'> = async (input, ctx) => {
  ctx.require('data.money')
  const { storeId, modelId, source, draft } = input
  await requirePlaces(ctx, [input])
  const from = addMonths(`${localDate(ctx.now).slice(0, 7)}-01`, -1)
  const to = addDays(addMonths(from, 1), -1)
  const orders = await soldOrdersIn(ctx, { storeId, modelId, source, from, to })
  const rules = new Map<number, { readonly saved: PriceRules; readonly draft: PriceRules }>()
  for (const [channel, some] of Map.groupBy(orders, (order) => order.input.source)) {
    const loaded = await loadRules(ctx, {
      storeId,
      returnStoreId: storeId,
      modelIds: [modelId],
      source: channel,
      pickupAt: Math.min(...some.map((order) => order.input.pickupAt)),
      returnAt: Math.max(...some.map((order) => order.input.returnAt)),
    })
    const saved = loaded.of(modelId)
    rules.set(channel, { saved, draft: withDraft(saved, source, givenTerms(draft)) })
  }
  const { days, ...sums } = benchOf(orders, (channel) => rules.get(channel)!)
  return { from, to, ...sums, days: [...days] }
}

interface Asked {
  readonly storeId: string
  readonly modelId: string
  readonly source: number
  readonly from: string
  readonly to: string
}

/**
 * The regular orders of a model at a store, without cancelled ones, by the date of their agreed pickup. `offset 0` forces the filter
 * before the sort; otherwise the planner may scan all orders by id until enough match.
 */
async function soldOrdersIn(ctx: Context, { storeId, modelId, source, from, to }: Asked): Promise<SoldOrder[]> {
  const rows = await ctx.query<{ readonly sold: SoldOrder }>(
    `select jsonb_build_object('input', o.quote_snapshot -> 'input', 'lines', o.quote_snapshot -> 'lines') as sold
      from (select o.id, o.quote_snapshot from "order" o
      where o.order_kind = ${orderKind.short} and o.pickup_at >= $1 and o.pickup_at < $2 and o.store_id = $3 and o.model_id = $4
        and o.status > ${orderStatus.notSubmitted} and o.status not in (${orderStatus.cancelling}, ${orderStatus.cancelled})
        and ($5::int = ${BASE_LAYER} or o.source = $5) offset 0) o
      order by o.id limit ${MOST}`,
    [at(startOfDate(from)), at(startOfDate(addDays(to, 1))), storeId, modelId, source],
  )
  return rows.map(({ sold }) => sold)
}
