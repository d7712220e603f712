import type { Fen } from '../../money.ts'
import type { LocalDate } from '../../time.ts'
import type { RowPayment } from './late-fee.ts'

/** Money for the rent of an order: positive is received, negative is refunded. */
export interface RentMoney {
  readonly date: LocalDate
  readonly amount: Fen
  /** The row that the payment was made for, which may not be due yet. */
  readonly seq: number | null
  /** Negative: used for another claim of the order from unallocated credit, so that no row loses it. */
  readonly ofCase?: boolean
}

export interface FillRow {
  readonly seq: number
  readonly dueOn: LocalDate
  readonly amount: Fen
  /** Posted late fee; 0 without one. */
  readonly lateFee: Fen
}

export interface FilledRow {
  readonly seq: number
  readonly payments: readonly RowPayment[]
  readonly paid: Fen
  readonly feePaid: Fen
}

/**
 * Allocates payments to the rows of a plan. A payment pays the principal of the oldest row that is due on its date,
 * then of the next one, then posted late fees, oldest first; the rest is credit, which pays the next row on its due
 * date. A payment made for a row that is not due yet pays it and the rows before it. A refund is taken from the
 * credit first, then from the latest rows.
 * @param rows by seq
 * @param money by date
 */
export function fillRows(rows: readonly FillRow[], money: readonly RentMoney[], today: LocalDate): FilledRow[] {
  const filled = rows.map((row) => ({ row, payments: [] as RowPayment[], paid: 0, feePaid: 0 }))
  let credit = 0

  const pay = (one: (typeof filled)[number], date: LocalDate, offered: Fen): Fen => {
    const amount = Math.min(offered, one.row.amount - one.paid)
    if (amount <= 0) return 0
    one.paid += amount
    one.payments.push({ date, amount })
    return amount
  }
  const payFees = () => {
    for (const one of filled) {
      if (one.paid < one.row.amount) continue
      const fee = Math.min(credit, one.row.lateFee - one.feePaid)
      if (fee <= 0) continue
      one.feePaid += fee
      credit -= fee
    }
  }
  /** Uses credit for rows that become due up to a date. */
  const fallDue = (date: LocalDate) => {
    for (const one of filled) if (one.row.dueOn <= date) credit -= pay(one, one.row.dueOn, credit)
  }

  for (const { date, amount, seq, ofCase } of money) {
    fallDue(date)
    if (ofCase) {
      credit -= Math.max(0, Math.min(credit, -amount))
      continue
    }
    credit += amount
    if (amount < 0) {
      for (const one of filled.toReversed()) credit += takeBack(one, date, -credit)
      continue
    }
    for (const one of filled)
      if (one.row.dueOn <= date || (seq !== null && one.row.seq <= seq)) credit -= pay(one, date, credit)
    payFees()
  }
  fallDue(today)
  payFees()
  return filled.map(({ row, ...one }) => ({ seq: row.seq, ...one }))
}

/** Takes money out of a row, late fee first; returns the amount. */
function takeBack(one: { paid: Fen; feePaid: Fen; payments: RowPayment[] }, date: LocalDate, wanted: Fen): Fen {
  if (wanted <= 0) return 0
  const fee = Math.min(wanted, one.feePaid)
  one.feePaid -= fee
  const principal = Math.min(wanted - fee, one.paid)
  if (principal > 0) {
    one.paid -= principal
    one.payments.push({ date, amount: -principal })
  }
  return fee + principal
}
