import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { formatLocal } from '@cheyi/domain/time'
import type { HandlerOf } from '../../../kernel/context.ts'
import { type Column, enqueueExport, listExport } from '../../../platform/job/actions.ts'
import { flowList, refuseUnseen } from './list.ts'

type Filter = ParsedOf<(typeof contract.payment)['flowExport']>
type Row = Awaited<ReturnType<typeof flowList>>['list'][number]

const signed = ({ direction, amount }: Row): number => (direction === 'in' ? amount : -amount) / 100

const columns: readonly Column<Row>[] = [
  ['日期', 12, (row) => row.day],
  ['时间', 17, (row) => formatLocal(row.at, 'YYYY-MM-DD HH:mm')],
  ['门店', 16, (row) => row.storeName],
  ['经手人', 10, (row) => row.cashierName ?? '客户自助'],
  ['款项', 12, (row) => flowKinds.text(row.kind)],
  ['方式', 12, (row) => payWays.text(row.way)],
  ['收支', 8, (row) => (row.direction === 'in' ? '收入' : '支出')],
  ['金额', 14, signed],
  ['订单号', 16, (row) => row.orderNo ?? ''],
  ['凭证号', 14, (row) => row.txnId],
  ['科目', 16, (row) => accountName(row.account)],
  ['付款方', 14, (row) => row.payer],
  ['交易单号', 24, (row) => row.tradeNo],
  ['渠道或小票流水号', 26, (row) => row.slipNo],
  ['凭证', 8, (row) => (row.voucherIds.length === 0 ? '' : `${row.voucherIds.length}张`)],
  ['订单在手', 14, (row) => (row.balance === null ? '' : row.balance / 100)],
]

/** Money movements as a spreadsheet for the accounting system, in the order of the list. */
export const exportFlows = listExport<Filter, Row>({
  kind: 'flowExport',
  key: 'order.fee',
  title: '收支流水',
  unit: '笔',
  columns: () => columns,
  page: flowList,
})

/** @throws Refusal tooFrequent (-7), and as {@link refuseUnseen} */
export const flowExport: HandlerOf<'payment', 'flowExport'> = async (filter, ctx) => {
  await refuseUnseen(ctx, filter)
  return enqueueExport(ctx, exportFlows, filter)
}
