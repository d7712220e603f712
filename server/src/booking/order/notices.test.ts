import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { DAY } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { bookArranged } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Who of the staff is told of an order. */

ownMerchant({ cars: 2 })

/** Accounts that were told that an order was cancelled. */
async function toldOfCancel(days: number): Promise<string[]> {
  const pickupAt = TEST_NOW + days * DAY
  const { orderId } = await bookArranged(t, w, { trip: { pickupAt, returnAt: pickupAt + DAY } })
  const why = { reason: cancelReason.tripOff, responsibility: responsibility.customer }
  await t.call(contract.order.cancel, { orderId, ...why, expectPenalty: 100_000_000 }, owner())
  const { rows } = await t.root.query(
    `select a.name from notification n join account a on a.id = n.account_id where n.ref = $1 and n.title like '订单取消%' order by a.id`,
    [`order/${orderId}`],
  )
  return rows.map(({ name }) => name as string)
}

it('whoever arranges cars is told of a cancel while something may stand ready, and of none that is weeks off', async () => {
  const [near, far] = [await toldOfCancel(1), await toldOfCancel(20)]
  expect(near).toEqual(expect.arrayContaining(['测试manager', '测试fleet']))
  expect(far).toContain('测试manager')
  expect(far).not.toContain('测试fleet')
})
