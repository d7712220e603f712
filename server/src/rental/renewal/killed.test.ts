import { contract } from '@cheyi/contract/index'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { type Mortal, mortalServer } from '../../testing/mortal/mortal.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { car, orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payUntold, tell } from '../../testing/world/online.ts'

/*
 * The provider has said yes to a renewal, and the server that heard it is killed before or after any of its statements: the renewal
 * waits with its time, or it counts; told again, it counts once.
 */

ownMerchant({ cars: 8 })
const servers: Mortal[] = []
afterAll(async () => {
  for (const server of servers) await server.end()
})

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const until = at('11-27T10:00')
const AMOUNT = 48_000

it('is made once by its payment, wherever the server that takes the notification is killed', async () => {
  await openOnlinePay(t, w)
  let next = 0

  /** A renewal whose code was paid, and what its provider tells of it. */
  async function paid() {
    const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car(next++).id } })
    const { quoteId } = await t.call(contract.renewal.price, { orderId, newReturnAt: until }, owner())
    const { renewalId } = await t.call(
      contract.renewal.create,
      { orderId, quoteId, payMode: payMode.onlineIn },
      owner(),
    )
    const asked = { orderId, refId: renewalId, payKind: payKind.renewal, amount: AMOUNT, payWay: payWay.alipay }
    const { paymentId } = await t.call(contract.payment.collect, asked, owner())
    return { orderId, renewalId, paymentId, told: await payUntold(t, paymentId) }
  }
  type Paid = Awaited<ReturnType<typeof paid>>

  const fresh = async () => {
    const server = await mortalServer(t)
    servers.push(server)
    return server
  }
  const stateOf = async ({ orderId, renewalId, paymentId }: Paid) => {
    const { rows } = await t.root.query(
      `select (select status from renewal where id = $2) as renewal, (select status from payment where id = $3) as payment,
         (select count(*)::int from ledger_txn where order_id = $1 and payment_id = $3) as postings,
         (select coalesce(sum(amount_fen), 0)::int from order_item where renewal_id = $2 and status = 'active') as billed,
         (select count(*)::int from order_log where order_id = $1 and action = 'renew') as told,
         (select count(*)::int from payment where order_id = $1 and direction = 'out' and ref_type <> 'deposit') as back,
         (select to_at from occupancy where ref_id = $1 and active) as held`,
      [orderId, renewalId, paymentId],
    )
    const { returnAt, owedFen } = await orderRow(orderId)
    return { ...rows[0], held: rows[0].held.getTime(), end: new Date(returnAt).getTime(), owed: owedFen }
  }
  const waits = {
    renewal: 0,
    postings: 0,
    billed: 0,
    told: 0,
    back: 0,
    end: trip.returnAt,
    held: until + HOUR,
    owed: '0',
  }
  const counts = {
    ...{ renewal: 2, payment: paymentStatus.succeeded, postings: 1, billed: AMOUNT, told: 1, back: 0 },
    ...{ end: until, held: until + HOUR, owed: '0' },
  }

  const first = await fresh()
  await first.mortalFor(10_000)
  const whole = await paid()
  const { reply, moments } = (await first.tell(...whole.told))!
  expect(reply.status).toBe(200)
  expect(await stateOf(whole)).toMatchObject(counts)
  await first.end()

  const left: string[] = []
  for (const end of [1, Math.floor(moments / 2), moments - 4, moments - 2, moments]) {
    const server = await fresh()
    const one = await paid()
    await server.mortalFor(end)
    const answer = await server.tell(...one.told)
    const state = await stateOf(one)
    // Nothing is half done: neither the money without its time, nor the time without its money.
    if (state.renewal === counts.renewal) expect(state).toMatchObject(counts)
    else expect(state).toMatchObject(waits)
    if (answer === undefined) left.push(state.renewal === counts.renewal ? 'committed' : 'nothing')
    expect(await tell(t, one.told)).toMatch(/^200 .*success/i)
    expect(await stateOf(one)).toMatchObject(counts)
    await server.end()
  }
  expect(left.length).toBeGreaterThan(2)
  expect(left).toContain('nothing')
  await booksAgree(t)
}, 300_000)
