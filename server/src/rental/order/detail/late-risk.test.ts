import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { book, giveBack, pickUp } from '../../../testing/world/bookings.ts'
import { owner, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

/* An order whose car somebody else has before it is told when that one may bring it back late, with the counts. */

sharedMerchant({ cars: 1 })

const stay = (from: string, to: string) => ({ trip: { pickupAt: at(from), returnAt: at(to) } })
const before = async (orderId: string) => (await t.call(contract.order.detail, { orderId }, owner())).before

/** The renter of these orders; who rented stands with the papers of a pickup. */
const rentedBy = (person: string, orders: readonly string[]) =>
  t.root.query('update "order" set renter_id = $1 where id = any ($2::bigint[])', [person, orders])

it('says how often this customer and rentals like theirs came back late', async () => {
  t.clock.set(at('11-20T09:00'))
  const { rows } = await t.root.query(
    `insert into person (merchant_id, name, phone_enc, phone_hash, phone_mask, phone_tail4)
     values ($1, '周明轩', '', '', '139****0000', '0000') returning id`,
    [w.merchantId],
  )
  const early = await book(t, w, stay('11-20T10:00', '11-21T10:00'))
  t.clock.set(at('11-20T10:00'))
  await pickUp(t, w, early.orderId)
  t.clock.set(at('11-21T10:00') + 2 * HOUR)
  await giveBack(t, w, early.orderId)

  const ahead = await book(t, w, stay('11-22T10:00', '11-24T10:00'))
  const after = await book(t, w, stay('11-24T16:00', '11-26T10:00'))
  await rentedBy(rows[0].id, [early.orderId, ahead.orderId])
  // No car is promised yet.
  expect(await before(after.orderId)).toBeNull()
  await t.root.query('update "order" set status = 4 where id = $1', [after.orderId])
  t.clock.set(at('11-22T10:00'))
  await pickUp(t, w, ahead.orderId)
  expect(await before(after.orderId)).toMatchObject({
    orderId: ahead.orderId,
    orderNo: ahead.orderNo,
    returnAt: at('11-24T10:00'),
    overdue: false,
    customer: { returned: 1, late: 1 },
    like: { returned: 1, late: 1 },
    band: '1–2天',
  })
  // Within its grace a return is none that is late.
  await t.root.query(`update "order" set actual_return_at = return_at + interval '20 minutes' where id = $1`, [
    early.orderId,
  ])
  expect(await before(after.orderId)).toBeNull()
  // Late now, whatever was before; back, it is no more in front of anybody.
  t.clock.set(at('11-24T11:00'))
  expect(await before(after.orderId)).toMatchObject({ overdue: true, customer: { returned: 1, late: 0 } })
  await giveBack(t, w, ahead.orderId)
  expect(await before(after.orderId)).toBeNull()
})
