import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { holdStatus } from '@cheyi/domain/money/deposit/codes'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { liabilities } from '@cheyi/domain/rental/damage/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { afterEach, expect, it } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { runDue } from '../../../testing/jobs.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree, weekend } from '../../../testing/world/bookings.ts'
import { handOut } from '../../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { makeWorld } from '../../../testing/world/world.ts'

ownMerchant({ cars: 3 })

const { closeLost, lostPreview } = contract.pickupReturn
/** Two days past its end. */
const LOST = weekend.returnAt + 2 * DAY

afterEach(async () => {
  t.clock.set(TEST_NOW)
  await booksAgree(t)
})

const depositsOf = async (orderId: string) =>
  (await t.root.query('select * from deposit where order_id = $1 order by kind', [orderId])).rows
const carOf = async (id: string) => (await t.root.query('select * from vehicle where id = $1', [id])).rows[0]

async function input(orderId: string, lostAt: number): Promise<InputOf<typeof closeLost>> {
  const { balance } = await t.call(lostPreview, { orderId, lostAt }, owner())
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  const car = { worth: 8_000_000, insuranceCovered: 7_200_000, liability: liabilities.code.customer }
  return { orderId, lostAt, expectAmount: balance, reason: '客户失联，已报警', voucherIds, ...car }
}
/** Asked for, agreed to by another person, and done. */
async function close(orderId: string, lostAt: number) {
  const asked = await input(orderId, lostAt)
  const refused = await t.send(closeLost, asked, owner())
  expect(refused).toMatchObject({ errorCode: 1036 })
  const { approvalId } = refused.data as { approvalId: string }
  await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.manager })
  return t.send(closeLost, asked, { ...owner(), headers: { 'x-approval-id': approvalId } })
}

it('ends the rental: charged to the time given, the car out of service, the deposits kept, the debt in sight', async () => {
  const { orderId, total } = await handOut(t, w)
  t.clock.set(LOST + HOUR)
  const shown = await t.call(lostPreview, { orderId, lostAt: LOST }, owner())
  expect(shown.balance).toBeGreaterThan(0)
  expect(shown.items.map(({ code }) => code)).toEqual([1])
  const { vehicleId } = await orderRow(orderId)
  const done = await close(orderId, LOST)
  expect(done).toMatchObject({
    success: true,
    data: { status: orderStatus.returned, settlement: { balance: shown.balance } },
  })
  expect(await orderRow(orderId)).toMatchObject({
    status: orderStatus.returned,
    owedFen: String(shown.balance),
    actualReturnAt: new Date(LOST),
    overdue: false,
  })
  const left = await books(t, orderId)
  expect(left).toMatchObject({
    customer_receivable: shown.balance,
    deposit_liability_rental: -300_000,
    deposit_liability_violation: -200_000,
  })
  expect(left).not.toHaveProperty('unearned')
  expect(-(left.rent_income ?? 0) - (left.service_income ?? 0)).toBe(total + shown.balance)
  expect(await carOf(vehicleId)).toMatchObject({ lifecycle: lifecycle.off, currentStoreId: w.stores.hongqiao })
  const { rows: held } = await t.root.query('select on_rent from occupancy where ref_id = $1 and active', [orderId])
  expect(held.some(({ onRent }) => onRent)).toBe(false)

  // No job gives anything back, weeks later.
  t.clock.set(LOST + 60 * DAY)
  await runDue(t, 'rentalRelease')
  await runDue(t, 'violationRelease')
  expect(await depositsOf(orderId)).toMatchObject([
    { holdStatus: holdStatus.held, inFlightFen: '0' },
    { holdStatus: holdStatus.held, inFlightFen: '0' },
  ])
})

it('then the car is claimed, the deposit taken for it, and the rest written off', async () => {
  const { orderId } = await handOut(t, w)
  t.clock.set(weekend.returnAt + HOUR)
  expect(await close(orderId, weekend.returnAt)).toMatchObject({ success: true })
  const [lost] = await t.call(contract.damage.list, { orderId }, owner())
  expect(lost).toMatchObject({ worth: 8_000_000, payable: 800_000, photos: [{}], remark: '客户失联，已报警' })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', expectedDamageFen: '800000' })
  await t.call(contract.damage.save, { orderId, id: lost!.id, version: lost!.version, assess: true }, owner())
  expect(await books(t, orderId)).toMatchObject({ customer_receivable: 800_000, damage_income: -800_000 })
  const { charges } = await t.call(contract.deposit.detail, { orderId }, owner())
  const lines = charges.map(({ code, refId }) => ({ code, refId: refId ?? undefined, amount: 300_000 }))
  const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
  const taken = { orderId, kind: 1 as const, lines, mode: payMode.offlineDeduct, reason: '车辆被盗', photoIds }
  await t.call(contract.deposit.deduct, taken, owner())
  expect((await depositsOf(orderId))[0]).toMatchObject({ holdStatus: holdStatus.deducted })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '500000' })
})

it.each([
  ['turns up', lifecycle.inService],
  ['is disposed of', lifecycle.disposed],
] as const)('is a to-do until the car %s, beside its case of damage', async (_, to) => {
  const counter = async (code: string) =>
    (await t.call(contract.todo.counts, {}, owner())).find((one) => one.code === code)!.count
  const { orderId } = await handOut(t, w)
  t.clock.set(LOST)
  expect(await counter('lost')).toBe(0)
  expect(await close(orderId, weekend.returnAt)).toMatchObject({ success: true })
  expect([await counter('lost'), await counter('damage')]).toEqual([1, 1])
  for (const waits of ['lost', 'damage'] as const)
    expect((await t.call(contract.order.list, { waits }, owner())).list).toMatchObject([{ orderId }])
  const { vehicleId } = await orderRow(orderId)
  await t.call(contract.inventory.setLifecycle, { vehicleId, lifecycle: to }, owner())
  expect([await counter('lost'), await counter('damage')]).toEqual([0, 1])
  const [found] = await t.call(contract.damage.list, { orderId }, owner())
  const shut = { orderId, id: found!.id, version: found!.version, close: { reason: '车辆已找回' } }
  await t.call(contract.damage.save, shut, owner())
  expect(await counter('damage')).toBe(0)
})

it('of a rental that was to run on nothing is given back', async () => {
  const { orderId } = await handOut(t, w)
  t.clock.set(weekend.returnAt - DAY)
  const shown = await t.call(lostPreview, { orderId, lostAt: t.clock.now() }, owner())
  expect(shown).toMatchObject({ balance: 0, earlyRefund: 0, items: [] })
  expect(await close(orderId, t.clock.now())).toMatchObject({ success: true })
  expect(await orderRow(orderId)).toMatchObject({ owedFen: '0' })
})

it('whoever waits for the car gets another, or is a to-do', async () => {
  const { orderId } = await handOut(t, w)
  const { vehicleId } = await orderRow(orderId)
  const later = { pickupAt: weekend.returnAt + 3 * DAY, returnAt: weekend.returnAt + 5 * DAY }
  const next = await book(t, w, { trip: later, form: { vehicleId } })
  expect(await orderRow(next.orderId)).toMatchObject({ vehicleId })
  t.clock.set(weekend.returnAt + HOUR)
  expect(await close(orderId, weekend.returnAt)).toMatchObject({ success: true })
  const moved = await orderRow(next.orderId)
  expect(moved.vehicleId).not.toBe(vehicleId)
  const { rows } = await t.root.query(
    `select vehicle_id from occupancy where ref_id = $1 and active and vehicle_id is not null`,
    [next.orderId],
  )
  expect(rows).toHaveLength(1)
})

it('is done once by two at once, and never by one person', async () => {
  const { orderId } = await handOut(t, w)
  t.clock.set(LOST)
  const asked = await input(orderId, weekend.returnAt)
  const refused = await t.send(closeLost, asked, owner())
  const { approvalId } = refused.data as { approvalId: string }
  expect(await t.send(closeLost, asked, owner())).toMatchObject({ errorCode: 1036 })
  await t.call(contract.approval.decide, { id: approvalId, pass: true }, { token: w.tokens.manager })
  const headers = { 'x-approval-id': approvalId }
  const answers = await Promise.all([
    t.send(closeLost, asked, { ...owner(), headers }),
    t.send(closeLost, asked, { ...owner(), headers }),
  ])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned })
})

it('refuses what was not picked up, other times, no proof, another sum, a role without the key, another merchant', async () => {
  const { orderId } = await book(t, w)
  expect(await t.send(lostPreview, { orderId, lostAt: TEST_NOW }, owner())).toMatchObject({ errorCode: 2001 })
  const out = await handOut(t, w)
  t.clock.set(LOST)
  const asked = await input(out.orderId, LOST)
  const send = (more: object, token = w.tokens.owner) => t.send(closeLost, { ...asked, ...more }, { token })
  expect(await send({ lostAt: weekend.pickupAt - HOUR })).toMatchObject({ errorCode: -2 })
  expect(await send({ lostAt: LOST + HOUR })).toMatchObject({ errorCode: -2 })
  expect(await send({ voucherIds: [] })).toMatchObject({ errorCode: -2 })
  expect(await send({ expectAmount: asked.expectAmount + 1 })).toMatchObject({ errorCode: 5010 })
  expect(await send({ version: 1 })).toMatchObject({ errorCode: -5 })
  expect(await send({}, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
  const other = await makeWorld(t, { name: '别家租车' })
  expect(await send({}, other.tokens.owner)).toMatchObject({ errorCode: 2002 })
  expect(await orderRow(out.orderId)).toMatchObject({ status: orderStatus.pickedUp })
})
