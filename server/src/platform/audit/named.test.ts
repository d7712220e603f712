import { contract } from '@cheyi/contract/index'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { book } from '../../testing/world/bookings.ts'
import { car, manager, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

/* Logs and notices are read by people: they name whose order it is and which car, never an id. */

const trip = { pickupAt: at('11-25T05:30'), returnAt: at('11-26T10:00') }

it('an entry about an order names its customer, car and number, one about a car its plate', async () => {
  const { orderId, orderNo } = await book(t, w, { trip, form: { contactName: '何婷婷' } })
  await t.call(contract.arrange.plan, { orderId, vehicleId: car(0).id }, owner())
  const { list } = await t.call(contract.audit.page, { targetId: orderId }, owner())
  const plate = displayPlate(car(0).plate)
  expect(list.map(({ target }) => target)).toContain(`何婷婷 · 11-25 05:30 取车 · 大众朗逸 ${plate} · ${orderNo}`)
  expect(list.some(({ target }) => target.includes(orderId))).toBe(false)
})

it('a notice of an order names its customer, time and car, and says nothing of them once it forgot them', async () => {
  const { orderId, orderNo } = await book(t, w, { trip, form: { contactName: '何婷婷' } })
  await t.call(contract.arrange.plan, { orderId, vehicleId: car(1).id }, owner())
  await t.call(contract.order.cancel, { orderId, reason: 1, responsibility: 1, expectPenalty: 0 } as never, owner())
  const notices = async () =>
    (await t.call(contract.notify.page, {}, manager())).list.filter(({ about }) => about.includes(orderNo))
  expect((await notices()).length).toBeGreaterThan(0)
  for (const { about } of await notices()) expect(about).toContain('何婷婷 · 11-25 05:30 取车 · 大众朗逸')
  await t.root.query(`update "order" set contact_name = '已删除' where id = $1`, [orderId])
  for (const notice of await notices()) expect(JSON.stringify(notice)).not.toContain('何婷婷')
})
