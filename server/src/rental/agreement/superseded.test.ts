import { contract } from '@cheyi/contract/index'
import { agreementStatus } from '@cheyi/domain/rental/agreement/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import {
  bookArranged,
  confirmed,
  payDeposits,
  payRent,
  prepare,
  saveRecord,
  sendConfirm,
  signPaper,
} from '../../testing/world/handover.ts'
import { car, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * A paper of a pickup counts for the car and the period that it was signed for.
 */

const type = handoverType.pickup
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
let orderId: string

beforeEach(async () => {
  await world(2)
  const booked = await bookArranged(t, w, { trip })
  orderId = booked.orderId
  await payRent(t, w, orderId, booked.total)
  await payDeposits(t, w, orderId)
  t.clock.set(trip.pickupAt - HOUR)
  await prepare(t, w, orderId)
})

const arrange = (vehicleId: string | null) => t.call(contract.arrange.plan, { orderId, vehicleId }, owner())
async function until(time: string) {
  const asked = { orderId, returnAt: at(time) }
  const { total } = await t.call(contract.order.periodPreview, asked, owner())
  await t.call(contract.order.movePeriod, { ...asked, expectTotal: total }, owner())
}
const gaps = async () =>
  (await t.call(contract.pickupReturn.task, { orderId, type }, owner())).blocking.map(({ text }) => text)
const papers = async () => (await t.call(contract.agreement.status, { orderId }, owner())).map(({ status }) => status)
const shown = async () =>
  (await t.call(contract.order.detail, { orderId }, owner())).agreements.map(({ status }) => status)

describe('a signed paper of a pickup', () => {
  it('does not count for another car: that one is signed for, and the old paper is kept as void', async () => {
    expect(await gaps()).not.toContain('合同未签署')
    await arrange(car(1).id)
    expect(await papers()).toEqual([agreementStatus.void])
    expect(await shown()).toEqual([agreementStatus.void])
    t.clock.set(trip.pickupAt)
    const { record } = await saveRecord(t, w, orderId, type)
    expect(await sendConfirm(t, w, { orderId, type })).toMatchObject({ success: false, errorCode: 5007 })
    await signPaper(t, w, orderId, type, record.recordId)
    expect(await papers()).toEqual([agreementStatus.paper, agreementStatus.void])
    await confirmed(sendConfirm(t, w, { orderId, type }))
    const { rows } = await t.root.query('select void_reason from agreement where order_id = $1 order by id', [orderId])
    expect(rows.map(({ voidReason }) => voidReason)).toEqual(['车辆或租期已变更', ''])
  })

  it('does not count for another period', async () => {
    t.clock.set(trip.pickupAt)
    await until('11-26T10:00')
    expect(await gaps()).toContain('合同未签署')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['another car and the first one again', () => arrange(car(1).id).then(() => arrange(car(0).id))],
    ['another period and the first one again', () => until('11-26T10:00').then(() => until('11-25T10:00'))],
  ])('stays void for an order that has %s', async (_, change) => {
    await change()
    expect(await gaps()).toContain('合同未签署')
    expect(await papers()).toEqual([agreementStatus.void])
  })

  it('never counts for another customer', async () => {
    const given = { orderId, contactName: '周新客', contactPhone: '13911112222' }
    const give = () => t.send(contract.order.changeCustomer, given, owner())
    expect(await give()).toMatchObject({ errorCode: -2 })
    // Without its car the order keeps its place there, and what was signed is still true.
    await arrange(null)
    expect(await give()).toMatchObject({ errorCode: -2 })
    await arrange(car(1).id)
    expect(await give()).toMatchObject({ success: true })
    await arrange(car(0).id)
    expect(await gaps()).toContain('合同未签署')
    expect(await papers()).toEqual([agreementStatus.void])
  })

  it('stands for a rental that is out, whatever becomes of its end', async () => {
    t.clock.set(trip.pickupAt)
    await confirmed(sendConfirm(t, w, { orderId, type }))
    await t.root.query(`update "order" set return_at = return_at + interval '1 day' where id = $1`, [orderId])
    expect(await papers()).toEqual([agreementStatus.paper])
  })
})
