import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { jobState } from '@cheyi/domain/lookup/codes'
import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import { DAY, formatLocal } from '@cheyi/domain/time'
import { bulkWork, enqueueExport, keepResult } from '../../job/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { flowList, refuseUnseen } from './list.ts'

type Filter = ParsedOf<(typeof contract.payment)['flowExport']>
type Row = Awaited<ReturnType<typeof flowList>>['list'][number]

/** As many as a workbook of use holds; whoever has more narrows them by date. */
const MAX_ROWS = 50_000
const PAGE = 100

const signed = ({ direction, amount }: Row): number => (direction === 'in' ? amount : -amount) / 100

/** Heading and width in signs of a column, and what stands in it. */
const columns: readonly (readonly [title: string, width: number, cell: (row: Row) => string | number])[] = [
  ['日期', 12, (row) => row.day],
  ['时间', 17, (row) => formatLocal(row.at, 'YYYY-MM-DD HH:mm')],
  ['门店', 16, (row) => row.storeName],
  ['经手人', 10, (row) => row.cashierName ?? '客户自助'],
  ['款项', 12, (row) => flowKinds.text(row.kind)],
  ['方式', 12, (row) => payWays.text(row.way)],
  ['收支', 8, (row) => (row.direction === 'in' ? '收入' : '支出')],
  ['金额', 14, signed],
  ['订单号', 16, (row) => row.orderNo ?? ''],
  ['订单在手', 14, (row) => (row.balance === null ? '' : row.balance / 100)],
]

/** Movements of money as a table, in the order of their list: what the accounting system takes in. */
export const exportFlows = bulkWork<Filter>({
  kind: 'flowExport',
  key: 'order.fee',
  keepFileMs: DAY,
  async perform(run) {
    const rows: (string | number)[][] = []
    let total = 0
    let cursor: string | undefined
    do {
      const page = await run.read((ctx) => flowList({ ...run.input, pageSize: PAGE, cursor }, ctx))
      total = page.total ?? total
      rows.push(...page.list.map((row) => columns.map(([, , cell]) => cell(row))))
      await run.progress(rows.length, Math.max(total, rows.length))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && rows.length < MAX_ROWS)
    const bytes = await writeTable([
      { name: '收支流水', rows: [columns.map(([title]) => title), ...rows], widths: columns.map(([, width]) => width) },
    ])
    const file = await keepResult(run, bytes, `收支流水${formatLocal(run.now, 'YYYYMMDDHHmm')}.xlsx`)
    return { state: jobState.done, message: `共${rows.length}笔`, file }
  },
})

/** @throws Refusal tooFrequent (-7), and as {@link refuseUnseen} */
export async function flowExport(filter: Filter, ctx: Context): Promise<{ jobId: string }> {
  await refuseUnseen(ctx, filter)
  return enqueueExport(ctx, exportFlows, filter)
}
