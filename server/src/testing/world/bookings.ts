import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { MAX_MONEY_OUT_FAILURES } from '@cheyi/domain/booking/order/timers'
import { holdStatus } from '@cheyi/domain/money/deposit/codes'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { earningEntry } from '@cheyi/domain/money/payment/ledger'
import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { expect } from 'vitest'
import { lockOrder, updateOrder } from '../../booking/order/actions.ts'
import { depositsOf, startViolationHold } from '../../money/deposit/actions.ts'
import { chargeExpenses, liveExpenses } from '../../money/expense/actions.ts'
import { post, refreshSettlement } from '../../money/payment/actions.ts'
import { type Difference, differences } from '../../money/payment/check/differences.ts'
import { moneyChecks } from '../../money-checks.ts'
import type { Envelope, TestApp } from '../app.ts'
import { inContext } from '../context.ts'
import { planned } from '../planned.ts'
import type { World } from './world.ts'

/** Friday 18:00 to Monday 18:00: three days, 684.00 of rent, 869.00 with services. */
export const weekend = {
  pickupAt: Date.parse('2026-11-27T18:00:00+08:00'),
  returnAt: Date.parse('2026-11-30T18:00:00+08:00'),
} as const

type Trip = Partial<InputOf<typeof contract.quote.quote>>
type Form = Partial<InputOf<typeof contract.order.create>>

let customers = 0

/** Books an order as the owner, by the calls of real use: a lavida of Hongqiao over the weekend, unless said otherwise. */
export async function book(
  t: TestApp,
  w: World,
  {
    trip = {},
    form = {},
    token = w.tokens.owner,
  }: { readonly trip?: Trip; readonly form?: Form; readonly token?: string } = {},
) {
  const quote = await t.call(
    contract.quote.quote,
    { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...weekend, ...trip },
    { token },
  )
  customers++
  const order = await t.call(
    contract.order.create,
    {
      submit: true,
      quoteId: quote.quoteId,
      expectTotal: quote.total,
      contactName: '周明轩',
      contactPhone: `139${String(customers).padStart(8, '0')}`,
      ...form,
    },
    { token },
  )
  return { ...order, total: quote.total }
}

/** A lavida of Hongqiao priced for somebody else. @returns what sells it, for a race to call when it likes */
export async function pricedSale(t: TestApp, w: World, stay: Trip, customer: number): Promise<() => Promise<Envelope>> {
  const auth = { token: w.tokens.owner }
  const where = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
  const { quoteId, total } = await t.call(contract.quote.quote, { ...where, ...stay } as never, auth)
  const contactPhone = `138${String(customer).padStart(8, '0')}`
  const form = { submit: true, quoteId, expectTotal: total, contactName: '周明轩', contactPhone }
  return () => t.send(contract.order.create, form, auth)
}

/** The car is with the customer, as the confirmed pickup leaves the order: papers and photos are another test's point. */
export async function pickUp(t: TestApp, w: World, orderId: string): Promise<void> {
  await inContext(t, w, 'owner', async (ctx) => {
    const order = updateOrder(ctx, await lockOrder(ctx, orderId), { status: orderStatus.arranged })
    updateOrder(ctx, order, { status: orderStatus.pickedUp, actualPickupAt: ctx.now })
    await chargeExpenses(ctx, orderId, await liveExpenses(ctx, orderId, handoverType.pickup))
    await refreshSettlement(ctx, orderId)
  })
}

/** The car is back and the whole rental earned, as the confirmed return leaves the order. */
export async function giveBack(t: TestApp, w: World, orderId: string): Promise<void> {
  await inContext(t, w, 'owner', async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    const { lines } = order.quoteSnapshot as QuoteSnapshot
    const sum = (rent: boolean) =>
      lines.filter((line) => (line.itemType === 0) === rent).reduce((total, line) => total + line.amount, 0)
    updateOrder(ctx, order, {
      status: orderStatus.returned,
      actualReturnAt: ctx.now,
      settledAt: ctx.now,
    })
    await chargeExpenses(ctx, orderId, await liveExpenses(ctx, orderId, handoverType.return))
    await post(ctx, orderId, earningEntry(orderId, 'return', { rentFen: sum(true), serviceFen: sum(false) }))
    startViolationHold(ctx, order, ctx.now, await depositsOf(ctx, orderId))
    await refreshSettlement(ctx, orderId)
  })
}

/** Hands the weekend's car over and takes it back at the agreed times, with so much to pay for its cleaning, fen. */
export async function rentAndReturn(t: TestApp, w: World, orderId: string, charge: number): Promise<void> {
  t.clock.set(weekend.pickupAt)
  await pickUp(t, w, orderId)
  t.clock.set(weekend.returnAt)
  if (charge > 0)
    await t.call(
      contract.expense.saveAll,
      { orderId, type: handoverType.return, items: [{ code: expenseCode.cleaning, amount: charge }] },
      { token: w.tokens.owner },
    )
  await giveBack(t, w, orderId)
}

/** Everything that is on its way back to the customer was sent online and refused for good. */
export async function failPayouts(t: TestApp, w: World, orderId: string): Promise<void> {
  await inContext(t, w, 'owner', async (ctx) => {
    await lockOrder(ctx, orderId)
    await ctx.query(
      `update payment set status = ${paymentStatus.failed}, fail_count = ${MAX_MONEY_OUT_FAILURES},
         pay_mode = ${payMode.onlineOut}, pay_way = ${payWay.alipay}
       where order_id = $1 and direction = 'out' and status <> ${paymentStatus.succeeded}`,
      [orderId],
    )
    await ctx.query(
      `update deposit set hold_status = ${holdStatus.releaseFailed} where order_id = $1 and in_flight_fen > 0
         and held_fen = captured_fen + released_fen + in_flight_fen`,
      [orderId],
    )
    await refreshSettlement(ctx, orderId)
  })
}

/** What the books say of an order: debits minus credits by account, zero ones left out. */
export async function books(t: TestApp, orderId: string): Promise<Record<string, number>> {
  const { rows } = await t.root.query<{ account: string; balance: string }>(
    `select account, sum(debit_fen - credit_fen) as balance from ledger_entry where order_id = $1
      group by account having sum(debit_fen - credit_fen) <> 0`,
    [orderId],
  )
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.balance)]))
}

/** What `check:money` finds. */
export function moneyFaults(t: Pick<TestApp, 'root'>): Promise<Difference[]> {
  return differences({ query: planned(t.root) }, moneyChecks)
}

/** Every amount that a row keeps is what the books say: for `afterEach`. */
export async function booksAgree(t: Pick<TestApp, 'root'>): Promise<void> {
  expect(await moneyFaults(t)).toEqual([])
}

/** Puts an order on a car without pinning it, as the packing might have. */
export async function placeUnpinned(t: TestApp, orderId: string, vehicleId: string): Promise<void> {
  await t.root.query(
    'update "order" set vehicle_id = $2, plate = (select plate from vehicle where id = $2), pinned = false where id = $1',
    [orderId, vehicleId],
  )
  await t.root.query('update occupancy set vehicle_id = $2, pinned = false where ref_id = $1 and active', [
    orderId,
    vehicleId,
  ])
}
