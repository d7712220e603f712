import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { payableState, payeeKind, runState } from '@cheyi/domain/money/payable/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { addDays, localDate } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { booksAgree, moneyFaults } from '../../testing/world/bookings.ts'
import { clerk, finance, manager, other, owner, ownMerchant, t } from '../../testing/world/merchant.ts'

/* Bills of payees: by hand, their ages, payments, and runs that a second person approves. */

const { payable, closing, bank } = contract
ownMerchant({ cars: 3, other: true, now: at('11-20T10:00') })
afterEach(() => booksAgree(t))

let serial = 0
const addPayee = async (more: Partial<InputOf<typeof payable.payeeAdd>> = {}) =>
  (
    await t.call(
      payable.payeeAdd,
      {
        kind: payeeKind.garage,
        name: `汽修厂${++serial}`,
        bank: '工行',
        accountNo: `622202020011${1000 + serial}`,
        ...more,
      },
      finance(),
    )
  ).payeeId
const addBill = async (payeeId: string, amount: number, more: Partial<InputOf<typeof payable.billAdd>> = {}) =>
  (await t.call(payable.billAdd, { payeeId, amount, what: '维修', billedOn: '2026-11-10', ...more }, finance())).billId
const detail = (billId: string) => t.call(payable.bill, { billId }, finance())
const pay = async (billId: string, amount: number, more = {}) =>
  t.call(
    payable.pay,
    { billId, version: (await detail(billId)).version, amount, payWay: payWay.bank, ...more },
    finance(),
  )
const balanceOf = async (of: string, month = '2026-11') => {
  const row = (await t.call(closing.balance, { month }, finance())).list.find((one) => one.account === of)
  return row === undefined ? 0 : row.closing
}

describe('a bill by hand', () => {
  it('is owed from its day on, paid in parts, and each payment may be taken back', async () => {
    const payeeId = await addPayee()
    const billId = await addBill(payeeId, 100_000, { billNo: 'A-1' })
    expect(await detail(billId)).toMatchObject({
      ...{ dueOn: '2026-12-10', state: payableState.open, amount: 100_000, left: 100_000, late: 0, age: 1 },
    })
    expect(await balanceOf(account.payable)).toBe(-100_000)
    expect(await balanceOf(account.carCost)).toBe(100_000)
    await pay(billId, 30_000)
    expect(await detail(billId)).toMatchObject({ state: payableState.open, left: 70_000 })
    const { version } = await detail(billId)
    expect(
      await t.send(payable.pay, { billId, version, amount: 70_001, payWay: payWay.bank }, finance()),
    ).toMatchObject({ errorCode: 4002 })
    await pay(billId, 70_000, { slipNo: 'ICBC-0001' })
    expect(await detail(billId)).toMatchObject({ state: payableState.paid, left: 0 })
    expect(await balanceOf(account.payable)).toBe(0)
    expect(await balanceOf(account.bank)).toBe(-100_000)
    const [last] = (await detail(billId)).payments
    const undo = { paymentId: last!.paymentId, reason: '银行退回' }
    await t.call(payable.payUndo, undo, finance())
    await t.call(payable.payUndo, undo, finance())
    expect(await detail(billId)).toMatchObject({ state: payableState.open, left: 70_000 })
    expect(await balanceOf(account.payable)).toBe(-70_000)
    // The number of the slip may prove the payment that is made after all.
    await pay(billId, 70_000, { slipNo: 'ICBC-0001' })
  })

  it('is entered once, cancelled while nothing is paid, and its number is free then', async () => {
    const payeeId = await addPayee()
    const input = { payeeId, amount: 5000, billNo: 'B-7', what: '洗车', billedOn: '2026-11-10' }
    const key = { ...finance(), headers: { 'idempotency-key': 'bill-once-0001' } }
    const [first, again] = [await t.call(payable.billAdd, input, key), await t.call(payable.billAdd, input, key)]
    expect(again).toEqual(first)
    expect(await t.send(payable.billAdd, input, finance())).toMatchObject({
      ...{ errorCode: -2, message: expect.stringContaining('B-7') },
    })
    await addBill(await addPayee(), 5000, { billNo: 'B-7' })
    const twins = await Promise.all([1, 2].map(() => t.send(payable.billAdd, { ...input, billNo: 'B-8' }, finance())))
    expect(twins.map(({ errorCode }) => errorCode).toSorted()).toEqual([-2, 0])
    const cancel = { billId: first.billId, version: 1, reason: '重复登记' }
    await t.call(payable.billCancel, cancel, finance())
    expect(await detail(first.billId)).toMatchObject({ state: payableState.cancelled, reason: '重复登记' })
    await t.call(payable.billAdd, input, finance())
    const paid = await addBill(payeeId, 900)
    await pay(paid, 100)
    expect(await t.send(payable.billCancel, { billId: paid, version: 2, reason: 'x' }, finance())).toMatchObject({
      errorCode: 4025,
    })
    for (const [more, field] of [
      [{ billedOn: '2026-11-21' }, 'billedOn'],
      [{ dueOn: '2026-11-09' }, 'dueOn'],
    ] as const)
      expect(await t.send(payable.billAdd, { ...input, billNo: '', ...more }, finance())).toMatchObject({
        errorCode: -2,
        data: { field },
      })
  })

  it('grows old by its due date, as debts of customers do', async () => {
    const payeeId = await addPayee()
    for (const [days, amount] of [
      [5, 1],
      [-1, 10],
      [-31, 100],
      [-61, 1000],
      [-91, 10_000],
    ] as const) {
      const dueOn = addDays(localDate(t.clock.now()), days)
      await addBill(payeeId, amount, { dueOn, billedOn: '2026-08-01' })
    }
    const all = await t.call(payable.bills, {}, finance())
    expect(all.sums!.whole.map(({ left }) => left)).toEqual([1, 10, 100, 1000, 10_000])
    expect(all.list.map(({ late }) => late)).toEqual([91, 61, 31, 1, 0])
    const old = await t.call(payable.bills, { age: 5 }, finance())
    expect(old).toMatchObject({ total: 1, sums: { left: 10_000 } })
    expect(old.sums!.whole.map(({ left }) => left)).toEqual([1, 10, 100, 1000, 10_000])
    const counters = await t.call(contract.todo.counts, {}, finance())
    expect(counters.find(({ code }) => code === 'payableDue')).toMatchObject({ count: 5, fen: 11_111 })
  })

  it('is of the merchant as a whole, of nobody without the right and of no other merchant', async () => {
    const payeeId = await addPayee()
    const billId = await addBill(payeeId, 5000)
    const { list } = await t.call(payable.payees, {}, finance())
    expect(list).toMatchObject([{ payeeId, accountNo: `****${1000 + serial}`, open: 5000 }])
    const foreign = { token: other.tokens.owner }
    expect(await t.send(payable.bill, { billId }, foreign)).toMatchObject({ errorCode: -4 })
    expect(await t.send(payable.pay, { billId, version: 1, amount: 1, payWay: payWay.bank }, foreign)).toMatchObject({
      errorCode: -4,
    })
    expect(
      await t.send(payable.billAdd, { payeeId, amount: 1, what: 'x', billedOn: '2026-11-10' }, foreign),
    ).toMatchObject({ errorCode: -4 })
    for (const call of [payable.bills, payable.payees, payable.runs])
      expect(await t.send(call, {}, clerk())).toMatchObject({ errorCode: -3 })
    const { rows } = await t.root.query('select account_enc from payee where id = $1', [payeeId])
    expect(rows[0].accountEnc.toString('latin1')).not.toContain(String(1000 + serial))
  })
})

describe('a payment run', () => {
  const createRun = async (bills: readonly (readonly [string, number])[], by = finance()) =>
    t.call(payable.runCreate, { bills: bills.map(([billId, amount]) => ({ billId, amount })) }, by)
  const runOf = (runId: string, by = finance()) => t.call(payable.run, { runId }, by)
  const submitted = async (bills: readonly (readonly [string, number])[]) => {
    const { runId } = await createRun(bills)
    await t.call(payable.runSubmit, { runId, version: 1 }, finance())
    return runId
  }

  it('is submitted by one, approved by another, transferred by a file and paid, each bill once', async () => {
    const [one, two] = [await addPayee({ holder: '达安汽修有限公司' }), await addPayee()]
    const bills = [
      [await addBill(one, 30_000, { billNo: 'A-1' }), 30_000],
      [await addBill(one, 20_000, { billNo: 'A-2' }), 20_000],
      [await addBill(two, 10_000), 4_000],
    ] as const
    const runId = await submitted(bills)
    expect(await runOf(runId)).toMatchObject({ state: runState.submitted, amount: 54_000, bills: 3, mayApprove: false })
    // Whoever submitted it may not approve it.
    expect(await t.send(payable.runDecide, { runId, version: 2, pass: true }, finance())).toMatchObject({
      errorCode: 1036,
    })
    expect(await t.send(payable.runFile, { runId }, finance())).toMatchObject({ errorCode: 4026 })
    expect(await t.send(payable.runPay, { runId, version: 2 }, finance())).toMatchObject({ errorCode: 4026 })
    expect(await runOf(runId, owner())).toMatchObject({ mayApprove: true })
    await t.call(payable.runDecide, { runId, version: 2, pass: true }, owner())
    const { payees } = await runOf(runId)
    expect(payees).toMatchObject([
      { payeeId: one, holder: '达安汽修有限公司', amount: 50_000, purpose: '账单A-1、A-2', changed: false },
      { payeeId: two, amount: 4_000, purpose: '维修' },
    ])
    expect(payees[0]!.accountNo).toMatch(/^\*{4}\d{4}$/)
    await t.call(payable.runPay, { runId, version: 3, slipNo: 'BATCH-1' }, finance())
    expect(await detail(bills[0][0])).toMatchObject({ state: payableState.paid })
    expect(await detail(bills[2][0])).toMatchObject({ state: payableState.open, left: 6_000 })
    expect(await balanceOf(account.payable)).toBe(-6_000)
    expect(await t.send(payable.runPay, { runId, version: 3 }, finance())).toMatchObject({ errorCode: -5 })
    // A statement of the bank shows one line for each payee.
    await t.call(
      bank.accountCreate,
      { kind: 1, name: '基本户', accountNo: '1001', openingOn: '2026-11-01', opening: 0 },
      finance(),
    )
    const { list } = await t.call(bank.entries, {}, finance())
    expect(list.map(({ what }) => what)).toEqual([
      `付应付款 汽修厂${serial}`,
      '付应付款 达安汽修有限公司',
      '付应付款 达安汽修有限公司',
    ])
  })

  it('holds its bills: of two at once one has them, nobody pays them beside it, and cancelled it gives them back', async () => {
    const payeeId = await addPayee()
    const billId = await addBill(payeeId, 9_000)
    const both = await Promise.all(
      [1, 2].map(() => t.send(payable.runCreate, { bills: [{ billId, amount: 9_000 }] }, finance())),
    )
    expect(both.map(({ errorCode }) => errorCode).toSorted()).toEqual([0, 4024])
    const { runId } = both.find(({ success }) => success)!.data as { runId: string }
    const { version } = await detail(billId)
    const direct = { billId, version, amount: 9_000, payWay: payWay.bank }
    expect(await t.send(payable.pay, direct, finance())).toMatchObject({ errorCode: 4024 })
    await t.call(payable.runCancel, { runId, version: 1, reason: '下周再付' }, finance())
    expect(await detail(billId)).toMatchObject({ state: payableState.open, run: null })
    const again = await createRun([[billId, 9_000]])
    expect(await detail(billId)).toMatchObject({ run: again })
    for (const [amount, code] of [[9_001, 4002]] as const)
      expect(
        await t.send(payable.runCreate, { bills: [{ billId: await addBill(payeeId, 9_000), amount }] }, finance()),
      ).toMatchObject({ errorCode: code })
  })

  it('is not what was approved once an account is another one', async () => {
    const payeeId = await addPayee()
    const runId = await submitted([[await addBill(payeeId, 9_000), 9_000]])
    const { list } = await t.call(payable.payees, {}, finance())
    const { version, name } = list.find((one) => one.payeeId === payeeId)!
    const change = { payeeId, version, name, bank: '工行', accountNo: '6222000000009999' }
    await t.call(payable.payeeEdit, change, finance())
    expect(await t.send(payable.runDecide, { runId, version: 2, pass: true }, owner())).toMatchObject({
      errorCode: 4027,
    })
    const refuse = { runId, version: 2, pass: false, note: '账户变了，先核对' }
    await t.call(payable.runDecide, refuse, owner())
    await t.call(payable.runSubmit, { runId, version: 3 }, finance())
    await t.call(payable.runDecide, { runId, version: 4, pass: true }, manager()).catch(() => undefined)
    const missing = await addPayee({ accountNo: undefined })
    const open = await createRun([[await addBill(missing, 9_000), 9_000]])
    expect(await t.send(payable.runSubmit, { runId: open.runId, version: 1 }, finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining(`汽修厂${serial}`),
    })
  })
})

it('that differs from the books is found by the check of money', async () => {
  const billId = await addBill(await addPayee(), 5_000)
  await pay(billId, 1_000)
  expect(await moneyFaults(t)).toEqual([])
  const plant = async (sql: string, undo: string, found: readonly (string | RegExp)[]) => {
    await t.root.query('set session_replication_role = replica')
    await t.root.query(sql, [billId])
    const faults = (await moneyFaults(t)).map(({ what }) => what)
    for (const what of found) expect(faults).toContainEqual(expect.stringMatching(what))
    await t.root.query(undo, [billId])
    await t.root.query('set session_replication_role = origin')
  }
  await plant(
    'update payable_bill set fen = fen + 1 where id = $1',
    'update payable_bill set fen = fen - 1 where id = $1',
    [/待付金额与账簿不一致/, /车辆成本与账簿不一致/, /与凭证不一致/],
  )
  await plant(
    'update payable_payment set fen = fen + 1 where bill_id = $1',
    'update payable_payment set fen = fen - 1 where bill_id = $1',
    [/已付金额与付款不一致/, /付款 \d+ 与凭证不一致/],
  )
  await plant(
    `update payable_bill set state = ${payableState.inRun} where id = $1`,
    `update payable_bill set state = ${payableState.open} where id = $1`,
    [/状态与付款批次不一致/],
  )
  expect(await moneyFaults(t)).toEqual([])
})
