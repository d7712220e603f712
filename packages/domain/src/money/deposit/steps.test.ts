import { describe, expect, it } from 'vitest'
import { orderStatus, orderStatuses } from '../../booking/order/codes.ts'
import { isCancelled, wasReturned } from '../../booking/order/steps.ts'
import { can } from '../../step.ts'
import {
  depositKind,
  depositPayStatuses,
  holdStatus as hold,
  holdStatuses,
  depositPayStatus as pay,
  violationAt,
  violationAts,
} from './codes.ts'
import {
  comesLater,
  depositLabel,
  depositStatusOf,
  depositsReady,
  isClosedHold,
  openLater,
  orderPayStatus,
} from './status.ts'
import {
  advanceDeposit,
  type DepositAction,
  type DepositMoney,
  depositHoldSteps,
  depositPaySteps,
  newDepositState,
} from './steps.ts'

const money = (heldFen: number, capturedFen = 0, releasedFen = 0, inFlightFen = 0): DepositMoney => ({
  heldFen,
  capturedFen,
  releasedFen,
  inFlightFen,
})

/** Action → the statuses that allow it. */
const payFrom: Record<DepositAction, number[]> = {
  waive: [0],
  receive: [0],
  freeze: [0],
  authoriseCredit: [0],
  receiveMore: [2, 3],
  receiveInstead: [1, 2, 3],
  freezeInstead: [1, 2, 3],
  creditInstead: [1, 2, 3],
  freezeClosed: [1, 3],
  expire: [1, 3],
  withdrawWaiver: [1],
  deduct: [1, 2, 3],
  refundDeduction: [1, 2, 3],
  convert: [1, 2, 3],
  askRelease: [1, 2, 3],
  dropRelease: [1, 2, 3],
  releaseDone: [1, 2, 3],
  releaseFailed: [1, 2, 3],
  retryRelease: [1, 2, 3],
  captured: [1, 2, 3],
  captureFailed: [1, 2, 3],
}
const holdFrom: Record<DepositAction, number[]> = {
  waive: [0, 6],
  receive: [0, 6],
  freeze: [0, 6],
  authoriseCredit: [0, 6],
  receiveMore: [1, 2],
  receiveInstead: [1, 2],
  freezeInstead: [1, 2],
  creditInstead: [1, 2],
  freezeClosed: [1],
  expire: [1, 2, 3, 7],
  withdrawWaiver: [9],
  deduct: [1, 2],
  refundDeduction: [2, 3, 5],
  convert: [1, 2],
  askRelease: [1, 2],
  dropRelease: [1, 2, 3, 7],
  releaseDone: [1, 2, 3, 7],
  releaseFailed: [1, 2, 3],
  retryRelease: [1, 2, 7],
  captured: [1, 2, 3, 7],
  captureFailed: [1, 2, 3, 7],
}

describe('every status × step of a deposit', () => {
  it.each(Object.entries(payFrom))('%s: pay status %j', (action, from) => {
    for (const status of depositPayStatuses.values) {
      expect(can(depositPaySteps, action as DepositAction, status).ok, `${status}`).toBe(from.includes(status))
    }
  })
  it.each(Object.entries(holdFrom))('%s: hold status %j', (action, from) => {
    for (const status of holdStatuses.values) {
      expect(can(depositHoldSteps, action as DepositAction, status).ok, `${status}`).toBe(from.includes(status))
    }
  })
})

describe('lifecycle of a paid deposit', () => {
  it('is collected, deducted in two parts and released', () => {
    let row = newDepositState(300000)
    expect(row).toEqual({ payStatus: pay.unpaid, holdStatus: hold.none })
    row = advanceDeposit(row, 'receive', money(300000))
    expect(row).toEqual({ payStatus: pay.paid, holdStatus: hold.held })
    row = advanceDeposit(row, 'deduct', money(300000, 80000))
    row = advanceDeposit(row, 'deduct', money(300000, 93332))
    expect(row.holdStatus).toBe(hold.partlyDeducted)
    row = advanceDeposit(row, 'askRelease', money(300000, 93332, 0, 206668))
    expect(row.holdStatus).toBe(hold.releasing)
    row = advanceDeposit(row, 'releaseDone', money(300000, 93332, 206668))
    expect(row).toEqual({ payStatus: pay.paid, holdStatus: hold.released })
  })

  it('is fully deducted, and held again when the deduction is refunded', () => {
    const held = { payStatus: pay.paid, holdStatus: hold.held }
    const gone = advanceDeposit(held, 'deduct', money(1000, 1000))
    expect(gone.holdStatus).toBe(hold.deducted)
    expect(advanceDeposit(gone, 'refundDeduction', money(1000, 0)).holdStatus).toBe(hold.held)
    expect(advanceDeposit(gone, 'refundDeduction', money(1000, 400)).holdStatus).toBe(hold.partlyDeducted)
  })

  it('is held again after a partial or cancelled release', () => {
    const releasing = { payStatus: pay.paid, holdStatus: hold.releasing }
    expect(advanceDeposit(releasing, 'releaseDone', money(1000, 0, 400)).holdStatus).toBe(hold.held)
    expect(advanceDeposit(releasing, 'releaseDone', money(1000, 100, 400)).holdStatus).toBe(hold.partlyDeducted)
    expect(advanceDeposit(releasing, 'dropRelease', money(1000)).holdStatus).toBe(hold.held)
    const failed = advanceDeposit(releasing, 'releaseFailed', money(1000, 0, 0, 1000))
    expect(failed.holdStatus).toBe(hold.releaseFailed)
    expect(advanceDeposit(failed, 'retryRelease', money(1000, 0, 0, 1000)).holdStatus).toBe(hold.releasing)
    expect(advanceDeposit(failed, 'releaseDone', money(1000, 0, 1000)).holdStatus).toBe(hold.released)
  })

  it('is held while a part is being released, and releasing once the rest is', () => {
    const held = { payStatus: pay.paid, holdStatus: hold.held }
    const part = advanceDeposit(held, 'askRelease', money(1000, 0, 0, 400))
    expect(part.holdStatus).toBe(hold.held)
    const deducted = advanceDeposit(part, 'deduct', money(1000, 100, 0, 400))
    expect(deducted.holdStatus).toBe(hold.partlyDeducted)
    expect(advanceDeposit(deducted, 'deduct', money(1000, 600, 0, 400)).holdStatus).toBe(hold.releasing)
    const rest = advanceDeposit(deducted, 'askRelease', money(1000, 100, 0, 900))
    expect(rest.holdStatus).toBe(hold.releasing)
    expect(advanceDeposit(rest, 'releaseDone', money(1000, 100, 400, 500)).holdStatus).toBe(hold.releasing)
    expect(advanceDeposit(rest, 'releaseDone', money(1000, 100, 900)).holdStatus).toBe(hold.released)
    expect(advanceDeposit(rest, 'dropRelease', money(1000, 100)).holdStatus).toBe(hold.partlyDeducted)
    expect(advanceDeposit(part, 'releaseFailed', money(1000, 0, 0, 400)).holdStatus).toBe(hold.held)
    expect(() => advanceDeposit(part, 'deduct', money(1000, 601, 0, 400))).toThrow('扣款金额不能超过可用押金')
  })

  it('loses an authorization hold and may be collected again', () => {
    const frozen = advanceDeposit(newDepositState(1000), 'freeze', money(1000))
    const lost = advanceDeposit(frozen, 'expire', money(1000))
    expect(lost).toEqual({ payStatus: pay.unpaid, holdStatus: hold.expired })
    expect(advanceDeposit(lost, 'receive', money(1000))).toEqual({ payStatus: pay.paid, holdStatus: hold.held })
  })

  it('is captured once by a card machine, which releases the rest', () => {
    const frozen = { payStatus: pay.authorised, holdStatus: hold.held }
    expect(advanceDeposit(frozen, 'captured', money(1000, 300, 700)).holdStatus).toBe(hold.released)
    expect(advanceDeposit(frozen, 'captured', money(1000, 1000)).holdStatus).toBe(hold.deducted)
    // A second hold still has money available.
    expect(advanceDeposit(frozen, 'captured', money(1500, 300, 700)).holdStatus).toBe(hold.partlyDeducted)
  })

  it('with a credit counts as waived for collection, and as held for deduction', () => {
    const credit = advanceDeposit(newDepositState(1000), 'authoriseCredit', money(1000))
    expect(credit).toEqual({ payStatus: pay.waived, holdStatus: hold.held })
    expect(advanceDeposit(credit, 'captured', money(1000, 300)).holdStatus).toBe(hold.partlyDeducted)
    expect(advanceDeposit(credit, 'expire', money(1000, 0, 1000))).toEqual({
      payStatus: pay.unpaid,
      holdStatus: hold.expired,
    })
  })

  it('is not collected twice', () => {
    const paid = { payStatus: pay.paid, holdStatus: hold.held }
    expect(() => advanceDeposit(paid, 'receive', money(1000))).toThrow('押金已收取，不能修改')
    expect(() => advanceDeposit({ ...paid, holdStatus: hold.releasing }, 'deduct', money(1000, 1))).toThrow(
      '金额不正确',
    )
  })

  it('never releases more than is held', () => {
    const paid = { payStatus: pay.paid, holdStatus: hold.held }
    expect(() => advanceDeposit(paid, 'deduct', money(1000, 1001))).toThrow('扣款金额不能超过可用押金')
  })

  it('starts as waived when nothing is to be collected', () => {
    expect(newDepositState(0)).toEqual({ payStatus: pay.waived, holdStatus: hold.notApplicable })
  })
})

describe('deposit labels of an order', () => {
  const { rental, violation } = depositKind
  it.each([
    [pay.unpaid, pay.unpaid, 0, 0, '未收取', false],
    [pay.paid, pay.unpaid, 0, 0, '未收取', false],
    [pay.paid, pay.paid, 0, 2, '已收取', true],
    [pay.paid, pay.authorised, 0, 2, '已收取', true],
    [pay.authorised, pay.authorised, 0, 3, '已授权', true],
    [pay.waived, pay.unpaid, 1, 0, '免租车押金', false],
    [pay.waived, pay.paid, 1, 2, '免租车押金', true],
    [pay.waived, pay.waived, 2, 1, '押金双免', true],
    [pay.unpaid, pay.waived, 3, 0, '免违章押金', false],
    [pay.authorised, pay.waived, 3, 3, '免违章押金', true],
  ] as const)('rental %i, violation %i → %i, %i, %s', (one, two, status, payStatus, label, ready) => {
    const rows = [
      { kind: rental, payStatus: one },
      { kind: violation, payStatus: two },
    ]
    expect(depositStatusOf(rows)).toBe(status)
    expect(orderPayStatus(rows)).toBe(payStatus)
    expect(depositLabel(depositStatusOf(rows), orderPayStatus(rows))).toBe(label)
    expect(depositsReady(rows)).toBe(ready)
  })

  it('are 未收取 for an order without rows', () => {
    expect(depositLabel(depositStatusOf([]), orderPayStatus([]))).toBe('未收取')
    expect(depositsReady([])).toBe(false)
  })
})

describe('a violation deposit that is agreed to be collected later', () => {
  const all = depositPayStatuses.values
  const every = all.flatMap((one) => all.map((two) => [one, two] as const))
  const rowsOf = ([one, two]: (typeof every)[number]) => [
    { kind: depositKind.rental, payStatus: one },
    { kind: depositKind.violation, payStatus: two },
  ]

  it.each(violationAts.values)('allows the pickup without it (%i)', (at) => {
    for (const pair of every) {
      const rows = rowsOf(pair)
      const [, violation] = rows
      for (const status of orderStatuses.values) {
        const waits = at !== violationAt.pickup && !wasReturned(status) && !isCancelled(status)
        expect(openLater(rows, at, status), `${pair} ${status}`).toBe(
          waits && depositsReady(rows, at) && !depositsReady(rows) ? at : null,
        )
        expect(comesLater(violation!, at, status)).toBe(waits && violation!.payStatus === pay.unpaid ? at : null)
        expect(comesLater(rows[0]!, at, status)).toBeNull()
      }
    }
  })

  it('has its own label, unless a deposit is waived', () => {
    expect(depositLabel(0, pay.unpaid, { later: violationAt.return })).toBe('违章押金还车时收取')
    expect(depositLabel(0, pay.unpaid, { later: violationAt.convert })).toBe('违章押金还车时由租车押金转入')
    expect(depositLabel(1, pay.unpaid, { later: violationAt.return })).toBe('免租车押金')
    expect(openLater([], violationAt.return, 3)).toBeNull()
  })

  it('is labelled as never collected when the order is cancelled', () => {
    expect(depositLabel(0, pay.unpaid, { orderStatus: orderStatus.cancelled })).toBe('不收取')
    expect(depositLabel(0, pay.unpaid, { orderStatus: orderStatus.confirmed })).toBe('未收取')
    expect(depositLabel(0, pay.paid, { orderStatus: orderStatus.cancelled })).toBe('已收取')
  })
})

it('knows when nothing is held any more', () => {
  expect(holdStatuses.values.filter(isClosedHold)).toEqual([0, 4, 5, 6, 8, 9])
})
