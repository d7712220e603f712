import { endOfMonth } from '@cheyi/domain/fleet/cost/spread'
import { formatMoney } from '@cheyi/domain/money'
import { loanEntry, loanRepaymentEntry } from '@cheyi/domain/money/asset/entries'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { badInput } from '@cheyi/domain/refusal'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { holdOpenFrom } from '../../fleet/cost/actions.ts'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { postSettlement, reversePosted } from '../payment/actions.ts'
import * as store from './loan-store.ts'
import { lockCar, type SettingRow, setting as settingOf } from './store.ts'

/*
 * Loans for cars: the principal is a debt (车辆贷款), and what is repaid of it is no cost. Interest is a cost of each month, by a plan of the
 * car in `fleet/cost`, which bills of the lender and the closing of a month post (`money/payable`).
 */

const way = { storeId: null, way: payWay.bank } as const

/** Loans of a month and of those before enter the books, as far as they are not repaid. */
export async function bookLoans(ctx: Context, { from }: SettingRow, month: LocalDate): Promise<void> {
  const postedOn = endOfMonth(month)
  const loans = await store.unbookedLoans(ctx, postedOn)
  const repayments = await store.repaymentsOf(
    ctx,
    loans.map(({ id }) => id),
  )
  for (const { id, principalFen, takenOn } of loans) {
    // What was repaid since the first posted month has entries of its own.
    const before = repayments.filter(({ loanId, posted, undoneAt }) => loanId === id && !posted && undoneAt === null)
    const fen = before.reduce((left, one) => left - one.fen, principalFen)
    await store.setLoanBooked(ctx, id, postedOn, fen)
    const isOpening = takenOn < from
    await postSettlement(ctx, loanEntry(id, { openingFen: isOpening ? fen : 0, fen: isOpening ? 0 : fen }), {
      ...way,
      postedOn,
    })
  }
}

/** @throws Refusal notFound (-4), badInput (-2) for a car of somebody else or a wrong day */
export const loanAdd: HandlerOf<'asset', 'loanAdd'> = async (
  { vehicleId, lender, principal, takenOn, repaid },
  ctx,
) => {
  await holdOpenFrom(ctx)
  const car = requireFound(await lockCar(ctx, vehicleId))
  if (!car.own) throw badInput('vehicleId', '该车辆不是自有或融资租赁车辆')
  if (takenOn > localDate(ctx.now)) throw badInput('takenOn', '放款日期不能晚于今天')
  if (repaid >= principal) throw badInput('repaid', '已还本金须小于贷款本金')
  const id = await newId(ctx)
  await store.insertLoan(ctx, { id, vehicleId, lender, principalFen: principal, takenOn })
  if (repaid > 0) {
    await store.insertRepayment(ctx, { id: await newId(ctx), loanId: id, fen: repaid, paidOn: takenOn, posted: false })
    await store.addRepaid(ctx, id, repaid)
  }
  ctx.audit({ targetType: 'carLoan', targetId: id, after: { plate: car.plate, lender, principal } })
  return { loanId: id }
}

/**
 * Records principal that was repaid by the bank.
 * @throws Refusal notFound (-4), stale (-5), badInput (-2) for more than is left, or a day of a closed month
 */
export const loanRepay: HandlerOf<'asset', 'loanRepay'> = async ({ loanId, version, amount, paidOn }, ctx) => {
  const openFrom = await holdOpenFrom(ctx)
  const loan = requireFound(await store.lockLoan(ctx, loanId))
  requireVersion(version, loan.version)
  const leftFen = loan.principalFen - loan.repaidFen
  if (amount > leftFen) throw badInput('amount', `剩余本金 ${formatMoney(leftFen)}，不能多还`)
  if (paidOn > localDate(ctx.now)) throw badInput('paidOn', '还款日期不能晚于今天')
  if (paidOn < loan.takenOn) throw badInput('paidOn', '还款日期不能早于放款日期')
  const setting = await settingOf(ctx)
  const isPosted = loan.bookedOn !== null || (setting?.posted === true && paidOn >= setting.from)
  if (isPosted && openFrom !== null && paidOn < openFrom)
    throw badInput('paidOn', `该月已结账，请填 ${openFrom} 及以后的日期`)
  const id = await newId(ctx)
  await store.insertRepayment(ctx, { id, loanId, fen: amount, paidOn, posted: isPosted })
  await store.addRepaid(ctx, loanId, amount)
  if (isPosted) await postSettlement(ctx, loanRepaymentEntry(id, amount), { ...way, postedOn: paidOn })
  ctx.audit({ targetType: 'carLoan', targetId: loanId, after: { lender: loan.lender, amount } })
  return { version: loan.version + 1 }
}

/** @throws Refusal notFound (-4), badInput (-2) for one that a statement of the bank shows, or that entered the books with its loan */
export const loanRepayUndo: HandlerOf<'asset', 'loanRepayUndo'> = async ({ repaymentId, reason }, ctx) => {
  await holdOpenFrom(ctx)
  const { loanId } = requireFound(await store.repayment(ctx, repaymentId))
  const loan = requireFound(await store.lockLoan(ctx, loanId))
  const paid = requireFound(await store.repayment(ctx, repaymentId))
  if (paid.undoneAt !== null) return {}
  if (paid.matched) throw badInput('repaymentId', '该还款已与银行流水匹配，请先在银行流水中撤销匹配')
  if (!paid.posted && loan.bookedOn !== null) throw badInput('repaymentId', '该还款已计入期初贷款余额，不能撤销')
  await store.undoRepayment(ctx, repaymentId, reason)
  await store.addRepaid(ctx, loanId, -paid.fen)
  if (paid.posted) await reversePosted(ctx, loanRepaymentEntry(repaymentId, paid.fen).idemKey, reason)
  ctx.audit({ targetType: 'carLoan', targetId: loanId, after: { lender: loan.lender, amount: -paid.fen, reason } })
  return {}
}

/** @throws Refusal notFound (-4), stale (-5), badInput (-2) for one with repayments that are posted */
export const loanCancel: HandlerOf<'asset', 'loanCancel'> = async ({ loanId, version, reason }, ctx) => {
  await holdOpenFrom(ctx)
  const loan = requireFound(await store.lockLoan(ctx, loanId))
  requireVersion(version, loan.version)
  const repayments = await store.repaymentsOf(ctx, [loanId])
  if (repayments.some(({ posted, undoneAt }) => posted && undoneAt === null))
    throw badInput('loanId', '该贷款已有还款，请先撤销还款')
  await store.cancelLoan(ctx, loanId, reason)
  if (loan.bookedOn !== null && loan.bookedFen !== 0) await reversePosted(ctx, `J30:loan:${loanId}`, reason)
  ctx.audit({ targetType: 'carLoan', targetId: loanId, after: { lender: loan.lender, reason } })
  return {}
}
