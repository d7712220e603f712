import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { depositLabel } from '@cheyi/domain/deposit/status'
import { formatCharged } from '@cheyi/domain/length'
import { jobState } from '@cheyi/domain/lookup/codes'
import { orderKinds, orderStatuses, pickupTypes, returnTypes, type Source } from '@cheyi/domain/order/codes'
import { DAY, formatLocal } from '@cheyi/domain/time'
import { bulkWork, keepResult } from '../../job/actions.ts'
import { sourceNamesOf } from '../../merchant/actions.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { list } from './list.ts'

type Filter = ParsedOf<(typeof contract.order)['exportList']>
type Card = Awaited<ReturnType<typeof list>>['list'][number]

/** As many as a workbook of use holds; whoever has more narrows them by date. */
const MAX_ROWS = 50_000
const PAGE = 100

const moment = (at: number): string => formatLocal(at, 'YYYY-MM-DD HH:mm')
const yuan = (fen: number): number => fen / 100

/** Heading and width in signs of a column, and what stands in it. Phones are masked, as in the list. */
type Column = readonly [title: string, width: number, cell: (card: Card) => string | number]

const columnsOf = (sourceName: (source: Source) => string): readonly Column[] => [
  ['订单号', 16, (card) => card.orderNo],
  ['类型', 10, (card) => orderKinds.text(card.orderKind)],
  ['状态', 8, (card) => orderStatuses.text(card.status)],
  ['来源', 12, (card) => sourceName(card.source)],
  ['客户', 10, (card) => card.contactName],
  ['手机号', 14, (card) => card.phone],
  ['车型', 18, (card) => card.modelName],
  ['车牌号', 11, (card) => card.plate ?? ''],
  ['取车时间', 17, (card) => moment(card.pickupAt)],
  ['取车门店', 16, (card) => card.storeName],
  ['取车方式', 10, (card) => pickupTypes.text(card.pickupType)],
  ['还车时间', 17, (card) => moment(card.returnAt)],
  ['还车门店', 16, (card) => card.returnStoreName],
  ['还车方式', 10, (card) => returnTypes.text(card.returnType)],
  ['租期', 10, (card) => formatCharged(card.days, card.overHours)],
  ['订单总额', 12, (card) => yuan(card.total)],
  ['待收', 12, (card) => yuan(card.owed)],
  ['押金', 12, (card) => depositLabel(card.depositStatus, card.depositPayStatus)],
  ['在手押金', 12, (card) => yuan(card.heldDeposit)],
  ['标签', 14, (card) => card.tags.join('、')],
]

/** The orders of a list as a table, in its order. */
export const exportOrders = bulkWork<Filter>({
  kind: 'orderExport',
  key: 'order.export',
  keepFileMs: DAY,
  async perform(run) {
    const columns = columnsOf(await run.read(sourceNamesOf))
    const rows: (string | number)[][] = []
    let total = 0
    let cursor: string | undefined
    do {
      const page = await run.read((ctx) => list({ ...run.input, pageSize: PAGE, cursor }, ctx))
      total = page.total ?? total
      rows.push(...page.list.map((card) => columns.map(([, , cell]) => cell(card))))
      await run.progress(rows.length, Math.max(total, rows.length))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && rows.length < MAX_ROWS)
    const bytes = await writeTable([
      { name: '订单', rows: [columns.map(([title]) => title), ...rows], widths: columns.map(([, width]) => width) },
    ])
    const file = await keepResult(run, bytes, `订单${formatLocal(run.now, 'YYYYMMDDHHmm')}.xlsx`)
    return { state: jobState.done, message: `共${rows.length}单`, file }
  },
})
