import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { maintenanceStatus, ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { bankLineState } from '@cheyi/domain/money/bank/codes'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { daysOf } from '@cheyi/domain/money/closing/month'
import { type ClosingPoint, closingPoints, hindersClosing, mayAcceptPoint } from '@cheyi/domain/money/closing/point'
import { invoiceStatus } from '@cheyi/domain/money/invoice/invoice'
import { billState } from '@cheyi/domain/money/reconcile/bill'
import type { Context } from '../../kernel/context.ts'
import { countsOf } from '../../kernel/db/counts.ts'
import { screen } from '../../kernel/screen.ts'
import { payCheckSql } from '../payment/actions.ts'
import { openBills } from '../reconcile/actions.ts'
import * as store from './store.ts'

/* Work that should be done before a month is closed. Each feature registers how its own is counted and where it is done. */

type Months = { readonly from: string; readonly month: string }
type Link = (months: Months) => string
/** Counted together: the bill of a day that was never fetched has no row. */
const billPoints = ['uncomparedBills', 'billDifferences'] as const
type CountedPoint = Exclude<ClosingPoint, (typeof billPoints)[number]>

const isCountedPoint = (point: ClosingPoint): point is CountedPoint =>
  !(billPoints as readonly ClosingPoint[]).includes(point)
const counts = countsOf(closingPoints.filter(isCountedPoint))

interface PointWords {
  readonly name: string
  /** What is to be done. */
  readonly hint: string
  readonly link: Link
}

const words = new Map<ClosingPoint, PointWords>([
  ['uncomparedBills', { name: '渠道账单未核对', hint: '下载并核对渠道账单', link: () => screen('reconcile.list', {}) }],
  [
    'billDifferences',
    {
      name: '对账差异未处理',
      hint: '逐笔处理差异',
      link: () => screen('reconcile.list', { state: billState.differing }),
    },
  ],
])

/** @throws Error when the feature of the point is not loaded */
function wordsOf(point: ClosingPoint): PointWords {
  const of = words.get(point)
  if (of === undefined) throw new Error(`the feature that names ${point} is not loaded`)
  return of
}

export const closingPointName = (point: ClosingPoint): string => wordsOf(point).name

/**
 * Features of higher modules register their points; those of this module and of lower ones are here, so that they do not depend on
 * the closing.
 * @param count SQL of a number; `$1` is the first day of the months to be closed, `$2` the day after their last one
 */
export function registerClosingPoint(
  point: CountedPoint,
  { count, ...of }: PointWords & { readonly count: string },
): void {
  counts.register(point, count)
  words.set(point, of)
}

/** SQL: the instants at which the months to be closed begin and end, in Asia/Shanghai. */
const beginSql = `($1::date::timestamp at time zone 'Asia/Shanghai')`
const endSql = `($2::date::timestamp at time zone 'Asia/Shanghai')`

registerClosingPoint('openShifts', {
  name: '班次未交班',
  hint: '请当班人员交班，或代为交班',
  count: `select count(*) from cash_shift where status = ${shiftStatus.open} and opened_at < ${endSql}`,
  link: () => screen('cash-shift.shifts', { status: shiftStatus.open }),
})
registerClosingPoint('undecidedPayments', {
  name: '收退款结果未定',
  hint: '在订单的收款记录中查询结果，或重试失败的退款',
  count: `select count(*) from payment p where ${payCheckSql('p')} and p.created_at < ${endSql}`,
  link: () => screen('order.list', { waits: 'payCheck' }),
})
registerClosingPoint('openBankLines', {
  name: '银行流水未匹配',
  hint: '匹配到账簿，或标为不在本账内',
  count: `select count(*) from bank_line where state = ${bankLineState.open} and on_day < $2::date`,
  link: ({ from }) => screen('bank.list', { group: 'open', from: daysOf(from)[0] }),
})
registerClosingPoint('ticketsWithoutCost', {
  name: '完成的工单没有费用',
  hint: '向门店或修理厂核实费用并录入',
  count: `select count(*) from ticket where kind = ${ticketKind.maintenance} and status = ${maintenanceStatus.done} and costs = '[]'
     and actual_end >= ${beginSql} and actual_end < ${endSql}`,
  link: () => screen('maintenance.list', { group: 'done' }),
})
registerClosingPoint('invoicesNotIssued', {
  name: '发票待开',
  hint: '开具并登记发票号，或撤销申请',
  count: `select count(*) from invoice where status = ${invoiceStatus.waiting} and created_at < ${endSql}`,
  link: () => screen('invoice.list', { status: invoiceStatus.waiting }),
})
registerClosingPoint('rentNotEarned', {
  name: '在租订单未结转当月租金',
  hint: '每月1日凌晨自动结转，如仍未结转请联系平台',
  count: store.rentNotEarnedSql,
  link: () => screen('order.list', { status: orderStatus.pickedUp }),
})

export interface OpenPoint {
  readonly kind: ClosingPoint
  readonly name: string
  readonly hint: string
  readonly count: number
  readonly link: string
  readonly mayAccept: boolean
  readonly hinders: boolean
  readonly accepted: store.AcceptedRow | null
}

/** The work that is left until the end of a month, of all stores: who closes books may see only some of them, and gets the counts. */
export const openPointsOf = (ctx: Context, months: Months) =>
  ctx.elevated(async (): Promise<OpenPoint[]> => {
    const days = [daysOf(months.from)[0], daysOf(months.month)[1]] as const
    const counted = await counts.read(ctx.query, days)
    const bills = await openBills(ctx, days[1])
    const accepted = new Map((await store.acceptedPoints(ctx, months.month)).map((row) => [row.kind, row]))
    const all: Readonly<Record<ClosingPoint, number>> = {
      ...counted,
      uncomparedBills: bills.uncompared,
      billDifferences: bills.differing,
    }
    return closingPoints.flatMap((kind) => {
      const count = all[kind]
      if (count === 0) return []
      const acceptance = accepted.get(kind)
      const { name, hint, link } = wordsOf(kind)
      return {
        kind,
        name,
        hint,
        count,
        link: link(months),
        mayAccept: mayAcceptPoint(kind),
        hinders: hindersClosing(count, acceptance),
        accepted: acceptance ?? null,
      }
    })
  })
