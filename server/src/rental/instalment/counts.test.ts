import { contract } from '@cheyi/contract/index'
import { orderKind, sources } from '@cheyi/domain/booking/order/codes'
import { planDue } from '@cheyi/domain/rental/instalment/codes'
import { expect, it } from 'vitest'
import { asMerchant } from '../../kernel/enter.ts'
import { runDue } from '../../testing/jobs.ts'
import { renter } from '../../testing/world/handover.ts'
import { bookLong, handOutLong, longMerchant, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'
import { tallyDifferences } from '../order/jobs/tally-differences.ts'

/* How many orders have an instalment due, or late, whatever is done to their plans at once: the sums that are kept are what counting says. */

const { instalment, order } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
longMerchant({ cars: 20, settings: { freeKmPerDay: 0 } })

/** What the tabs say, by the sums and by looking each order up. */
async function tabs(): Promise<[due: number, late: number]> {
  expect(await asMerchant(t.kernel, w.merchantId, ({ query }) => tallyDifferences({ query }))).toEqual([])
  const long = { orderKind: orderKind.long, pageSize: 1 }
  const [kept, looked] = await Promise.all([
    t.call(order.list, long, owner()),
    t.call(order.list, { ...long, source: [...sources.values] }, owner()),
  ])
  expect(kept.plans).toEqual(looked.plans)
  const of = (code: number) => kept.plans!.find((one) => one.planDue === code)!.count
  return [of(planDue.due), of(planDue.late)]
}

/** Long orders whose first row is paid; the others fall due on the last days of months. */
async function sold(count: number): Promise<string[]> {
  const orders: string[] = []
  for (let i = 0; i < count; i++) {
    const { orderId } = await bookLong(t, w, { trip: { pickupAt: at('2027-01-31T12:00') } })
    await payInstalment(t, w, orderId, 1)
    orders.push(orderId)
  }
  return orders
}

/** As {@link sold}, handed over. */
async function driven(count: number): Promise<string[]> {
  const renterId = await renter(t, w)
  t.clock.set(at('2027-01-31T10:00'))
  const orders: string[] = []
  for (let i = 0; i < count; i++)
    orders.push(await handOutLong(t, w, { form: { renterId, vehicleId: w.vehicles.lavida[i]!.id } }))
  return orders
}

const row = async (orderId: string, seq: number) =>
  (await t.call(instalment.list, { orderId }, owner())).rows.find((one) => one.seq === seq)!
const pay = async (orderId: string, amount: number) =>
  t.send(instalment.pay, { instalmentId: (await row(orderId, 2)).id, amount, payMode: 2, payWay: 4 }, owner())
const postpone = async (orderId: string, dueDate: string) =>
  t.send(instalment.postpone, { instalmentId: (await row(orderId, 2)).id, dueDate }, owner())
const end = async (orderId: string) => {
  const asked = { orderId, endOn: '2027-03-20', merchantCause: false }
  const { owed: expectAmount } = await t.call(instalment.terminatePreview, asked, owner())
  return t.send(instalment.terminate, { ...asked, reason: '客户换车', expectAmount }, owner())
}
const cancel = async (orderId: string) => {
  const { penalty } = await t.call(order.cancelRule, { orderId }, owner())
  return t.send(order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: penalty }, owner())
}

it('follow the date by themselves, and the job where a row is late', async () => {
  await sold(3)
  expect(await tabs()).toEqual([0, 0])
  // No job ran: the date alone has come.
  t.clock.set(at('2027-02-28T00:00'))
  expect(await tabs()).toEqual([3, 0])
  await runDue(t, 'instalment')
  expect(await tabs()).toEqual([3, 0])
  // Beyond the days of grace it is late once the job has said so, in the list and in the count.
  t.clock.set(at('2027-03-12T00:00'))
  expect(await tabs()).toEqual([3, 0])
  await runDue(t, 'instalment')
  expect(await tabs()).toEqual([0, 3])
})

it('hold while rows are paid, postponed and ended, and the job runs, all at once', { timeout: 120_000 }, async () => {
  const out = await driven(2)
  const orders = await sold(9)
  const twice = () => Promise.all([runDue(t, 'instalment'), runDue(t, 'instalment'), runDue(t, 'tallies')])
  t.clock.set(at('2027-02-28T00:10'))
  await Promise.all([
    twice(),
    ...orders.slice(0, 2).map((id) => pay(id, 420_000)),
    ...orders.slice(2, 4).map((id) => pay(id, 100_000)),
    ...orders.slice(4, 6).map((id) => postpone(id, '2027-03-05')),
    postpone(orders[0]!, '2027-03-04'),
    pay(orders[4]!, 420_000),
  ])
  const [due, late] = await tabs()
  expect(late).toBe(0)
  expect(due).toBeGreaterThanOrEqual(6)
  t.clock.set(at('2027-03-12T00:10'))
  await Promise.all([
    twice(),
    ...out.map(end),
    ...orders.slice(6, 8).map(cancel),
    ...orders.slice(2, 4).map((id) => pay(id, 320_000)),
    pay(orders[8]!, 420_000),
    pay(out[0]!, 420_000),
  ])
  await tabs()
  await runDue(t, 'instalment')
  expect((await tabs())[0]).toBe(0)
})
