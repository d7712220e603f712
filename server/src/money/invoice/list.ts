import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { percent } from '@cheyi/domain/money'
import { receivedFen } from '@cheyi/domain/money/debt/paid'
import { invoiceColumns } from '@cheyi/domain/money/invoice/columns'
import { invoiceable, invoiceKinds, invoiceStatuses } from '@cheyi/domain/money/invoice/invoice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { formatLocal } from '@cheyi/domain/time'
import { readOrder } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { inOrder, mediaViews } from '../../platform/media/actions.ts'
import * as store from './store.ts'

type Calls = typeof contract.invoice
type View = OutputOf<Calls['list']>['list'][number]
type Filter = ParsedOf<Calls['exportAll']>

const view = ({ amountFen, taxFen, createdAt, ...row }: store.ListedRow) => ({
  ...row,
  amount: amountFen,
  tax: taxFen,
  at: createdAt,
})

export const list: HandlerOf<'invoice', 'list'> = async (input, ctx) =>
  listAnswer(input, {
    rows: store.page(ctx, input, cursorKeys(input, 'id')?.[0] ?? null, pageSize(input) + 1),
    count: () => store.count(ctx, input),
    keys: ({ id }) => [id],
    view,
  })

/** @throws Refusal notFound (-4), also for an invoice without a visible order */
export const detail: HandlerOf<'invoice', 'detail'> = async ({ id }, ctx) => {
  const row = requireFound(await store.byId(ctx, id))
  const [parts, files] = await Promise.all([store.parts(ctx, id), mediaViews(ctx, [...row.fileIds, ...row.redFileIds])])
  return {
    ...view(row),
    files: inOrder(files, row.fileIds),
    redFiles: inOrder(files, row.redFileIds),
    list: parts.map(({ amountFen, ...part }) => ({ ...part, amount: amountFen })),
  }
}

/**
 * The amount that can be invoiced for an order, or for the orders of a receipt, and the existing invoices.
 * @throws Refusal orderNotFound (2002), notFound (-4), badInput (-2) where neither is named
 */
export const ofOrders: HandlerOf<'invoice', 'ofOrders'> = async ({ orderId, receiptId }, ctx) => {
  const ids = await requireOrderIds(ctx, orderId, receiptId)
  const [facts, invoices, buyers] = await Promise.all([
    store.invoicedOrders(ctx, ids),
    store.ofOrders(ctx, ids),
    store.buyers(ctx, ids),
  ])
  return {
    orders: facts.map((order) => ({
      ...order,
      received: receivedFen(order),
      invoiced: order.invoicedFen,
      left: invoiceable(order),
    })),
    invoices: invoices.map(view),
    buyer: buyers.length === 1 ? buyers[0]! : null,
  }
}

async function requireOrderIds(
  ctx: Context,
  orderId: string | undefined,
  receiptId: string | undefined,
): Promise<string[]> {
  if (orderId !== undefined) return [(await readOrder(ctx, orderId)).id]
  if (receiptId === undefined) throw badInput('orderId', '请选择订单或收款单')
  const ids = await store.ordersOfReceipt(ctx, receiptId)
  if (ids.length === 0) throw new Refusal('notFound', { field: 'receiptId' })
  return ids
}

const cells: Cells<keyof typeof invoiceColumns, View> = {
  at: [17, (row) => formatLocal(row.at, 'YYYY-MM-DD HH:mm')],
  status: [10, (row) => (row.redDue ? '待红冲' : invoiceStatuses.text(row.status))],
  kind: [12, (row) => invoiceKinds.text(row.kind)],
  title: [28, (row) => row.title],
  taxNo: [22, (row) => row.taxNo],
  amount: [14, (row) => row.amount / 100],
  rate: [8, (row) => percent(row.rateBp)],
  tax: [12, (row) => row.tax / 100],
  number: [22, (row) => row.number],
  issuedOn: [12, (row) => row.issuedOn ?? ''],
  redNumber: [22, (row) => row.redNumber],
  redOn: [12, (row) => row.redOn ?? ''],
  orders: [40, (row) => row.orderNos.join(' ')],
  who: [10, (row) => row.operatorName],
  note: [24, (row) => row.note],
}

export const exportInvoices = listExport<Filter, View, keyof typeof invoiceColumns>({
  kind: 'invoiceExport',
  key: 'data.money',
  title: '发票登记',
  unit: '张',
  titles: invoiceColumns,
  cells,
  page: list,
})

/** @throws Refusal tooFrequent (-7) */
export const exportAll: HandlerOf<'invoice', 'exportAll'> = (filter, ctx) => enqueueExport(ctx, exportInvoices, filter)
