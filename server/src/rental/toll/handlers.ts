import { contract } from '@cheyi/contract/index'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { tollSummary } from '@cheyi/domain/rental/toll/toll'
import { candidatesOf, NEAR_BY_HAND } from '@cheyi/domain/rental/violation/match'
import { can } from '@cheyi/domain/step'
import { readOrder } from '../../booking/order/actions.ts'
import { type Context, implement, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { payableInBatch } from '../../money/deposit/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { importCalls } from '../../platform/table-import/actions.ts'
import { carTimes, nameFor, nearOf } from '../violation/actions.ts'
import { charge } from './charge.ts'
import { makeTollTemplate, tollImport } from './import/work.ts'
import { cancel, match, waive } from './match.ts'
import * as store from './store.ts'
// Registers the query of pending work about lines of bills.
import './waiting.ts'

const viewOf = (ctx: Context, { id, contactName, ...row }: store.ListRow) => ({
  ...row,
  lineId: id,
  lineNo: row.lineNo ?? row.backNo,
  renterName: contactName === null ? null : nameFor(ctx, contactName),
})

export const toll = implement(contract.toll, {
  /** @throws Refusal notFound (-4), orderNotFound (2002) for a store or an order not visible to the account */
  async page(input, ctx) {
    if (input.storeId !== undefined) inSight(ctx, input.storeId)
    if (input.orderId !== undefined) await readOrder(ctx, input.orderId)
    const [lines, counts] = await Promise.all([
      store.page(ctx, input, cursorKeys(input, 'ms', 'id'), pageSize(input) + 1),
      isFirstPage(input) ? store.counts(ctx, input) : null,
    ])
    const { rows, nextCursor } = buildPage(lines, input, ({ outAt, id }) => [outAt, id])
    const counted =
      counts !== null && input.group !== undefined && input.group in counts
        ? counts[input.group as keyof typeof counts]
        : null
    return { list: rows.map((row) => viewOf(ctx, row)), nextCursor, ...totalOf(counted), counts }
  },

  /** @throws Refusal notFound (-4) */
  async around({ lineId }, ctx) {
    const { vehicleId, outAt } = requireFound(await store.byId(ctx, lineId))
    if (vehicleId === null) return []
    const asked = { vehicleId, first: outAt, last: outAt }
    const times = await ctx.elevated(() => carTimes(ctx, [asked]))
    return nearOf(ctx, candidatesOf(times.get(vehicleId)!.rentals, outAt, NEAR_BY_HAND))
  },

  cars: ({ keyword = '' }, ctx) => store.cars(ctx, keyword),

  /** @throws Refusal notFound (-4), orderNotFound (2002) for a store or an order not visible to the account */
  async due({ storeId, orderId, ...ask }, ctx) {
    if (storeId !== undefined) inSight(ctx, storeId)
    if (orderId !== undefined) await readOrder(ctx, orderId)
    const orders = await store.dueOrders(ctx, { storeId, orderId }, cursorKeys(ask, 'ms', 'id'), pageSize(ask) + 1)
    const { rows, nextCursor } = buildPage(orders, ask, ({ firstAt, orderId }) => [firstAt, orderId])
    const deducted = rows.filter(({ status }) => can(orderSteps, 'deduct', status).ok).map(({ orderId }) => orderId)
    const deposits = await payableInBatch(ctx, deducted, depositKind.rental)
    const first = isFirstPage(ask)
    const { orders: all = 0, allLines: lines = 0, allFen: fen = 0 } = rows[0] ?? {}
    return {
      nextCursor,
      ...totalOf(first ? all : null),
      sums: first ? { lines, fen } : null,
      list: rows.map(({ contactName, kinds, ...row }) => ({
        ...row,
        renterName: nameFor(ctx, contactName),
        what: tollSummary(kinds.map((kind) => ({ kind }))),
        deposit: deposits.get(row.orderId)?.payable ?? 0,
        depositOnce: deposits.get(row.orderId)?.once ?? 0,
      })),
    }
  },

  match,
  waive,
  cancel,
  charge,
  ...importCalls(makeTollTemplate, tollImport),
})
