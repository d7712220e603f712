import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'

type Asking = Pick<Context, 'query'>

export interface LoanRow {
  readonly id: string
  readonly vehicleId: string
  readonly lender: string
  readonly principalFen: number
  readonly takenOn: LocalDate
  readonly repaidFen: number
  readonly bookedOn: LocalDate | null
  readonly bookedFen: number | null
  readonly version: number
}

const LOAN = `l.id, l.vehicle_id, l.lender, l.principal_fen, l.taken_on::text as taken_on, l.repaid_fen, l.booked_on::text as booked_on,
  l.booked_fen, l.version`

/** Loans of a car, the newest first. */
export const loansOf = (ctx: Asking, vehicleId: string) =>
  ctx.query<LoanRow>(
    `select ${LOAN} from car_loan l where l.vehicle_id = $1 and l.cancelled_at is null order by l.id desc limit 20`,
    [vehicleId],
  )

export const lockLoan = (ctx: Asking, id: string) =>
  ctx.query.first<LoanRow>(`select ${LOAN} from car_loan l where l.id = $1 and l.cancelled_at is null for update`, [id])

/** Loans until a day that are not in the books, under their locks. */
export const unbookedLoans = (ctx: Asking, until: LocalDate) =>
  ctx.query<LoanRow>(
    `select ${LOAN} from car_loan l where l.cancelled_at is null and l.booked_on is null and l.taken_on <= $1::date order by l.id for update`,
    [until],
  )

export const insertLoan = (
  ctx: Asking,
  row: Pick<LoanRow, 'id' | 'vehicleId' | 'lender' | 'principalFen' | 'takenOn'>,
) =>
  ctx.query('insert into car_loan (id, vehicle_id, lender, principal_fen, taken_on) values ($1, $2, $3, $4, $5)', [
    row.id,
    row.vehicleId,
    row.lender,
    row.principalFen,
    row.takenOn,
  ])

const NEXT = 'version = version + 1, updated_at = app_now()'

export const setLoanBooked = (ctx: Asking, id: string, on: LocalDate, fen: number) =>
  ctx.query(`update car_loan set booked_on = $2, booked_fen = $3, ${NEXT} where id = $1`, [id, on, fen])

export const addRepaid = (ctx: Asking, id: string, fen: number) =>
  ctx.query(`update car_loan set repaid_fen = repaid_fen + $2, ${NEXT} where id = $1`, [id, fen])

export const cancelLoan = (ctx: Asking, id: string, reason: string) =>
  ctx.query(`update car_loan set cancelled_at = app_now(), reason = $2, ${NEXT} where id = $1`, [id, reason])

export interface RepaymentRow {
  readonly id: string
  readonly loanId: string
  readonly fen: number
  readonly paidOn: LocalDate
  readonly posted: boolean
  readonly undoneAt: number | null
  readonly byName: string
  readonly matched: boolean
}

const REPAYMENT = `y.id, y.loan_id, y.fen, y.paid_on::text as paid_on, y.posted, y.undone_at, coalesce(a.name, '系统') as by_name,
  exists (select from ledger_txn t join bank_match_entry m on m.txn_id = t.id and not m.undone where t.idem_key = 'J30:repaid:' || y.id) as matched
  from car_loan_repayment y left join account a on a.id = y.created_by`

/** Repayments of loans, the newest first. */
export const repaymentsOf = (ctx: Asking, loanIds: readonly string[]) =>
  ctx.query<RepaymentRow>(
    `select ${REPAYMENT} where y.loan_id = any ($1::bigint[]) order by y.paid_on desc, y.id desc limit 500`,
    [loanIds],
  )

export const repayment = (ctx: Asking, id: string) =>
  ctx.query.first<RepaymentRow>(`select ${REPAYMENT} where y.id = $1`, [id])

export const insertRepayment = (ctx: Asking, row: Pick<RepaymentRow, 'id' | 'loanId' | 'fen' | 'paidOn' | 'posted'>) =>
  ctx.query('insert into car_loan_repayment (id, loan_id, fen, paid_on, posted) values ($1, $2, $3, $4, $5)', [
    row.id,
    row.loanId,
    row.fen,
    row.paidOn,
    row.posted,
  ])

export const undoRepayment = (ctx: Asking, id: string, reason: string) =>
  ctx.query('update car_loan_repayment set undone_at = app_now(), undone_by = actor(), reason = $2 where id = $1', [
    id,
    reason,
  ])
