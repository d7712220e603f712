import { contract } from '@cheyi/contract/index'
import { expect, it } from 'vitest'
import { openChannel } from '../../testing/open-api.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, ownPlatform, type Placed, post, quote, trip } from '../../testing/world/platform.ts'

ownMerchant({ cars: 2 })
ownPlatform()

const mapService = async () => {
  const rowsOf = await t.call(contract.channel.mappings, { source: 2, kind: 'service' }, owner())
  const one = rowsOf.find(({ inUse }) => inUse)!
  const rows = [{ id: one.id, theirCode: 'T-CARE', theirName: '无忧租' }]
  await t.call(contract.channel.saveMappings, { source: 2, kind: 'service', rows }, owner())
  return one
}

it('keeps the price lines of the platform, and names a mapped service by both sides', async () => {
  const { name } = await mapService()
  const { totalFen } = await quote()
  const lines = [
    { kind: 'rent', name: '车辆租金', amountFen: totalFen - 5_000 },
    { kind: 'service', code: 'T-CARE', name: '无忧租', amountFen: 8_000 },
    { kind: 'discount', name: '商家立减', amountFen: 3_000 },
    { kind: 'subsidy', name: '平台补贴', amountFen: 1_000 },
  ]
  const asked = await form({ lines, payment: 'prepaid', amountFen: totalFen - 1_000 })
  const { orderId } = (await post('/orders', asked)).data as Placed
  const { fees } = await t.call(contract.order.detail, { orderId }, owner())
  const text = JSON.stringify(fees)
  expect(text).toContain(`${name}（渠道：无忧租）`)
  const { rows } = await t.root.query(
    'select name, amount_fen::int as fen from order_item where order_id = $1 order by id',
    [orderId],
  )
  expect(rows.map(({ fen }) => fen)).toEqual([totalFen - 5_000, 8_000, -3_000, -1_000])
  // The platform owes the subsidy too.
  expect(await books(t, orderId)).toEqual({ platform_clearing: totalFen, unearned: -totalFen })
  await booksAgree(t)
})

it('refuses lines that do not add up, that have no rent, or whose sum is not our price', async () => {
  const { totalFen } = await quote()
  const rent = { kind: 'rent', name: '车辆租金', amountFen: totalFen }
  const place = async (lines: object[], amountFen = totalFen) =>
    (await post('/orders', await form({ lines, amountFen }))).errorCode
  expect(await place([{ ...rent, amountFen: totalFen - 1 }])).toBe(-2)
  expect(await place([{ ...rent, kind: 'fee' }])).toBe(-2)
  expect(await place([{ ...rent, amountFen: totalFen * 2 }], totalFen * 2)).toBe(9202)
})

it('knows services by the codes of the platform', async () => {
  await mapService()
  const plain = await quote()
  const asked = (await post('/quote', trip({ services: [{ code: 'T-CARE', qty: 1 }] }))).data as typeof plain
  expect(asked.totalFen).toBeGreaterThanOrEqual(plain.totalFen)
  expect(await post('/quote', trip({ services: [{ code: 'unknown', qty: 1 }] }))).toMatchObject({ success: false })
})

it('takes an order that does not say who collects by the contract of the channel', async () => {
  await openChannel(t, w, 2, { prepaid: true })
  const asked = await form()
  const first = (await post('/orders', asked)).data as Placed
  expect(await books(t, first.orderId)).toEqual({ platform_clearing: asked.amountFen, unearned: -asked.amountFen })
  const store = await form({ payment: 'store' })
  const second = (await post('/orders', store)).data as Placed
  expect(await books(t, second.orderId)).toEqual({ customer_receivable: store.amountFen, unearned: -store.amountFen })
})
