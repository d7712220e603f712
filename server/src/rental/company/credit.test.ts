import { contract } from '@cheyi/contract/index'
import { supplementReason } from '@cheyi/domain/money/payment/codes'
import { liabilities } from '@cheyi/domain/rental/damage/codes'
import { beforeEach, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut, payDeposits } from '../../testing/world/handover.ts'
import { driveLong, saveLongPrices } from '../../testing/world/long.ts'
import { clerk, finance, manager, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { billOf, chargeTolls, etcHeading, importBill, passage, tollsDue } from '../../testing/world/tolls.ts'

/* The credit limit of a company on the ways by which its debt grows after the booking, each beside one that does not add to it. */

ownMerchant({ cars: 6, poolSize: 8 })
const { company, supplement, toll } = contract

let companyId: string
beforeEach(async () => {
  companyId = (await t.call(company.create, { name: '远航物流有限公司' }, owner())).companyId
})
const detail = () => t.call(company.detail, { companyId }, owner())
async function limitTo(credit: number): Promise<void> {
  const { version } = await detail()
  await t.call(company.saveTerms, { companyId, version, enabled: true, credit }, owner())
}
/** Cars that are out with the company, which may owe `more` (fen) beside what it owes. */
async function out(more: number, cars = 1, deposits?: number) {
  const orders = []
  for (const { id: vehicleId, plate } of w.vehicles.lavida.slice(0, cars)) {
    const trip = { pickupAt: at('11-20T10:00'), returnAt: at('12-10T10:00'), companyId }
    orders.push({
      ...(await handOut(t, w, {
        trip,
        form: { vehicleId },
        deposits: (...of) => payDeposits(of[0], of[1], of[2], deposits),
      })),
      plate,
    })
  }
  await limitTo((await detail()).owed! + more)
  return orders
}
const outAlone = async (more: number) => (await out(more))[0]!
async function approve(refused: { errorCode: number; data?: unknown }, summary: string): Promise<object> {
  expect(refused).toMatchObject({ errorCode: 1036 })
  const { approvalId } = refused.data as { approvalId: string }
  const { list } = await t.call(contract.approval.page, { id: approvalId }, manager())
  expect(list[0]!.summary).toContain(summary)
  await t.call(contract.approval.decide, { id: approvalId, pass: true }, manager())
  return { headers: { 'x-approval-id': approvalId } }
}
const overCounter = async (by = finance()) =>
  (await t.call(contract.todo.counts, {}, by)).find(({ code }) => code === 'companyOverCredit')

it('holds for a supplement that is paid later, and for none that is paid at once', async () => {
  const { orderId } = await outAlone(10_000)
  const asked = { orderId, reasonCode: supplementReason.cleaning, amount: 30_000 }
  expect(await t.send(supplement.save, { ...asked, amount: 10_000, payMode: 1 }, owner())).toMatchObject({
    success: true,
  })
  const later = { ...asked, payMode: 1 as const }
  const refused = await t.send(supplement.save, later, clerk())
  const approved = await approve(refused, '超信用额度 ¥300.00')
  expect(await t.send(supplement.save, later, { ...clerk(), ...approved })).toMatchObject({ success: true })
  const now = { ...asked, payMode: 2 as const, payWay: 4 as const, slipNo: '123456789012' }
  expect(await t.send(supplement.save, now, owner())).toMatchObject({ success: true })
  expect(await detail()).toMatchObject({ over: 30_000 })
})

/** Orders with tolls of these cars, as the batch names them. */
async function tollsOf(cars: readonly { readonly plate: string }[], fen: number) {
  t.clock.set(at('11-20T19:00'))
  const rows = cars.map(({ plate }, i) => passage(plate, at('11-20T12:20'), fen, `A${i}`))
  await importBill(billOf(rows, etcHeading))
  return tollsDue()
}

it('holds for a batch of tolls, once for all of its orders', async () => {
  const orders = await tollsOf(await out(0, 2), 3_500)
  expect(orders).toHaveLength(2)
  const input = { act: 'ask', orders } as const
  const approved = await approve(await t.send(toll.charge, input, owner()), '超信用额度 ¥70.00')
  expect(await chargeTolls(input, { ...owner(), ...approved })).toMatchObject({ counts: { failed: 0 } })
  expect(await detail()).toMatchObject({ over: 7_000 })
})

it('asks nobody for tolls that are waived', async () => {
  const orders = await tollsOf(await out(0), 3_500)
  const done = await chargeTolls({ act: 'waive', orders, reason: '老客户' })
  expect(done).toMatchObject({ counts: { failed: 0 } })
})

it('of what a deposit leaves is approved beside the deduction, by one request each', async () => {
  await t.root.query('update model set deposit_rent_fen = 600000 where id = $1', [w.models.lavida])
  const orders = await tollsOf(await out(0, 1, 800_000), 700_000)
  const input = { act: 'ask', deposit: true, orders } as const
  const first = await approve(await t.send(toll.charge, input, owner()), '押金扣款 ¥6,000.00')
  const second = await approve(await t.send(toll.charge, input, { ...owner(), ...first }), '超信用额度 ¥1,000.00')
  expect(await chargeTolls(input, { ...owner(), ...second })).toMatchObject({ counts: { failed: 0 } })
  expect(await detail()).toMatchObject({ over: 100_000 })
})

it('is said with a damage, which cannot be refused, and flags the company to those who bill it', async () => {
  const { orderId } = await outAlone(50_000)
  expect(await overCounter()).toMatchObject({ count: 0 })
  const photoIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  const damage = {
    orderId,
    parts: [{ part: 'leftFrontDoor', kind: 1 as const, amount: 80_000 }],
    liability: liabilities.code.customer,
    photoIds,
  }
  const registered = await t.call(contract.damage.save, damage, owner())
  expect(registered).toMatchObject({ overCredit: 0 })
  const assessed = await t.call(contract.damage.save, { orderId, id: registered.id, assess: true }, owner())
  expect(assessed).toMatchObject({ overCredit: 30_000 })
  expect(await detail()).toMatchObject({ over: 30_000 })
  expect(await overCounter()).toMatchObject({ count: 1, link: '/company?over=1' })
  expect(await overCounter(clerk())).toBeUndefined()
  const listed = async (over?: true) => (await t.call(company.page, { ...(over && { over }) }, finance())).list
  await t.call(company.create, { name: '别的公司' }, owner())
  expect(await listed()).toHaveLength(2)
  expect(await listed(true)).toMatchObject([{ companyId, over: 30_000 }])
  await limitTo((await detail()).owed!)
  expect(await overCounter()).toMatchObject({ count: 0 })
  expect(await listed(true)).toEqual([])
})

it('flags a company whose instalment comes due beyond it', async () => {
  await t.root.query('update service_item set enabled = false where merchant_id = $1', [w.merchantId])
  await saveLongPrices(t, w)
  await driveLong(t, w, { pickupAt: at('11-25T10:00'), termMonths: 3, companyId })
  await limitTo((await detail()).owed! + 100)
  expect(await overCounter()).toMatchObject({ count: 0 })
  t.clock.set(at('12-26T01:00'))
  await runDue(t, 'instalment')
  const { owed, credit, over } = await detail()
  expect(over).toBe(owed! - credit!)
  expect(over).toBeGreaterThan(0)
  expect(await overCounter()).toMatchObject({ count: 1 })
})
