import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, localDate, startOfDate, toIso } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { runInstallation } from '../../testing/jobs.ts'
import { type Mortal, mortalServer } from '../../testing/mortal/mortal.ts'
import { askOpen, makeKey, openChannel, type Told } from '../../testing/open-api.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { rounds } from '../../testing/rounds.ts'
import { booksAgree, pickUp } from '../../testing/world/bookings.ts'
import { owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/* `KILL_STEPS=500` runs it with that many requests and messages; of ten, one meets a server that ends in the middle. */

const STEPS = rounds('KILL_STEPS', 40, 300)
const CARS = 4

sharedMerchant({ cars: CARS, now: Date.now(), poolSize: 8 })

/** A server that was killed while it had the request. */
class Gone extends Error {}

it('a server that is killed at random leaves a receiver whose copy of each order is the order', async () => {
  await openChannel(t, w, 2, { prepaid: true })
  const key = await makeKey(t, w, 2)
  const secrets: string[] = []
  const receiver = await openReceiver(() => secrets)
  const { secret } = await t.call(
    contract.channelPush.webhookSave,
    { source: 2, url: receiver.url, enabled: true, pushStock: false },
    owner(),
  )
  secrets.push(secret!)
  // The reservation of a killed server ends at once, so that the test takes no minutes.
  const hurry = () =>
    t.root.query(
      `with h as (update channel_webhook set held_until = '-infinity', failures = 0 where merchant_id = $1)
       update channel_event set due_at = '-infinity' where merchant_id = $1 and state < 2`,
      [w.merchantId],
    )
  let seed = 20_261_127
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }

  let server: Mortal = await mortalServer(t)
  let kills = 0
  /** Does something on a server that may end; the platform, and the schedule, try again on the next one. */
  async function insistently<T>(work: (on: Mortal) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work(server)
      } catch (error) {
        if (!(error instanceof Gone)) throw error
        kills++
        await hurry()
        server = await mortalServer(t)
      }
    }
  }
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Told> =>
    insistently((on) => {
      const inject = async (request: never) => {
        const envelope = await on.inject(request)
        if (envelope === undefined) throw new Gone()
        return { json: () => envelope, statusCode: envelope.httpStatus, headers: {} }
      }
      const through = { app: { inject }, clock: t.clock } as unknown as Parameters<typeof askOpen>[0]
      return askOpen(through, key, { method, url: `/open/v1${url}`, ...(body && { body }) })
    })
  const push = () =>
    insistently(async (on) => {
      if (!(await on.work('channelPush'))) throw new Gone()
    })

  const numbers: string[] = []
  const first = startOfDate(localDate(Date.now())) + DAY + 10 * HOUR
  const known = () => numbers[random(numbers.length)]!
  for (let i = 0; i < STEPS; i++) {
    // A receiver refuses messages that are five minutes old, which a long run takes.
    t.clock.set(Date.now())
    if (random(10) === 0) await server.mortalFor(1 + random(60))
    const act = numbers.length === 0 ? 0 : random(6)
    if (act <= 1) {
      const n = numbers.length
      const from = first + Math.floor(n / CARS) * 2 * DAY
      const trip = {
        storeId: w.stores.hongqiao,
        modelId: w.models.lavida,
        pickupAt: toIso(from),
        returnAt: toIso(from + DAY),
      }
      const { totalFen } = (await ask('POST', '/quote', trip)).data as { totalFen: number }
      const customer = { name: '张三', mobile: '13800001234' }
      const body = { ...trip, channelOrderNo: `S-${n}`, amountFen: totalFen, customer }
      expect(await ask('POST', '/orders', body)).toMatchObject({ success: true })
      numbers.push(`S-${n}`)
    } else if (act === 2) await ask('POST', `/orders/${known()}/cancel`, {})
    else if (act === 3) await ask('PUT', `/orders/${known()}/customer`, { name: '李四', mobile: '13900001234' })
    else if (act === 4) await push()
    else {
      const { orderId, status } = (await ask('GET', `/orders/${known()}`)).data as { orderId: string; status: number }
      if (status === 3) await pickUp(t, w, orderId)
    }
  }
  await server.end()
  await inTheEnd(async () => {
    t.clock.set(Date.now())
    await hurry()
    await runInstallation(t, 'channelPush')
    const { rows } = await t.root.query(
      'select count(*)::int as n from channel_event where merchant_id = $1 and state <> 2',
      [w.merchantId],
    )
    expect(rows[0].n).toBe(0)
  }, 200)
  expect(kills).toBeGreaterThan(0)

  const seen = new Set<string>()
  const copies = new Map<string, Record<string, unknown>>()
  for (const { id, data } of receiver.got) {
    if (seen.has(id)) continue
    seen.add(id)
    copies.set(data.channelOrderNo, data)
  }
  expect([...copies.keys()].toSorted()).toEqual(numbers.toSorted())
  for (const [no, { renewalId: _, violation: __, deduction: ___, ...copy }] of copies)
    expect((await askOpen(t, key, { url: `/open/v1/orders/${no}` })).data).toMatchObject(copy)
  const { rows } = await t.root.query(
    `select channel_order_no, count(*)::int as n from "order" where merchant_id = $1 and channel_order_no is not null group by 1 having count(*) > 1`,
    [w.merchantId],
  )
  expect(rows).toEqual([])
  await booksAgree(t)
  await receiver.close()
}, 900_000)
