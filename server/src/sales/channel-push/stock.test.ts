import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE, startOfDate, toIso } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { listen } from '../../testing/flights.ts'
import { eventsReadable, runInstallation } from '../../testing/jobs.ts'
import { ownReceiver, type Receiver } from '../../testing/receiver.ts'
import { book } from '../../testing/world/booking.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { get, ownPlatform, post, type Quoted, trip } from '../../testing/world/platform.ts'

ownMerchant({ cars: 8, poolSize: 8 })
ownPlatform()

const { channelPush } = contract
let receiver: Receiver
const secrets = ownReceiver(
  () => t.clock.now(),
  (opened) => {
    receiver = opened
  },
)

const wait = (ms: number) => {
  t.clock.advance(ms)
  vi.setSystemTime(t.clock.now())
}
const run = () => runInstallation(t, 'channelPush')
/** A second passes, and its work is done. */
const second = async () => {
  wait(1000)
  await eventsReadable(t)
  await run()
}
async function setAddress(): Promise<void> {
  const input = { source: 2, url: receiver.url, enabled: true, pushStock: true } as const
  secrets.push((await t.call(channelPush.webhookSave, input, owner())).secret!)
  for (let i = 0; i < 5; i++) await second()
}

interface Pool {
  readonly storeId: string
  readonly modelId: string
  readonly days: readonly { date: string; sellable: number; total: number; closed: boolean; priceFen: number | null }[]
}
/** The states of one pool that were sent, the newest last. */
const states = (modelId = w.models.lavida): Pool[] =>
  receiver.got.flatMap(({ data }) =>
    ((data.pools ?? []) as Pool[]).filter((pool) => pool.storeId === w.stores.hongqiao && pool.modelId === modelId),
  )
/** Whether a state is what a read answers now. */
async function isTrue(pool: Pool): Promise<void> {
  const { storeId, modelId, days } = pool
  const place = `storeId=${storeId}&modelId=${modelId}&from=${days[0]!.date}&to=${days.at(-1)!.date}`
  const stock = (await get(`/stock?${place}`)).data as { days: object[] }
  expect(days.map(({ priceFen: _, ...day }) => day)).toEqual(stock.days)
  const prices = (await get(`/prices?${place}`)).data as { days: { priceFen: number | null }[] }
  expect(days.map(({ priceFen }) => priceFen)).toEqual(prices.days.map(({ priceFen }) => priceFen))
}

it('is sent in full at first, then of each changed pool in its newest state', async () => {
  await setAddress()
  const pools = receiver.got.flatMap(({ data }) => data.pools as Pool[])
  expect(new Set(pools.map(({ storeId, modelId }) => `${storeId}/${modelId}`)).size).toBe(pools.length)
  await isTrue(states().at(-1)!)
  receiver.got.length = 0
  await book(t, w)
  await eventsReadable(t)
  await run()
  expect(receiver.got).toEqual([])
  await second()
  await second()
  expect(states()).toHaveLength(1)
  expect(receiver.got.flatMap(({ data }) => data.pools as Pool[])).toHaveLength(1)
  await isTrue(states()[0]!)
  // Nothing is sent again while nothing changes.
  await second()
  await second()
  expect(states()).toHaveLength(1)
})

it('200 bookings of one pool within two seconds are sent at most twice, and the last is true', async () => {
  await setAddress()
  receiver.got.length = 0
  const from = startOfDate('2026-11-21')
  const forms: (ReturnType<typeof trip> & { channelOrderNo: string; amountFen: number; customer: object })[] = []
  for (let i = 0; i < 200; i++) {
    const pickupAt = from + Math.floor(i / 8) * 2 * DAY + 10 * HOUR
    const input = trip({ pickupAt: toIso(pickupAt), returnAt: toIso(pickupAt + DAY) })
    const amountFen = i % 8 === 0 ? ((await post('/quote', input)).data as Quoted).totalFen : forms.at(-1)!.amountFen
    forms.push({ ...input, channelOrderNo: `S-${i}`, amountFen, customer: { name: '张三', mobile: '13800001234' } })
  }
  for (let i = 0; i < forms.length; i += 10) {
    const placed = await Promise.all(forms.slice(i, i + 10).map((form) => post('/orders', form)))
    expect(placed.filter(({ success }) => !success)).toEqual([])
    wait(100)
    if (i % 50 === 40) await run()
  }
  for (let i = 0; i < 6; i++) await second()
  const sent = states()
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length).toBeLessThanOrEqual(2)
  await isTrue(sent.at(-1)!)
}, 120_000)

it('follows rules and prices, and is sent again after a failure in its newest state only', async () => {
  await setAddress()
  receiver.got.length = 0
  receiver.react = () => 500
  await book(t, w)
  for (let i = 0; i < 3; i++) await second()
  const { version, ...detail } = await t.call(contract.channel.detail, { source: 2 }, owner())
  await t.call(
    contract.channel.save,
    { ...detail, source: 2, version, minLeadMinutes: null, maxDays: null, bufferUnits: 1 } as never,
    owner(),
  )
  for (let i = 0; i < 3; i++) await second()
  expect(receiver.got).toEqual([])
  receiver.react = () => 200
  wait(MINUTE)
  for (let i = 0; i < 4; i++) await second()
  expect(states()).toHaveLength(1)
  await isTrue(states()[0]!)
})

it('reports what was closed to the channel, and of everything after its position was lost', async () => {
  await setAddress()
  receiver.got.length = 0
  await t.call(
    contract.channel.saveMappings,
    { source: 2, kind: 'model', rows: [{ id: w.models.lavida, theirCode: null, theirName: '' }] },
    owner(),
  )
  for (let i = 0; i < 5; i++) await second()
  expect(
    states()
      .at(-1)!
      .days.every(({ sellable, closed }) => sellable === 0 && closed),
  ).toBe(true)
  receiver.got.length = 0
  await t.root.query(
    `update follower set xid = '9223372036854775807' where merchant_id = $1 and name = 'channelStock'`,
    [w.merchantId],
  )
  for (let i = 0; i < 6; i++) await second()
  expect(states(w.models.gl8).length).toBeGreaterThan(0)
})

it('is sent in full each night, within the hour', async () => {
  await setAddress()
  receiver.got.length = 0
  await runInstallation(t, 'channelNight')
  wait(HOUR)
  for (let i = 0; i < 6; i++) await second()
  expect(states()).toHaveLength(1)
  expect(states(w.models.gl8)).toHaveLength(1)
})

it('costs a merchant without channels no statement', async () => {
  await book(t, w)
  await eventsReadable(t)
  const sent = await listen(run)
  expect(sent.filter(({ values }) => values.includes(w.merchantId))).toEqual([])
  const { rows } = await t.root.query('select from follower where merchant_id = $1', [w.merchantId])
  expect(rows).toEqual([])
})
