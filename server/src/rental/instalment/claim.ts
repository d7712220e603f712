import { dueFen } from '@cheyi/domain/money/debt/due'
import { Refusal } from '@cheyi/domain/refusal'
import { isSettledRow } from '@cheyi/domain/rental/instalment/steps'
import { localDate } from '@cheyi/domain/time'
import { claimsArePartOfBill } from '../../money/claim/actions.ts'
import { requireLongSnapshot, type StandingRow, standingRows } from './plan.ts'
import * as store from './store.ts'

/** The open amount of an instalment with its late fee as of today, whether it is billed yet or not, fen. */
export const openOf = ({ row, filled, fee }: StandingRow): number => row.amountFen - filled.paid + fee - filled.feePaid

/** Instalments must be paid in order. @throws Refusal earlierInstalmentFirst (4304) */
export function refuseBeforeEarlier(plan: readonly StandingRow[], { row: { seq } }: StandingRow): void {
  const earlier = plan.some(({ row, filled }) => row.seq < seq && filled.paid < row.amountFen)
  if (earlier) throw new Refusal('earlierInstalmentFirst')
}

/*
 * The amount requested from a customer for one instalment: for a billed one at most the debt of the order, for a cancelled
 * one nothing.
 */
claimsArePartOfBill('instalment', async (ctx, order, id) => {
  const [rows, money] = await Promise.all([store.planRows(ctx.db, order.id), store.rentMoney(ctx, order.id)])
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw new Refusal('notFound', { field: 'refId' })
  const asked = { name: `第${row.seq}期租金`, why: `${row.dueOn}到期` }
  const plan = standingRows(rows, money, requireLongSnapshot(order).terms, localDate(ctx.now))
  const one = plan.find((standing) => standing.row.id === id)
  if (one === undefined || isSettledRow(row.status)) return { ...asked, due: 0 }
  refuseBeforeEarlier(plan, one)
  const posted = row.billedFen - one.filled.paid + (row.lateFeeFen ?? 0) - one.filled.feePaid
  const givenUp = Math.max(0, posted - Math.max(0, dueFen(order)))
  return { ...asked, due: Math.max(0, openOf(one) - givenUp) }
})
