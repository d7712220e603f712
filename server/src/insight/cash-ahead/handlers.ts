import { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { cashAhead as aheadOf, endOfWeeks, mondayOf, OLD_DAYS } from '@cheyi/domain/insight/cash-ahead/ahead'
import { cashKinds, cashSubject, cashSubjects, certainties, wayOf } from '@cheyi/domain/insight/cash-ahead/codes'
import type { cashColumns } from '@cheyi/domain/insight/cash-ahead/columns'
import { cashColumns as titles } from '@cheyi/domain/insight/cash-ahead/columns'
import { account } from '@cheyi/domain/money/payment/ledger'
import { pick } from '@cheyi/domain/pick'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { badInput } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, implement } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { bankNow } from '../../money/bank/actions.ts'
import { type Cells, enqueueExport, listExport } from '../../platform/job/actions.ts'
import { findFacts } from './reckon.ts'
import * as store from './store.ts'

type Calls = typeof contract.cashAhead
type Filter = Pick<ParsedOf<Calls['rows']>, 'kind' | 'week'>
type Listed = OutputOf<Calls['rows']>['list'][number]

/** What customers' deposits and cash come to in the books. */
function balanceOf(movements: Awaited<ReturnType<typeof findFacts>>['movements'], ...of: readonly string[]): number {
  return movements.reduce((sum, one) => (of.includes(one.account) ? sum + one.closingFen : sum), 0)
}

const overview: HandlerOf<'cashAhead', 'overview'> = async (_, ctx) => {
  const [found, bank] = await Promise.all([findFacts(ctx), bankNow(ctx)])
  const { today, movements } = found
  const cash = balanceOf(movements, account.cashOnHand)
  const deposits = -balanceOf(movements, account.depositRental, account.depositViolation)
  const openingFen = bank.heldFen + cash
  const expected = await store.expectations(ctx, found)
  const { weeks, totals, lowest, old } = aheadOf({ today, openingFen, depositsFen: deposits, expected })
  const cellView = ({ overdueFen, estimateFen, ...cell }: (typeof totals)[number]) => ({
    ...cell,
    overdue: overdueFen,
    estimate: estimateFen,
  })
  return {
    today,
    opening: {
      ...{ fen: openingFen, bank: bank.heldFen, cash, deposits },
      stated: bank.lastOn === null ? null : bank.statedFen,
      statedUntil: bank.lastOn,
      openLines: bank.open.count,
      openLinesSum: bank.open.fen,
    },
    weeks: weeks.map(({ cells, receiptsFen, paymentsFen, depositsBackFen, closingFen, depositsFen, ...week }) => ({
      ...week,
      cells: cells.map(cellView),
      ...{ receipts: receiptsFen, payments: paymentsFen, depositsBack: depositsBackFen },
      ...{ closing: closingFen, deposits: depositsFen },
    })),
    totals: totals.map(cellView),
    lowest,
    old: { ...old, days: OLD_DAYS },
  }
}

/** @throws Refusal badInput (-2) for a day outside of the weeks */
function filterOf(ctx: Context, { kind, week }: Filter): store.RowFilter {
  const today = localDate(ctx.now)
  if (week === undefined) return { kind }
  if (week < mondayOf(today) || week >= endOfWeeks(today)) throw badInput('week', '请选择今天起13周内的一周')
  return { kind, week: mondayOf(week) }
}

function nameOf({ subject, name, contactName, plate }: store.ExpectedRow): string {
  if (subject === cashSubject.car) return plate === null ? name : displayPlate(plate)
  return name === '' ? (contactName ?? '') : name
}

function noteOf({ subject, name, note, orderNo, dueOn }: store.ExpectedRow): string {
  if (subject === cashSubject.instalment) return `${orderNo} 第${note}期`
  if (subject === cashSubject.order) return orderNo ?? ''
  if (subject === cashSubject.car) return [name, note || dueOn.slice(0, 7)].filter(Boolean).join(' ')
  return note
}

const rows: HandlerOf<'cashAhead', 'rows'> = async (ask, ctx) => {
  const filter = filterOf(ctx, ask)
  const found = await findFacts(ctx, ask.kind)
  const { today } = found
  const after = cursorKeys(ask, 'int', 'id', 'int')
  const [listed, sums] = await Promise.all([
    store.rows(ctx, found, filter, after, pageSize(ask) + 1),
    isFirstPage(ask) ? store.rowSums(ctx, found, filter) : null,
  ])
  const page = buildPage(listed, ask, ({ dayNo, refId, rank }) => [dayNo, refId, rank])
  return {
    list: page.rows.map((row): Listed => {
      // What is overdue is expected at once.
      const day = [today, row.day].toSorted()[1]!
      return {
        key: `${row.refId}.${row.kind}.${row.seq}`,
        ...pick(row, 'kind', 'dueOn', 'lateDays', 'certainty', 'fen', 'subject', 'subjectId', 'orderKind'),
        day,
        isOverdue: row.dueOn < today,
        name: nameOf(row),
        note: noteOf(row),
        week: mondayOf(day),
      }
    }),
    nextCursor: page.nextCursor,
    ...totalOf(sums?.count ?? null),
    sums: sums && { receipts: sums.receipts, payments: sums.payments },
  }
}

const cells: Cells<keyof typeof cashColumns, Listed> = {
  week: [12, ({ week }) => week],
  kind: [14, ({ kind }) => cashKinds.text(kind)],
  day: [12, ({ day }) => day],
  dueOn: [12, ({ dueOn }) => dueOn],
  late: [10, ({ lateDays }) => (lateDays === 0 ? '' : { count: lateDays })],
  subject: [12, ({ subject }) => cashSubjects.text(subject)],
  name: [24, ({ name }) => name],
  note: [28, ({ note }) => note],
  certainty: [10, ({ certainty }) => certainties.text(certainty)],
  receipt: [14, ({ kind, fen }) => (wayOf(kind) === 'in' ? fen / 100 : '')],
  payment: [14, ({ kind, fen }) => (wayOf(kind) === 'in' ? '' : fen / 100)],
}

/** What is expected, row by row. */
export const exportCashAhead = listExport<Filter, Listed, keyof typeof cashColumns>({
  kind: 'cashAheadExport',
  key: 'data.money',
  whole: true,
  title: '资金预测',
  unit: '条',
  titles,
  cells,
  page: rows,
})

export const cashAhead = implement(contract.cashAhead, {
  overview,
  rows,

  /** @throws Refusal badInput (-2) for a day outside of the weeks, tooFrequent (-7) */
  async rowsExport(filter, ctx) {
    filterOf(ctx, filter)
    return enqueueExport(ctx, exportCashAhead, filter)
  },
})
