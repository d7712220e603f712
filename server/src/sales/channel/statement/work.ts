import type { Source } from '@cheyi/domain/booking/order/codes'
import { isCancelling } from '@cheyi/domain/booking/order/steps'
import { statementSettlementEntry } from '@cheyi/domain/money/payment/ledger'
import { statementResult, statementState } from '@cheyi/domain/sales/channel/codes'
import {
  resultOf,
  type StatementKey,
  statementColumns,
  statementTable,
} from '@cheyi/domain/sales/channel/statement/columns'
import {
  planStatement,
  type ReadStatement,
  readStatement,
  type StatementPlan,
} from '@cheyi/domain/sales/channel/statement/plan'
import { readOrder, seizeOrders } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { platformStates } from '../../../money/deposit/actions.ts'
import { finishWhenPaidBack, postNew, recordPlatformRefunds } from '../../../money/payment/actions.ts'
import { type Asked, tableImport, tableTemplate } from '../../../platform/table-import/actions.ts'
import * as store from './store.ts'

interface Of extends Asked {
  readonly source: Source
  /** First day of the month. */
  readonly month: string
}

/** Imports the statement of a platform: each line is compared with its order, and booked if both agree (J23). */
export const statementImport = tableImport<
  StatementKey,
  Of,
  ReadStatement,
  object,
  store.KnownStatement,
  StatementPlan
>({
  kind: statementTable,
  noun: '对账明细',
  none: '任何对账明细',
  jobs: { check: 'statementCheck', run: 'statementImport' },
  key: 'channel.finance',
  field: 'statementColumn',
  words: { update: '更新' },
  readRow: readStatement,
  understand: () => ({}),
  known: store.loadReferences,
  plan: ({ rows, firstLine }, { lines }, { source, month }, { now: _, ...piece }) =>
    planStatement(rows, lines, { source, month, firstLine, ...piece }),
  async lock(ctx, rows) {
    const { orders } = await store.loadReferences(ctx, rows)
    await ctx.elevated(() =>
      seizeOrders(
        ctx,
        orders.map(({ id }) => id),
      ),
    )
    return store.loadReferences(ctx, rows)
  },
  carryOut,
})

async function carryOut(ctx: Context, plans: readonly (StatementPlan | { readonly action: 'fail' })[]): Promise<void> {
  const lines = plans.flatMap((plan) => (plan.action === 'create' || plan.action === 'update' ? [plan.line] : []))
  if (lines.length === 0) return
  const numbers = lines.map(({ channelOrderNo }) => channelOrderNo)
  const named = (await store.ordersOf(ctx, numbers)).filter(({ source }) => source === lines[0]!.source)
  await finishPlatformCancels(
    ctx,
    named.map(({ id }) => id),
  )
  for (const { id, channelOrderNo } of named) {
    const { deductedFen, month } = lines.find((line) => line.channelOrderNo === channelOrderNo)!
    if (deductedFen > 0)
      await platformStates(ctx, id, deductedFen + (await store.deductedInOtherMonths(ctx, id, month)))
  }
  const orders = new Map(
    (await store.ordersOf(ctx, numbers))
      .filter(({ source }) => source === lines[0]!.source)
      .map((order) => [order.channelOrderNo, order]),
  )
  const rows = lines.map((line) => {
    const order = orders.get(line.channelOrderNo)
    return {
      ...line,
      orderId: order?.id ?? null,
      oursFen: order?.oursFen ?? null,
      oursCommissionFen: order?.oursCommissionFen ?? null,
      result: resultOf(store.statedAmounts(line), store.comparable(order)),
    }
  })
  const saved = new Map((await store.save(ctx, rows)).map(({ id, channelOrderNo }) => [channelOrderNo, id]))
  const agreed = rows.filter(({ result }) => result === statementResult.same)
  for (const { channelOrderNo, orderId, netFen } of agreed)
    postNew(ctx, orderId!, [
      statementSettlementEntry(saved.get(channelOrderNo)!, { theirsFen: netFen, oursFen: netFen }),
    ])
  const ids = agreed.map(({ channelOrderNo }) => saved.get(channelOrderNo)!)
  if (ids.length > 0) await store.end(ctx, ids, { state: statementState.settled, note: '' })
}

/** A platform that settles a cancelled order has refunded its customer: the refund that was pending is recorded. */
export async function finishPlatformCancels(ctx: Context, orderIds: readonly string[]): Promise<void> {
  for (const id of await store.cancelling(ctx, orderIds)) {
    const order = await readOrder(ctx, id)
    if (!isCancelling(order.status)) continue
    await recordPlatformRefunds(ctx, order)
    await finishWhenPaidBack(ctx, await readOrder(ctx, id))
  }
}

const notes = [
  '带 * 的列必填，每行一笔；同一渠道订单号的结算和退款会合并',
  '列名与顺序不必与模板一致，平台导出的对账单可直接上传',
  '结算金额是平台扣除佣金后付给商家的金额；商家应付给平台的写负数',
  '有佣金列的，结算金额和佣金都与系统核对；佣金留空的不核对',
  '类型写「押金扣款」的行作为平台扣款的答复',
  '与系统金额一致的自动入账，其余逐条处理',
]

export const makeStatementTemplate = tableTemplate({
  kind: 'statementTemplate',
  key: 'channel.finance',
  sheet: '对账单',
  file: '平台对账单模板.xlsx',
  heading: statementColumns.map(({ key, title }) =>
    (statementTable.needed as readonly string[]).includes(key) ? `${title}*` : title,
  ),
  columns: statementColumns,
  notes,
})
