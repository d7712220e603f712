import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { flowColumns } from '@cheyi/domain/money/payment/columns'
import { formatLocal } from '@cheyi/domain/time'
import type { HandlerOf } from '../../../kernel/context.ts'
import { type Cells, enqueueExport, listExport } from '../../../platform/job/actions.ts'
import { flowList, refuseUnseen } from './list.ts'

type Filter = ParsedOf<(typeof contract.payment)['flowExport']>
type Row = Awaited<ReturnType<typeof flowList>>['list'][number]

const cells: Cells<keyof typeof flowColumns, Row> = {
  day: [12, (row) => row.day],
  at: [17, (row) => formatLocal(row.at, 'YYYY-MM-DD HH:mm')],
  store: [16, (row) => row.storeName],
  who: [10, (row) => row.cashierName ?? '客户自助'],
  kind: [12, (row) => flowKinds.text(row.kind)],
  way: [12, (row) => payWays.text(row.way)],
  in: [14, ({ direction, amount }) => (direction === 'in' ? amount / 100 : '')],
  out: [14, ({ direction, amount }) => (direction === 'out' ? amount / 100 : '')],
  amount: [14, ({ direction, amount }) => (direction === 'in' ? amount : -amount) / 100],
  order: [16, (row) => row.orderNo ?? ''],
  txnId: [14, (row) => row.txnId],
  account: [16, (row) => accountName(row.account)],
  payer: [14, (row) => row.payer],
  tradeNo: [24, (row) => row.tradeNo],
  slipNo: [26, (row) => row.slipNo],
  vouchers: [8, (row) => (row.voucherIds.length === 0 ? '' : `${row.voucherIds.length}张`)],
  balance: [14, (row) => (row.balance === null ? '' : row.balance / 100)],
}

/** Money movements as a spreadsheet for the accounting system, in the order of the list. */
export const exportFlows = listExport<Filter, Row, keyof typeof flowColumns>({
  kind: 'flowExport',
  key: 'order.fee',
  title: '收支流水',
  unit: '笔',
  titles: flowColumns,
  cells,
  page: flowList,
})

/** @throws Refusal tooFrequent (-7), and as {@link refuseUnseen} */
export const flowExport: HandlerOf<'payment', 'flowExport'> = async (filter, ctx) => {
  await refuseUnseen(ctx, filter)
  return enqueueExport(ctx, exportFlows, filter)
}
