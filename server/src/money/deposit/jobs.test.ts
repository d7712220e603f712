import { contract } from '@cheyi/contract/index'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { runDue, traces } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, rentAndReturn } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { findPendingWork } from '../../testing/world/orders.ts'

sharedMerchant({ cars: 20 })
beforeAll(async () => {})
afterEach(() => t.clock.set(TEST_NOW))

/** The car is back on Monday 30 November: its violation deposit is due thirty days later at ten. */
const DUE = Date.parse('2026-12-30T10:00:00+08:00')

async function returned({ charge = 0, paid = true } = {}): Promise<string> {
  const { orderId, total } = await book(t, w)
  const token = w.tokens.owner
  await t.call(contract.deposit.pay, { orderId, kind: 3, mode: 1, payWay: payWay.cash, amount: 500000 }, { token })
  if (paid)
    await t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash },
      { token },
    )
  await rentAndReturn(t, w, orderId, charge)
  return orderId
}

const tasks = async (orderId: string) =>
  (
    await t.root.query(
      `select ref_id, detail, done_at from task where order_id = $1 and kind = 'violationRelease' order by id`,
      [orderId],
    )
  ).rows

it('on its day the violation deposit becomes one to-do, which its release closes', async () => {
  const orderId = await returned()
  t.clock.set(DUE - 1)
  await runDue(t, 'violationRelease')
  expect(await tasks(orderId)).toEqual([])

  t.clock.set(DUE)
  await Promise.all([runDue(t, 'violationRelease'), runDue(t, 'violationRelease')])
  const after = await traces(t, orderId)
  await runDue(t, 'violationRelease')
  expect(await traces(t, orderId)).toEqual(after)
  expect(await tasks(orderId)).toMatchObject([{ doneAt: null, detail: { amount: 200000, dueAt: DUE } }])

  // Nobody gave it back, and nothing went: the money is still held, to be looked at by a person.
  const [row] = (
    await t.root.query('select hold_status, in_flight_fen from deposit where order_id = $1 and kind = 2', [orderId])
  ).rows
  expect(row).toEqual({ holdStatus: 1, inFlightFen: '0' })
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(contract.deposit.release, { orderId, kind: 2, voucherIds }, { token: w.tokens.finance })
  expect(await tasks(orderId)).toMatchObject([{ doneAt: expect.any(Date) }])
  await runDue(t, 'violationRelease')
  expect(await tasks(orderId)).toHaveLength(1)
})

it('a debt beyond the rental deposit keeps it back, and is looked at again every day', async () => {
  const orderId = await returned({ charge: 450000, paid: false })
  t.clock.set(DUE)
  await runDue(t, 'violationRelease')
  // 869.00 of rent and 4500.00 of charges are more than both deposits together.
  expect(await tasks(orderId)).toEqual([])
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.settlement, amount: 236900, payWay: payWay.cash },
    { token: w.tokens.owner },
  )
  await runDue(t, 'violationRelease')
  expect(await tasks(orderId)).toMatchObject([{ detail: { amount: 200000 } }])
})

it('a debt of later takes it off the desk, its counter and its list until some of it may go back again', async () => {
  const orderId = await returned()
  t.clock.set(DUE)
  await runDue(t, 'violationRelease')
  const { finance: token } = w.tokens
  const seen = async () => {
    const { todos } = await t.call(contract.overview.home, { limit: 50 }, { token })
    const counters = await t.call(contract.todo.counts, {}, { token })
    const { list } = await t.call(contract.order.list, { orderKind: 1, depositDue: depositKind.violation }, { token })
    expect(counters.find(({ code }) => code === 'violationDeposit')?.count).toBe(list.length)
    return [
      todos.some((todo) => todo.orderId === orderId && todo.kind === 'violationRelease'),
      list.some((card) => card.orderId === orderId),
    ]
  }
  const owe = async (fen: number) => {
    await t.root.query('update "order" set owed_fen = $2 where id = $1', [orderId, fen])
    await findPendingWork(t, w)
  }
  expect(await seen()).toEqual([true, true])

  // The rental deposit answers for 3000.00 of it, this one for the rest.
  await owe(500000)
  expect(await seen()).toEqual([false, false])
  expect(await t.send(contract.deposit.release, { orderId, kind: 2 }, { token })).toMatchObject({ errorCode: 4010 })
  await owe(499999)
  expect(await seen()).toEqual([true, true])
})

it('given back before its day it is no to-do', async () => {
  const orderId = await returned()
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(contract.deposit.release, { orderId, kind: 2, early: true, voucherIds }, { token: w.tokens.finance })
  t.clock.set(DUE)
  await runDue(t, 'violationRelease')
  expect(await tasks(orderId)).toEqual([])
})
