import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { accountName, journals } from '@cheyi/domain/money/payment/accounts'
import { voucherColumns } from '@cheyi/domain/money/payment/columns'
import type { Account } from '@cheyi/domain/money/payment/ledger'
import { namesOf, sumOf } from '@cheyi/domain/money/payment/voucher'
import { formatLocal } from '@cheyi/domain/time'
import type { HandlerOf } from '../../../kernel/context.ts'
import { type Column, enqueueExport, fixedColumns, listExport } from '../../../platform/job/actions.ts'
import { vouchers } from './list.ts'

type Filter = ParsedOf<(typeof contract.payment)['entriesExport']>
type Voucher = Awaited<ReturnType<typeof vouchers>>['list'][number]
type Row = Omit<Voucher, 'lines'> & Voucher['lines'][number] & { readonly against: readonly Account[] }

/** The entries of a voucher, or those to one account, each with the other accounts. */
const entriesOf = ({ lines, ...voucher }: Voucher, only: Account | undefined): readonly Row[] =>
  lines
    .filter(({ account }) => only === undefined || account === only)
    .map((line) => ({
      ...voucher,
      ...line,
      against: [...new Set(lines.map(({ account }) => account))].filter((account) => account !== line.account),
    }))

const side = (fen: number): number | string => (fen === 0 ? '' : fen / 100)
const shared = { key: 'data.money', whole: true, title: '明细账' } as const

const entryColumns: readonly Column<Row>[] = [
  ['日期', 12, (row) => row.day],
  ['凭证号', 14, (row) => row.id],
  ['凭证类型', 14, (row) => journals.text(row.journal)],
  ['科目', 16, (row) => accountName(row.account)],
  ['借方', 14, (row) => side(row.debit)],
  ['贷方', 14, (row) => side(row.credit)],
  ['对方科目', 24, (row) => row.against.map(accountName).join('、')],
  ['摘要', 28, (row) => row.memo],
  ['订单号', 16, (row) => row.orderNo ?? ''],
  ['订单未开始', 10, (row) => (row.notBegun ? '是' : '')],
  ['客户', 12, (row) => row.contactName],
  ['门店', 16, (row) => row.storeName],
  ['经手人', 10, (row) => row.operatorName || '系统'],
  ['记账时间', 17, (row) => formatLocal(row.at, 'YYYY-MM-DD HH:mm')],
]

/** A row for each entry, for an accountant. */
export const exportEntries = listExport<Filter, Row, string>({
  ...shared,
  kind: 'entriesExport',
  unit: '行',
  ...fixedColumns(entryColumns),
  async page(ask, ctx) {
    const page = await vouchers(ask, ctx)
    return { ...page, list: page.list.flatMap((voucher) => entriesOf(voucher, ask.account)) }
  },
})

/** A row for each voucher with the columns of the list; `debit` and `credit` are of the account that is asked for. */
export const exportVoucherList = listExport<Filter, Voucher, keyof typeof voucherColumns>({
  ...shared,
  kind: 'vouchersExport',
  unit: '张',
  titles: voucherColumns,
  cells: ({ input: { account } }) => ({
    day: [12, (row) => row.day],
    id: [14, (row) => row.id],
    journal: [14, (row) => journals.text(row.journal)],
    debits: [24, (row) => namesOf(row, 'debit')],
    credits: [24, (row) => namesOf(row, 'credit')],
    amount: [14, (row) => sumOf(row, 'debit') / 100],
    debit: [14, (row) => side(sumOf(row, 'debit', account))],
    credit: [14, (row) => side(sumOf(row, 'credit', account))],
    order: [16, (row) => row.orderNo ?? ''],
    customer: [12, (row) => row.contactName],
    store: [16, (row) => row.storeName],
    memo: [28, (row) => row.memo],
    who: [10, (row) => row.operatorName || '系统'],
    at: [17, (row) => formatLocal(row.at, 'YYYY-MM-DD HH:mm')],
  }),
  page: vouchers,
})

/** @throws Refusal tooFrequent (-7) */
export const entriesExport: HandlerOf<'payment', 'entriesExport'> = ({ columns, ...filter }, ctx) =>
  columns?.length
    ? enqueueExport(ctx, exportVoucherList, { ...filter, columns })
    : enqueueExport(ctx, exportEntries, filter)
