import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { bridgeColumns, bridgeReasons, reasonsOf, ruleFenOf } from '@cheyi/domain/insight/data/bridge'
import { monthOf } from '@cheyi/domain/money/closing/month'
import { pick } from '@cheyi/domain/pick'
import { badInput } from '@cheyi/domain/refusal'
import { formatLocal } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, type PageAsk, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { refuseNoMonth } from '../../money/closing/actions.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { type BridgeOrder, bridgeFacts, bridgeOrders, incomeFen } from './store-bridge.ts'

/*
 * 收入差异: the orders of a month whose posted income is another one than that of the rule of days. Months that an earlier release
 * posted have no days, so that 补记以前月份 says nothing of them.
 */

/** Orders whose facts are read at a time. */
const BATCH = 500

interface Bridged {
  readonly order: BridgeOrder
  readonly ruleFen: number
}

async function* batchesOf(ctx: Context, month: string, after: string): AsyncGenerator<readonly Bridged[]> {
  const ids = await bridgeOrders(ctx, month, after)
  for (let begin = 0; begin < ids.length; begin += BATCH) {
    const orders = await bridgeFacts(ctx, month, ids.slice(begin, begin + BATCH))
    yield orders.map((order) => ({ order, ruleFen: ruleFenOf(order, month) }))
  }
}

function refuseUnfinished(ctx: Context, month: string): void {
  refuseNoMonth(month)
  if (month >= monthOf(ctx.now)) throw badInput('month', `${month} 还没有结束，没有收入差异`)
}

/** A page of the orders of the difference; the first one also adds up all orders of the month. */
async function bridgePage(ctx: Context, ask: { readonly month: string } & PageAsk) {
  const { month } = ask
  const isFirst = isFirstPage(ask)
  const [after = '0'] = cursorKeys(ask, 'id') ?? []
  const size = pageSize(ask) + 1
  const found: Bridged[] = []
  const sums = { posted: 0, rule: 0, same: 0 }
  let differing = 0
  for await (const batch of batchesOf(ctx, month, after)) {
    for (const one of batch) {
      const { postedFen } = one.order
      sums.posted += postedFen
      sums.rule += one.ruleFen
      if (postedFen === one.ruleFen) sums.same += postedFen === 0 ? 0 : 1
      else if (differing++ < size) found.push(one)
    }
    if (!isFirst && found.length >= size) break
  }
  const { rows, nextCursor } = buildPage(found, ask, ({ order }) => [order.orderId])
  return {
    month,
    list: rows.map(({ order, ruleFen }) => ({
      ...pick(order, 'orderId', 'orderNo', 'orderKind', 'modelName', 'storeName', 'pickupAt', 'returnAt'),
      posted: order.postedFen,
      rule: ruleFen,
      difference: ruleFen - order.postedFen,
      reasons: [...reasonsOf(order, month)],
    })),
    nextCursor,
    ...totalOf(isFirst ? differing : null),
    sums: isFirst
      ? { ...sums, difference: sums.rule - sums.posted, other: (await incomeFen(ctx, month)) - sums.posted }
      : null,
  }
}

/** @throws Refusal badInput (-2) for a month that is not over */
export const bridge: HandlerOf<'data', 'bridge'> = (ask, ctx) => {
  refuseUnfinished(ctx, ask.month)
  return bridgePage(ctx, ask)
}

type Filter = ParsedOf<(typeof contract.data)['bridgeExport']>
type Row = Awaited<ReturnType<typeof bridgePage>>['list'][number]

const time = (ms: number): string => formatLocal(ms, 'YYYY-MM-DD HH:mm')

const cells: Cells<keyof typeof bridgeColumns, Row> = {
  orderNo: [18, ({ orderNo }) => orderNo],
  model: [18, ({ modelName }) => modelName],
  store: [16, ({ storeName }) => storeName],
  when: [34, ({ pickupAt, returnAt }) => `${time(pickupAt)} 至 ${time(returnAt)}`],
  posted: [14, ({ posted }) => posted / 100],
  rule: [14, ({ rule }) => rule / 100],
  difference: [14, ({ difference }) => difference / 100],
  reason: [24, ({ reasons }) => reasons.map((reason) => bridgeReasons[reason]).join('、')],
}

export const exportBridge = listExport<Filter, Row, keyof typeof bridgeColumns>({
  kind: 'bridgeExport',
  key: 'data.money',
  whole: true,
  title: '收入差异',
  unit: '单',
  titles: bridgeColumns,
  cells,
  page: (filter, ctx) => bridgePage(ctx, filter),
})

/** @throws Refusal badInput (-2) for a month that is not over, tooFrequent (-7) */
export const bridgeExport: HandlerOf<'data', 'bridgeExport'> = (filter, ctx) => {
  refuseUnfinished(ctx, filter.month)
  return enqueueExport(ctx, exportBridge, filter)
}
