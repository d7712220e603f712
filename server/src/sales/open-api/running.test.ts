import { contract } from '@cheyi/contract/index'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, toIso } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { askOpen, makeKey, openChannel } from '../../testing/open-api.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { confirmed, prepare, renter, sendConfirm } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post, stored } from '../../testing/world/platform.ts'

/* What a platform does with an order that it has placed. */

ownMerchant({ cars: 3 })
ownPlatform()

const put = async (url: string, body: object) =>
  askOpen(t, await makeKey(t, w, 2), { method: 'PUT', url: `/open/v1${url}`, body })

async function onRent() {
  const customer = { name: '周明轩', mobile: '18621070937' }
  await renter(t, w, { name: customer.name, phone: customer.mobile })
  const deposits = { rental: 'held', violation: 'waived' }
  const asked = await form({ payment: 'prepaid', customer, deposits })
  const placed = (await post('/orders', asked)).data as Placed
  const { orderId } = placed
  await t.call(contract.arrange.plan, { orderId, vehicleId: w.vehicles.lavida[0]!.id }, owner())
  t.clock.set(at('11-23T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
  return { no: asked.channelOrderNo, ...placed }
}

it('lists the cars of its stores and models, with masked plates', async () => {
  const { data } = await get('/vehicles')
  const { vehicles, next } = data as { vehicles: { vehicleId: string; plate: string }[]; next: string | null }
  expect(vehicles.map(({ vehicleId }) => vehicleId)).toEqual(expect.arrayContaining([w.vehicles.lavida[0]!.id]))
  expect(vehicles.every(({ plate }) => plate.includes('***'))).toBe(true)
  expect(next).toBeNull()
  await t.root.query('delete from channel_mapping where model_id = $1', [w.models.lavida])
  const fewer = (await get('/vehicles')).data as { vehicles: { vehicleId: string }[] }
  expect(fewer.vehicles.map(({ vehicleId }) => vehicleId)).not.toContain(w.vehicles.lavida[0]!.id)
})

it('gives an order to another customer before its pickup, once', async () => {
  const asked = await form()
  await post('/orders', asked)
  const url = `/orders/${asked.channelOrderNo}/customer`
  const change = { name: '李四', mobile: '13900004321' }
  const { data } = await put(url, change)
  expect(data).toMatchObject({ status: 3 })
  const [row] = await stored(asked.channelOrderNo)
  expect(row.contactName).toBe('李四')
  expect(await put(url, change)).toMatchObject({ success: true })
  expect((await stored(asked.channelOrderNo))[0].version).toBe(row.version)
  expect(await put('/orders/UNKNOWN/customer', change)).toMatchObject({ errorCode: -4 })
  const out = await onRent()
  expect(await put(`/orders/${out.no}/customer`, change)).toMatchObject({ errorCode: 9208 })
})

it('renews an order on rent once, and cancels it with its money', async () => {
  const { no, orderId, totalFen } = await onRent()
  const newReturnAt = toIso(at('11-25T10:00'))
  const url = `/orders/${no}/renewals`
  const far = await post(url, { renewalNo: 'R-1', newReturnAt, amountFen: 1 })
  expect(far).toMatchObject({ errorCode: 9202, data: { total: expect.any(Number) } })
  const amountFen = (far.data as { total: number }).total
  const asked = { renewalNo: 'R-1', newReturnAt, amountFen, payment: 'prepaid' }
  const answers = await Promise.all([post(url, asked), post(url, asked), post(url, asked)])
  expect(answers.map(({ success }) => success)).toEqual([true, true, true])
  expect(answers.filter(({ data }) => !(data as { duplicate: boolean }).duplicate)).toHaveLength(1)
  const { renewalId } = answers[0]!.data as { renewalId: string }
  expect(answers[0]!.data).toMatchObject({ newReturnAt, amountFen, statusName: '已生效' })
  expect(await post(url, { ...asked, amountFen: amountFen + 1 })).toMatchObject({ errorCode: 9203 })
  expect((await get(`/orders/${no}`)).data).toMatchObject({ returnAt: newReturnAt, paidFen: totalFen + amountFen })
  expect((await books(t, orderId)).platform_clearing).toBe(totalFen + amountFen)

  const cancel = () => post(`${url}/${renewalId}/cancel`)
  const first = (await cancel()).data
  expect(first).toMatchObject({ statusName: '已取消', refundFen: amountFen })
  expect((await cancel()).data).toEqual(first)
  expect((await books(t, orderId)).platform_clearing).toBe(totalFen)
  expect((await get(`/orders/${no}`)).data).toMatchObject({ returnAt: toIso(at('11-24T10:00')) })
  await booksAgree(t)
})

it('acknowledges a violation of its order once, and sees none of another channel', async () => {
  const { no } = await onRent()
  t.clock.set(at('11-23T20:00'))
  const { plate } = w.vehicles.lavida[0]!
  const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 0, fine: 20_000 }
  const { violationId } = await t.call(
    contract.violation.create,
    { plate, occurAt: at('11-23T12:00'), ...facts },
    owner(),
  )
  const listed = (await get(`/orders/${no}/illegals`)).data
  expect(listed).toMatchObject({ violations: [{ violationId, fineFen: 20_000, acknowledgedAt: null }] })
  expect(JSON.stringify(listed)).not.toMatch(/张三|1380000/)
  const ack = (by?: Awaited<ReturnType<typeof makeKey>>) =>
    post(`/orders/${no}/illegals/${violationId}/ack`, {}, ...(by === undefined ? [] : ([by] as const)))
  const { data } = await ack()
  expect(data).toMatchObject({ acknowledgedAt: toIso(t.clock.now()) })
  t.clock.advance(DAY)
  expect((await ack()).data).toEqual(data)
  const { log } = await t.call(contract.violation.detail, { violationId }, owner())
  expect(JSON.stringify(log)).toContain('渠道已收到违章通知')
  await openChannel(t, w, 3)
  expect(await ack(await makeKey(t, w, 3))).toMatchObject({ errorCode: -4 })
  const another = await form()
  await post('/orders', another)
  expect(await post(`/orders/${another.channelOrderNo}/illegals/${violationId}/ack`)).toMatchObject({ errorCode: -4 })
})
