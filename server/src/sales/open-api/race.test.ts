import { contract } from '@cheyi/contract/index'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { type Credentials, makeKey, openChannel, type Told } from '../../testing/open-api.ts'
import { rounds } from '../../testing/rounds.ts'
import { formOf } from '../../testing/world/booking.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, ownPlatform, type Placed, post } from '../../testing/world/platform.ts'

/* `RACE=1000` runs it with that many orders of channels; their fifth are orders of the counter, their twentieth cars. */

const ORDERS = rounds('RACE', 20, 400)
const CARS = Math.max(2, Math.round(ORDERS / 20))
const COUNTER = Math.round(ORDERS / 5)
/** Requests under way at once, as a platform limits itself. */
const AT_ONCE = 40

ownMerchant({ cars: CARS, poolSize: 8 })
ownPlatform()

it('of channels with repeats and the counter for the last cars sells each car once, and each number is one order', async () => {
  const keys: Credentials[] = []
  for (const source of [2, 3, 4]) {
    await openChannel(t, w, source)
    keys.push(await makeKey(t, w, source))
  }
  const asked = await form()
  const sent = Array.from({ length: ORDERS }, (_, n) => ({
    by: keys[n % keys.length]!,
    body: { ...asked, channelOrderNo: `R-${n}`, payment: n % 2 === 0 ? 'prepaid' : 'store' },
  }))
  const repeats = sent.filter((_, n) => n % 5 === 0)
  const changed = sent
    .filter((_, n) => n % 20 === 10)
    .map(({ by, body }) => ({ by, body: { ...body, customer: { ...asked.customer, name: '李四' } } }))
  const times = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
  const trip = { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...times }
  const quotes = []
  for (let n = 0; n < COUNTER; n++) quotes.push(await t.call(contract.quote.quote, trip, owner()))

  const told: { readonly no: string; readonly answer: Told }[] = []
  const work = [
    ...sent.map((one, n) => ({ at: n, run: () => ask(one) })),
    ...repeats.map((one, n) => ({ at: n * 5 + 0.5, run: () => ask(one) })),
    ...changed.map((one, n) => ({ at: n * 20 + 10.5, run: () => ask(one) })),
    ...quotes.map((one, n) => ({
      at: n * 5 + 2.5,
      run: () => t.send(contract.order.create, formOf(one), owner()),
    })),
  ].toSorted((a, b) => a.at - b.at)
  async function ask({ by, body }: (typeof sent)[number]) {
    let answer = await post('/orders', body, by)
    // An undecided plan is answered by 503: the platform asks again.
    while (answer.httpStatus === 503) answer = await post('/orders', body, by)
    told.push({ no: body.channelOrderNo, answer })
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = work.shift(); one !== undefined; one = work.shift()) await one.run()
    }),
  )

  const { rows } = await t.root.query(
    `select channel_order_no as no, vehicle_id, status from "order" where merchant_id = $1 and status between 2 and 4`,
    [w.merchantId],
  )
  expect(rows).toHaveLength(CARS)
  const numbers = rows.flatMap(({ no }) => no ?? [])
  expect(new Set(numbers).size).toBe(numbers.length)
  // What is answered to one number is one order, whoever came first.
  for (const [no, answers] of Map.groupBy(told, (one) => one.no)) {
    const ids = new Set(answers.flatMap(({ answer }) => (answer.success ? (answer.data as Placed).orderId : [])))
    expect([no, ids.size]).toEqual([no, numbers.includes(no) ? 1 : 0])
    for (const { answer } of answers) if (!answer.success) expect([9201, 9203]).toContain(answer.errorCode)
  }
  await booksAgree(t)
}, 900_000)
