import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { type PayWay, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { type Mortal, mortalServer } from '../../../testing/mortal/mortal.ts'
import { books, booksAgree } from '../../../testing/world/bookings.ts'
import { openOnlinePay, payUntold, tell } from '../../../testing/world/online.ts'
import { onlineOrders } from '../../../testing/world/online-orders.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

/*
 * A server takes a notification and is killed in the middle of it: before and after each of some of its statements, the
 * commit among them. The provider had no answer and tells again, to a server that lives or to the one that came back.
 */

let t: TestApp
let w: World
const servers: Mortal[] = []

beforeAll(async () => {
  t = await testApp({ poolSize: 4 })
  w = await makeWorld(t, { cars: 40 })
  await openOnlinePay(t, w)
})
afterAll(async () => {
  for (const server of servers) await server.end()
  await t.close()
})
const { awaiting, link, orderRow, paymentRow } = onlineOrders(() => ({ t, w }))
afterEach(() => booksAgree(t))

async function fresh(): Promise<Mortal> {
  const server = await mortalServer(t)
  servers.push(server)
  return server
}

/** A payment that its customer has made, and what its provider tells of it. */
async function paid(way: PayWay) {
  const { orderId, total } = await awaiting()
  const { paymentId } = await link(orderId, total, { payWay: way as 1 })
  return { orderId, total, paymentId, told: await payUntold(t, paymentId) }
}

/** It is in the books, once, and its order went on once. */
async function countedOnce({ orderId, total, paymentId }: Awaited<ReturnType<typeof paid>>) {
  expect(await paymentRow(paymentId)).toMatchObject({ status: paymentStatus.succeeded })
  expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, paidFen: String(total), owedFen: '0' })
  expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
  const { rows } = await t.root.query(
    `select (select count(*)::int from pay_notice n join payment p on p.out_trade_no = n.out_no where p.id = $1) as notices,
       (select count(*)::int from ledger_txn where payment_id = $1) as postings,
       (select count(*)::int from order_log where order_id = $2 and action = 'collect') as collected`,
    [paymentId, orderId],
  )
  expect(rows[0]).toEqual({ notices: 1, postings: 1, collected: 1 })
}

it.each([
  ['支付宝', payWay.alipay],
  ['微信', payWay.wechat],
] as const)(
  'a payment by %s counts once, wherever the server that takes its notification is killed',
  async (_, way) => {
    // How many moments a server needs for it that has just started.
    const first = await fresh()
    await first.mortalFor(10_000)
    const whole = await paid(way)
    const { reply, moments } = (await first.tell(...whole.told))!
    expect(reply.status).toBe(200)
    await countedOnce(whole)
    await first.end()

    const ends = [1, Math.floor(moments / 2), moments - 3, moments - 2, moments]
    const left: string[] = []
    let before: Awaited<ReturnType<typeof paid>> | undefined
    for (const end of ends) {
      const server = await fresh()
      // What killed the one before is told to the one that came back.
      if (before !== undefined) expect((await server.tell(...before.told))?.reply.status).toBe(200)
      if (before !== undefined) await countedOnce(before)
      before = undefined
      const one = await paid(way)
      // Statements are prepared and read by now, so it takes less.
      await server.mortalFor(end)
      const answer = await server.tell(...one.told)
      if (answer === undefined)
        left.push((await paymentRow(one.paymentId)).status === paymentStatus.succeeded ? 'committed' : 'nothing')
      if (end % 2 === 0) before = one
      else expect(await tell(t, one.told)).toMatch(/^200 .*success/i)
      if (before === undefined) await countedOnce(one)
      await server.end()
    }
    if (before !== undefined) {
      expect(await tell(t, before.told)).toMatch(/^200 .*success/i)
      await countedOnce(before)
    }
    // Of those that were killed, some were so before their commit.
    expect(left.length).toBeGreaterThan(2)
    expect(left).toContain('nothing')
  },
  300_000,
)
