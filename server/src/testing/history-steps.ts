import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { cancelReason, orderStatus, responsibility } from '@cheyi/domain/booking/order/codes'
import { isOnRent } from '@cheyi/domain/booking/order/steps'
import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { isByMachine } from '@cheyi/domain/money/deposit/hold'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { addDays, DAY, HOUR, localDate } from '@cheyi/domain/time'
import { expect } from 'vitest'
import type { History, Who } from './history.ts'
import {
  bySlip,
  byTwo,
  kilometres,
  part,
  payPrepay,
  pick,
  picturesOf,
  prepared,
  type Step,
  setPrepay,
  take,
  waiveDeposit,
  withdrawWaiver,
} from './history-acts.ts'
import { claimSteps } from './history-claims.ts'
import { damage, goOnWithDamage } from './history-damage.ts'
import { longSteps } from './history-long.ts'
import {
  askOnline,
  checkPay,
  customerPays,
  freezeDeposit,
  holdMoves,
  payOnline,
  providerEnds,
  providerFails,
  providerTells,
  settleOnline,
} from './history-online.ts'
import { goOnWithTicket, openInspection, openTicket } from './history-tickets.ts'
import { askViolations, goOnWithViolation, violation } from './history-violations.ts'

/*
 * What people and timers may do to orders at any time, by the calls of real use.
 */

const until = (h: History, at: number) => h.t.clock.set(Math.max(h.t.clock.now(), at))

/** How what is due is met: in cash, out of the deposit, or let stand. */
const settles = [
  { settle: 2 as const, payWay: payWay.cash },
  { settle: 3 as const },
  { overrideReason: '月结客户' },
  { settle: 2 as const, payWay: payWay.bank },
]

async function plan(h: History, orderId: string, share: number, who: Who, vehicleId: string | null) {
  return h.send(contract.arrange.plan, { orderId, vehicleId, upgrade: share % 2 === 0 } as never, who)
}

const timersOfIt: readonly TimerName[] = [
  'draft',
  'payTimeout',
  'renewalTimeout',
  'unaccepted',
  'confirmAlarm',
  'autoArrange',
  'noShow',
  'overdueRoll',
  'ticket',
  'rentalRelease',
  'violationRelease',
  'authExpiry',
  'lateProposal',
  'monthEnd',
  'instalment',
  'instalmentReminder',
]

/** Settings that price a return or a cancel: changing one never changes a contract that runs. */
const settings = (share: number): Record<string, number> =>
  pick<Record<string, number>>(
    [
      { earlyReturnMode: (share % 3) + 1 },
      { overdueMultiplierBp: 10_000 + share * 50 },
      { undoMinutes: share % 60 },
      { turnaroundMinutes: 30 + (share % 4) * 30 },
      { lockWindowMinutes: 60 + share },
    ],
    share,
  )!

export const steps = {
  book: (h, _, share, who) => take(h, share, who, share % 6 === 0 ? { autoConfirm: false } : {}),
  bookOnline: (h, _, share, who) => take(h, share, who, { payMode: payMode.onlineIn }),
  bookCar: (h, _, share, who) => take(h, share, who, { vehicleId: pick(h.w.vehicles.lavida, share)!.id }),
  draft: (h, _, share, who) => take(h, share, who, { submit: false }),
  submitDraft: (h, orderId, share, who) => take(h, share, who, { orderId }),
  accept: (h, orderId, _, who) => h.send(contract.order.updateStatus, { orderId, status: orderStatus.confirmed }, who),
  refuse: (h, orderId, _, who) =>
    h.send(contract.order.updateStatus, { orderId, status: orderStatus.cancelled, reason: '无车' }, who),
  async arrange(h, orderId, share, who) {
    const { data } = await h.send(contract.arrange.available, { orderId, upgrade: share % 2 === 0 }, who)
    const cars = (data as { list?: { vehicleId: string }[] } | null)?.list ?? []
    // Now and then one that others hold: orders move aside, or it is refused.
    const car = share % 5 === 0 ? pick(h.w.vehicles.lavida, share)!.id : pick(cars, share)?.vehicleId
    if (car !== undefined) await plan(h, orderId, share, who, car)
  },
  undoReturn: (h, orderId, _, who) =>
    h.send(contract.order.updateStatus, { orderId, action: 'undoReturn', reason: '误操作' }, who),
  undoPickup: (h, orderId, _, who) =>
    h.send(contract.order.updateStatus, { orderId, action: 'undoPickup', reason: '误操作' }, who),
  unarrange: (h, orderId, share, who) => plan(h, orderId, share, who, null),
  async swap(h, orderId, share, who) {
    const order = await h.facts(orderId)
    if (!isOnRent(order.status)) return
    const { data } = await h.send(contract.arrange.available, { orderId }, who)
    const car = pick((data as { list?: { vehicleId: string }[] } | null)?.list ?? [], share)?.vehicleId
    if (car === undefined) return
    const { rows } = await h.t.root.query('select odometer_km as km from vehicle where id = $1', [car])
    const seen = async (type: HandoverType, mileageKm: number) => ({
      mileageKm,
      fuelEighths: 8,
      batteryPct: 90,
      photos: await picturesOf(h, type, who),
    })
    const swap = {
      reason: '发动机故障',
      old: await seen(handoverType.return, (await kilometres(h, orderId)) + share),
      new: await seen(handoverType.pickup, rows[0].km),
    }
    await h.send(contract.arrange.plan, { orderId, vehicleId: car, swap }, who)
  },
  async pay(h, orderId, share, who) {
    const { status, owed } = await h.facts(orderId)
    const kind = collectKinds(status)[0] ?? payKind.rent
    const amount = share % 3 ? Math.max(owed, 1) : part(Math.max(owed, 100), share)
    const way = share % 2 ? payWay.cash : payWay.bank
    await h.send(contract.payment.collect, { orderId, payKind: kind, amount, payWay: way }, who)
  },
  payPrepay,
  async payDeposit(h, orderId, share, who) {
    const { data } = await h.send(contract.deposit.forPickup, { orderId }, who)
    const rows = (data as { rows?: { kind: number; due: number }[] } | null)?.rows ?? []
    const kind = ((share % 3) + 1) as 1 | 2 | 3
    const amount = rows.filter((row) => kind === 3 || row.kind === kind).reduce((sum, row) => sum + row.due, 0)
    await h.send(contract.deposit.pay, { orderId, kind, mode: depositMode.offline, payWay: payWay.cash, amount }, who)
  },
  /** A pre-authorisation typed off the slip of a card machine, which ends soon now and then. */
  async holdDeposit(h, orderId, share, who) {
    const kind = ((share % 2) + 1) as 1 | 2
    const { rows } = await h.t.root.query(
      'select amount_fen::int as amount from deposit where order_id = $1 and kind = $2 and pay_status = 0',
      [orderId, kind],
    )
    const amount = rows[0]?.amount ?? 0
    const days = share % 5 === 0 ? 4 : 25
    await h.send(
      contract.deposit.pay,
      {
        orderId,
        kind,
        mode: depositMode.online,
        payWay: payWay.pos,
        amount: share % 7 === 0 ? part(amount, share) : amount,
        authNo: String(100_000 + h.serial()),
        cardTail: '8812',
        authEndOn: addDays(localDate(h.t.clock.now()), days),
      },
      who,
    )
  },
  /** More of a deposit in hand, or another in its place, in cash or by the card machine; now and then seen too late. */
  async changeDeposit(h, orderId, share, who) {
    const kind = ((share % 2) + 1) as 1 | 2
    const { rows } = await h.t.root.query(
      'select amount_fen::int as amount, version from deposit where order_id = $1 and kind = $2',
      [orderId, kind],
    )
    if (rows[0] === undefined) return
    const change = ((share % 3) % 2) + 1
    const slip = {
      mode: depositMode.online,
      payWay: payWay.pos,
      authNo: String(100_000 + h.serial()),
      cardTail: '8812',
    }
    await h.send(
      contract.deposit.pay,
      {
        orderId,
        kind,
        ...(share % 5 < 2 ? slip : { mode: depositMode.offline, payWay: payWay.cash }),
        change: change as 1 | 2,
        amount: change === 1 ? share * 700 : rows[0].amount,
        version: rows[0].version + (share % 10 === 0 ? 1 : 0),
      },
      who,
    )
  },
  async convertDeposit(h, orderId, _, who) {
    const { rows } = await h.t.root.query('select version from deposit where order_id = $1 and kind = 1', [orderId])
    if (rows[0] !== undefined) await h.send(contract.deposit.convert, { orderId, version: rows[0].version }, who)
  },
  waiveDeposit,
  withdrawWaiver,
  charge: (h, orderId, share, who) =>
    h.send(
      contract.expense.saveAll,
      {
        orderId,
        type: share % 2 ? handoverType.pickup : handoverType.return,
        items: [
          { code: expenseCode.cleaning, amount: share * (share % 4 === 0 ? 9_000 : 100) },
          { code: expenseCode.toll, qty: 2, unitPrice: share, amount: share * 2 },
        ].slice(0, share % 3),
      },
      who,
    ),
  async pickUp(h, orderId, share, who) {
    const order = await h.facts(orderId)
    if (order.status !== orderStatus.arranged) return
    until(h, order.pickupAt - (share % 3) * HOUR)
    if (!(await prepared(h, orderId, handoverType.pickup, await kilometres(h, orderId), who))) return
    let expectAmount = order.owed
    const way = pick(settles, share)!
    const send = (headers?: Record<string, string>) =>
      h.send(
        contract.pickupReturn.confirm,
        { orderId, type: handoverType.pickup, actualAt: h.t.clock.now(), expectAmount, ...way },
        who,
        headers,
      )
    let answer = await byTwo(h, share, who, send)
    if (answer.errorCode === 5010) {
      expectAmount = (answer.data as { balance: number }).balance
      answer = await byTwo(h, share, who, send)
    }
  },
  async giveBack(h, orderId, share, who) {
    const order = await h.facts(orderId)
    if (!isOnRent(order.status)) return
    // Early, in time, or late by up to a day and a half.
    if (share % 3 === 1) until(h, order.returnAt)
    if (share % 3 === 2) until(h, order.returnAt + (share % 36) * HOUR)
    const km = (await kilometres(h, orderId)) + share * 30
    if (!(await prepared(h, orderId, handoverType.return, km, who))) return
    const asked = { mileageKm: km, fuelEighths: 8, batteryPct: 90 }
    const actualAt = h.t.clock.now()
    const preview = await h.send(contract.pickupReturn.settlement, { orderId, actualReturnAt: actualAt, ...asked }, who)
    if (!preview.success) return
    const { balance, deposits } = preview.data as { balance: number; deposits: { machine: number }[] }
    const way = { ...pick(settles, share)!, ...bySlip(orderId, deposits, share) }
    const done = await byTwo(h, share, who, (headers) =>
      h.send(
        contract.pickupReturn.confirm,
        { orderId, type: handoverType.return, actualAt, expectAmount: balance, ...(balance > 0 ? way : {}) },
        who,
        headers,
      ),
    )
    if (!done.success) return
    // What was seen is what is in the books: paid, let stand, or waiting to go back.
    const { settlement } = done.data as { settlement: { balance: number } }
    expect(settlement.balance).toBe(balance)
  },
  /** The rental is made longer, paid with it or not. */
  async renew(h, orderId, share, who) {
    const order = await h.facts(orderId)
    if (!isOnRent(order.status)) return
    const newReturnAt = order.returnAt + ((share % 9) + 1) * 7 * HOUR
    const reduces = share % 4 === 0 ? [{ reduceType: 6 as const, amount: 300 }] : undefined
    const priced = await h.send(contract.renewal.price, { orderId, newReturnAt, reduces }, who)
    if (!priced.success) return
    const { quoteId } = priced.data as { quoteId: string }
    const paid = share % 3 === 0 ? { payWay: payWay.cash } : share % 3 === 1 ? { payMode: payMode.onlineIn } : {}
    await h.send(contract.renewal.create, { orderId, quoteId, ...paid }, who)
  },
  /** What waits for its payment is paid by a code or at the counter, or nobody pays it and its time is over. */
  async payRenewal(h, orderId, share, who) {
    const { rows } = await h.t.root.query(
      'select id, pay_fen, pay_deadline from renewal where order_id = $1 and status = $2',
      [orderId, renewalStatus.waitingPayment],
    )
    const [open] = rows
    if (open === undefined) return
    const asked = { orderId, payKind: payKind.renewal, refId: open.id, amount: Number(open.payFen) } as const
    if (share % 4 === 0) until(h, open.payDeadline.getTime())
    else
      await h.send(contract.payment.collect, { ...asked, payWay: share % 2 === 0 ? payWay.alipay : payWay.cash }, who)
    if (share % 4 === 2) await customerPays(h, orderId, share)
    await h.run('payQuery')
    await h.run('renewalTimeout')
  },
  /** The last renewal is taken back, where it has not begun. */
  async cancelRenewal(h, orderId, _, who) {
    const { rows } = await h.t.root.query('select id from renewal where order_id = $1 order by seq desc limit 1', [
      orderId,
    ])
    if (rows[0]) await h.send(contract.renewal.cancel, { renewalId: rows[0].id, reason: '客户不续了' }, who)
  },
  /** What an overdue rental owes by now is charged, its end moves. */
  async chargeLate(h, orderId, share, who) {
    const order = await h.facts(orderId)
    if (!isOnRent(order.status)) return
    if (share % 2 === 0) until(h, order.returnAt + (share % 50) * HOUR)
    const { data } = await h.send(contract.pickupReturn.latePreview, { orderId }, who)
    const { fee = 0 } = (data ?? {}) as { fee?: number }
    if (fee > 0) await h.send(contract.pickupReturn.chargeLate, { orderId, expectAmount: fee }, who)
  },
  damage,
  goOnWithDamage,
  violation,
  goOnWithViolation,
  askViolations,
  /** The car does not come back; what it comes to is what is in the books. */
  async closeLost(h, orderId, share, who) {
    const { status } = await h.facts(orderId)
    if (!isOnRent(status)) return
    const lostAt = h.t.clock.now() - (share % 5 === 0 ? HOUR : 0)
    const preview = await h.send(contract.pickupReturn.lostPreview, { orderId, lostAt }, who)
    if (!preview.success) return
    const { balance: expectAmount } = preview.data as { balance: number }
    const input = {
      orderId,
      lostAt,
      expectAmount,
      reason: '客户失联',
      worth: 100_000 * (share + 1),
      liability: 1 as const,
      voucherIds: await h.photos('voucher', 1, who),
    }
    await byTwo(h, share, who, (headers) => h.send(contract.pickupReturn.closeLost, input, who, headers))
  },
  ...claimSteps,
  ...longSteps,
  async writeOff(h, orderId, share, who) {
    const { owed } = await h.facts(orderId)
    const voucherIds = await h.photos('voucher', 1, who)
    const input = { orderId, amount: part(Math.max(owed, 1), share), reason: '客户失联', voucherIds }
    await byTwo(h, share, who, (headers) => h.send(contract.debt.writeOff, input, who, headers))
  },
  async payAfterAll(h, orderId, share, who) {
    const { data } = await h.send(contract.order.detail, { orderId }, who)
    const { writtenOff, owed } = (data as { fees: { writtenOff: number; owed: number } }).fees
    if (writtenOff === 0) return
    const { status } = await h.facts(orderId)
    const paid = { payKind: collectKinds(status)[0]!, amount: part(owed + writtenOff, share), payWay: payWay.cash }
    await h.send(contract.payment.collect, { orderId, ...paid }, who)
  },
  async deduct(h, orderId, share, who) {
    const { data } = await h.send(contract.deposit.detail, { orderId }, who)
    const { charges = [], modes = [], rows = [] } = (data ?? {}) as Partial<OutputOf<typeof contract.deposit.detail>>
    const lines = charges.map(({ code, refId, owed }) => ({
      code,
      refId: refId ?? undefined,
      amount: part(owed, share),
    }))
    if (lines.length === 0) return
    const photoIds = await h.photos('deposit', 1, who)
    const mode = (modes[0] ?? payMode.offlineDeduct) as 1 | 6
    const slipNo = rows.some(({ holds }) => isByMachine(holds, mode)) ? `D${orderId}-${share}` : undefined
    const input = { orderId, kind: 1 as const, lines, mode, reason: '核对', photoIds, slipNo }
    await byTwo(h, share, who, (headers) => h.send(contract.deposit.deduct, input, who, headers))
  },
  async release(h, orderId, share, who) {
    const voucherIds = share % 3 === 0 ? await h.photos('voucher', 1, who) : undefined
    const amount = share % 4 === 0 ? share * 1_000 : undefined
    const kind = ((share % 2) + 1) as 1 | 2
    await h.send(contract.deposit.release, { orderId, kind, early: true, amount, voucherIds }, who)
  },
  async withdraw(h, orderId, share, who) {
    const { rows } = await h.t.root.query('select id from deposit where order_id = $1 order by kind', [orderId])
    const depositId = pick(rows, share)?.id
    if (depositId !== undefined) await h.send(contract.deposit.withdraw, { depositId, reason: '发现车损' }, who)
  },
  async payBack(h, orderId, _, who) {
    const voucherIds = await h.photos('voucher', 1, who)
    await h.send(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, who)
  },
  cancel: (h, orderId, share, who) =>
    byTwo(h, share, who, (headers) =>
      h.send(
        contract.order.cancel,
        {
          orderId,
          reason: share % 7 === 0 ? cancelReason.noShow : cancelReason.tripOff,
          responsibility: pick(
            [responsibility.customer, responsibility.merchant, responsibility.customer, 3 as never],
            share,
          )!,
          waivePenalty: share % 9 === 0 || undefined,
          note: '客户改期',
          expectPenalty: 10_000_000,
        },
        who,
        headers,
      ),
    ),
  async movePeriod(h, orderId, share, who) {
    const { pickupAt } = await h.facts(orderId)
    const returnAt = Math.max(pickupAt, h.t.clock.now()) + ((share % 9) + 1) * 13 * HOUR
    const { data } = await h.send(contract.order.periodPreview, { orderId, returnAt }, who)
    const { total } = (data ?? {}) as { total?: number }
    if (total !== undefined) await h.send(contract.order.movePeriod, { orderId, returnAt, expectTotal: total }, who)
  },
  /** Other times, another model or another way back, by the quote of the change; now and then twice by one quote. */
  async modify(h, orderId, share, who) {
    const { pickupAt, returnAt } = await h.facts(orderId)
    const { hongqiao: storeId, pudong } = h.w.stores
    const quoted = await h.send(
      contract.quote.quote,
      {
        orderId,
        storeId,
        returnStoreId: share % 4 === 0 ? pudong : storeId,
        modelId: share % 3 === 0 ? h.w.models.qin : h.w.models.lavida,
        pickupAt: pickupAt + (share % 5) * HOUR,
        returnAt: returnAt + (share % 9) * 7 * HOUR,
      },
      who,
    )
    if (!quoted.success) return
    const { quoteId } = quoted.data as { quoteId: string }
    for (let times = share % 7 === 0 ? 2 : 1; times > 0; times--)
      await h.send(contract.order.updateStatus, { orderId, action: 'modify', quoteId }, who)
  },
  changeCustomer: (h, orderId, share, who) =>
    h.send(
      contract.order.changeCustomer,
      { orderId, contactName: share % 2 ? '周明远' : '周明轩', contactPhone: '18621070937' },
      who,
    ),
  openShift: (h, _, share, who) =>
    h.send(contract.cashShift.open, { storeId: h.w.stores.hongqiao, opening: share * 500, reason: '备用金' }, who),
  /** Counted right more often than not; a difference has its reason, a large one a second person. */
  async closeShift(h, _, share, who) {
    const { data } = await h.send(contract.cashShift.state, {}, who)
    const { shift } = data as { shift: { id: string; lines: { way: 3; expected: number }[] } | null }
    if (shift === null) return
    const counts = shift.lines.map(({ way, expected }) => ({
      way,
      expected,
      counted: Math.max(0, expected - (share % 3 === 0 ? share * 90 : 0)),
    }))
    const input = { id: shift.id, counts, reason: '找零差错' }
    await byTwo(h, share, who, (headers) => h.send(contract.cashShift.close, input, who, headers))
  },
  async handIn(h, _, share, who) {
    const voucherIds = await h.photos('voucher', 1, who)
    await h.send(contract.cashShift.handIn, { storeId: h.w.stores.hongqiao, amount: share * 1_000, voucherIds }, who)
  },
  async shelf(h, _, share, who) {
    const car = pick([...h.w.vehicles.lavida, ...h.w.vehicles.qin], share)!
    const to = share % 3 === 0 ? lifecycle.off : lifecycle.inService
    await h.send(contract.inventory.setLifecycle, { vehicleId: car.id, lifecycle: to } as never, who)
  },
  /** Contracts to come take the violation deposit at the return, or out of the other there. */
  violationLater: (h, _, share) =>
    h.send(contract.merchant.saveSetting, { settings: { violationAt: (share % 2) + 2 } } as never),
  setting: (h, _, share) => h.send(contract.merchant.saveSetting, { settings: settings(share) } as never),
  setPrepay,
  async wait(h, _, share) {
    h.t.clock.set(h.t.clock.now() + (share % 10 === 0 ? share * DAY * 0.2 : share * HOUR * 0.2))
  },
  jobs: (h, _, share) => h.run(pick(timersOfIt, share)!),
  /** A customer who does not come is watched for a day, hour by hour, before their order ends. */
  async watchNoShow(h) {
    for (let hour = 0; hour <= 24; hour++) {
      await h.run('noShow')
      h.t.clock.set(h.t.clock.now() + HOUR)
    }
  },
  openTicket,
  openInspection,
  goOnWithTicket,
  payOnline,
  customerPays,
  askOnline,
  checkPay,
  freezeDeposit,
  holdMoves,
  providerEnds,
  providerTells,
  providerFails: (h, _, share) => providerFails(h, share),
  settleOnline: (h, _, share) => settleOnline(h, share),
} satisfies Record<string, Step>

export type StepName = keyof typeof steps
