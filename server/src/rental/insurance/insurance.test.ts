import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { costSource } from '@cheyi/domain/fleet/cost/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { damageKind, liabilities } from '@cheyi/domain/rental/damage/codes'
import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree, giveBack } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { car, clerk, finance, fleet, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { remind } from './jobs.ts'

ownMerchant({ cars: 4, other: true })

const { insurance, damage, inventory, payment } = contract
const s = insuranceStatus

const occurAt = TEST_NOW - 3 * HOUR
const photos = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
const open = (more: Partial<InputOf<typeof insurance.create>> = {}, by = owner()) =>
  t.call(insurance.create, { vehicleId: car(3).id, occurAt, place: '南京西路', ...more }, by)
const shown = (caseId: string, by = owner()) => t.call(insurance.detail, { caseId }, by)
const of = async (caseId: string) => ({ caseId, version: (await shown(caseId)).version })

/** A case up to a claim of 3200.00. */
async function claimed(more: Partial<InputOf<typeof insurance.create>> = {}) {
  const { caseId } = await open(more)
  const report = { reportNo: `PA${caseId}`, reportedAt: occurAt + HOUR }
  await t.call(insurance.report, { ...(await of(caseId)), ...report }, owner())
  await t.call(insurance.assess, { ...(await of(caseId)), assessed: 350_000, paperIds: await photos() }, owner())
  await t.call(insurance.submit, { ...(await of(caseId)), claimed: 320_000 }, owner())
  return caseId
}

/** Balances of the accounts of insurers in the ledger, and what the same cases changed in the costs of their cars. */
async function money() {
  const { rows } = await t.root.query(
    `select account, sum(debit_fen - credit_fen)::int as fen from ledger_entry
      where merchant_id = $1 and account in ('insurer_receivable', 'insurance_income', 'bank') group by 1 having sum(debit_fen - credit_fen) <> 0`,
    [w.merchantId],
  )
  const costs = await t.root.query(
    `select coalesce(sum(fen), 0)::int as fen from vehicle_cost where merchant_id = $1 and source = $2 and voided_at is null`,
    [w.merchantId, costSource.insurance],
  )
  return { ...Object.fromEntries(rows.map(({ account, fen }) => [account, fen])), costs: costs.rows[0].fen }
}

/** A paid rental with its deposits, whose car is with the customer since yesterday. */
async function onRent() {
  const trip = { pickupAt: TEST_NOW - DAY, returnAt: TEST_NOW + HOUR }
  t.clock.set(trip.pickupAt)
  const { orderId } = await handOut(t, w, { trip })
  t.clock.set(TEST_NOW)
  return { orderId, vehicleId: (await orderRow(orderId)).vehicleId as string }
}

describe('a case', () => {
  it('goes from the accident to the money, in the books and in the costs of its car', async () => {
    const policy = {
      kind: 3,
      insuranceKind: 2,
      insurer: '平安产险',
      startOn: '2026-01-01',
      endOn: '2026-12-31',
    } as const
    await t.call(
      inventory.saveDocument,
      { ...policy, vehicleId: car(3).id, no: 'PDAA9', sumInsured: 200_000_000 },
      fleet(),
    )
    await t.call(
      inventory.saveDocument,
      { ...policy, vehicleId: car(3).id, insurer: '旧公司', endOn: '2026-11-19' },
      fleet(),
    )
    const caseId = await claimed({ responsibility: 2, photoIds: await photos() })
    expect(await shown(caseId)).toMatchObject({
      status: s.submitted,
      insurer: '平安产险',
      policies: [{ insuranceKind: 1 }, { no: 'PDAA9', sumInsured: 200_000_000 }],
      photos: [{}],
      papers: [{}],
      assessed: 350_000,
      claimed: 320_000,
      orderId: null,
      dueAt: TEST_NOW + 30 * DAY,
    })
    expect(await money()).toEqual({ insurer_receivable: 320_000, insurance_income: -320_000, costs: -320_000 })
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
    const first = { ...(await of(caseId)), amount: 100_000, slipNo: 'HK0001', voucherIds }
    await t.call(insurance.receive, first, finance())
    expect(await shown(caseId)).toMatchObject({ status: s.submitted, received: 100_000 })
    expect(await money()).toMatchObject({ bank: 100_000, insurer_receivable: 220_000 })
    await t.call(insurance.receive, { ...(await of(caseId)), amount: 220_000 }, finance())
    await t.call(insurance.end, { ...(await of(caseId)), as: 'close' }, owner())
    expect(await shown(caseId)).toMatchObject({ status: s.closed, received: 320_000, dueAt: null })
    expect(await money()).toEqual({ bank: 320_000, insurance_income: -320_000, costs: -320_000 })
    await booksAgree(t)
  })

  it('that is paid less, rejected, claimed again or corrected is in the books with what really came', async () => {
    const caseId = await claimed()
    const { receiptId } = await t.call(
      insurance.receive,
      { ...(await of(caseId)), amount: 200_000, last: true, slipNo: 'HK0007' },
      finance(),
    )
    expect(await money()).toEqual({ bank: 200_000, insurance_income: -200_000, costs: -200_000 })
    await t.call(insurance.takeBack, { receiptId, reason: '登记到别的案件' }, finance())
    expect(await shown(caseId)).toMatchObject({
      status: s.submitted,
      received: 0,
      receipts: [{ takenBack: '登记到别的案件' }],
    })
    expect(await money()).toEqual({ insurer_receivable: 320_000, insurance_income: -320_000, costs: -320_000 })
    expect(await t.send(insurance.takeBack, { receiptId, reason: '再次' }, finance())).toMatchObject({ errorCode: -4 })
    await t.call(insurance.end, { ...(await of(caseId)), as: 'reject', reason: '未及时报案' }, owner())
    expect(await money()).toEqual({ costs: 0 })
    await t.call(insurance.submit, { ...(await of(caseId)), claimed: 150_000 }, owner())
    // The number of the slip that was taken back proves the right one.
    await t.call(insurance.receive, { ...(await of(caseId)), amount: 150_000, slipNo: 'HK0007' }, finance())
    expect(await shown(caseId)).toMatchObject({ status: s.paid, endReason: '' })
    expect(await money()).toEqual({ bank: 150_000, insurance_income: -150_000, costs: -150_000 })
    await booksAgree(t)
  })

  it('takes more than what is left with a reason only, and a closed case is put right', async () => {
    const caseId = await claimed()
    const wrong = async (more: object = {}) =>
      t.send(insurance.receive, { ...(await of(caseId)), amount: 3_200_000, ...more }, finance())
    expect(await wrong()).toMatchObject({ errorCode: -2, data: { field: 'overReason' } })
    expect(await money()).toMatchObject({ insurer_receivable: 320_000 })
    const { data } = await wrong({ overReason: '含公估费' })
    const { receiptId } = data as { receiptId: string }
    await t.call(insurance.end, { ...(await of(caseId)), as: 'close' }, owner())
    await t.call(insurance.takeBack, { receiptId, reason: '多输了一位' }, finance())
    expect(await shown(caseId)).toMatchObject({ status: s.submitted, received: 0, endedAt: null })
    expect(await money()).toEqual({ insurer_receivable: 320_000, insurance_income: -320_000, costs: -320_000 })
    // A rejected case that was closed is opened again, and claimed once more.
    await t.call(insurance.end, { ...(await of(caseId)), as: 'reject', reason: '缺认定书' }, owner())
    await t.call(insurance.end, { ...(await of(caseId)), as: 'close' }, owner())
    expect(await t.send(insurance.end, { ...(await of(caseId)), as: 'reopen' }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'reason' },
    })
    await t.call(insurance.end, { ...(await of(caseId)), as: 'reopen', reason: '补到认定书' }, owner())
    expect(await shown(caseId)).toMatchObject({ status: s.rejected })
    await t.call(insurance.submit, { ...(await of(caseId)), claimed: 320_000 }, owner())
    await t.call(insurance.receive, { ...(await of(caseId)), amount: 320_000 }, finance())
    expect(await money()).toEqual({ bank: 320_000, insurance_income: -320_000, costs: -320_000 })
    await booksAgree(t)
  })

  it('takes a step once: a repeat by its key, an old version, and steps out of turn', async () => {
    const caseId = await claimed()
    const receive = { ...(await of(caseId)), amount: 100_000 }
    const keyed = { ...finance(), key: 'insurer-paid' }
    const same = await Promise.all([1, 2].map(() => t.send(insurance.receive, receive, keyed)))
    expect(same.map(({ errorCode }) => errorCode)).toEqual([0, 0])
    expect((await shown(caseId)).received).toBe(100_000)
    expect(await t.send(insurance.receive, receive, finance())).toMatchObject({ errorCode: -5 })
    const now = await of(caseId)
    expect(await t.send(insurance.end, { ...now, as: 'reject', reason: '拒赔' }, owner())).toMatchObject({
      errorCode: 8202,
    })
    expect(await t.send(insurance.end, { ...now, as: 'drop', reason: '误登' }, owner())).toMatchObject({
      errorCode: 8201,
    })
    expect(await t.send(insurance.assess, { ...now, assessed: 1 }, owner())).toMatchObject({ errorCode: 8201 })
    expect(await t.send(insurance.edit, { ...now, occurAt }, owner())).toMatchObject({ errorCode: 8201 })
  })

  it('names the report of one accident only, at a time that can be', async () => {
    const [one, two] = [await open(), await open({ vehicleId: car(2).id })]
    const report = { reportNo: 'PA1', reportedAt: occurAt + HOUR }
    await t.call(insurance.report, { ...(await of(one.caseId)), ...report }, owner())
    const send = async (more: object) =>
      t.send(insurance.report, { ...(await of(two.caseId)), ...report, ...more }, owner())
    expect(await send({})).toMatchObject({ errorCode: -2, data: { field: 'reportNo' } })
    expect(await send({ reportNo: 'PA2', reportedAt: occurAt - HOUR })).toMatchObject({ data: { field: 'reportedAt' } })
    expect(await t.send(insurance.create, { vehicleId: car(2).id, occurAt: TEST_NOW + HOUR }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'occurAt' },
    })
    await t.call(insurance.end, { ...(await of(one.caseId)), as: 'drop', reason: '误登' }, owner())
    expect(await send({})).toMatchObject({ errorCode: 0 })
  })
})

describe('the customer who had the car', () => {
  it('is found by the minute, and pays excess and loss of use by the deposit', async () => {
    const { orderId, vehicleId } = await onRent()
    const draft = await t.call(insurance.draft, { vehicleId, occurAt }, clerk())
    expect(draft).toMatchObject({ orderId, caseId: null })
    const { caseId } = await open({ vehicleId }, clerk())
    const share = { excess: 50_000, downtimeDays: 3, downtimeFee: 20_000 }
    await t.call(insurance.charge, { ...(await of(caseId)), ...share }, clerk())
    expect(await shown(caseId)).toMatchObject({ share: { ...share, amount: 110_000, status: 0 } })
    const again = await t.send(insurance.charge, { ...(await of(caseId)), ...share }, owner())
    expect(again).toMatchObject({ errorCode: -2, data: { field: 'caseId' } })
    await giveBack(t, w, orderId)
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '110000' })
    const cash = { payKind: payKind.supplement, payWay: payWay.cash, amount: 110_000 } as const
    const { supplementId } = (await shown(caseId)).share!
    await t.call(payment.collect, { orderId, refId: supplementId, ...cash }, clerk())
    expect((await shown(caseId)).share!.status).toBe(1)
    await booksAgree(t)
  })

  it('pays by the case of damage where there is one, of which a case with the insurer is made once', async () => {
    const { orderId, vehicleId } = await onRent()
    await giveBack(t, w, orderId)
    const part = { part: 'leftFrontDoor', kind: damageKind.dent, amount: 80_000 }
    const { id: damageId } = await t.call(
      damage.save,
      {
        orderId,
        parts: [part],
        liability: liabilities.code.customer,
        insuranceCovered: 50_000,
        photoIds: await photos(),
      },
      owner(),
    )
    expect(await t.call(insurance.draft, { damageId }, owner())).toMatchObject({ vehicleId, orderId, caseId: null })
    const { caseId } = await open({ vehicleId, damageId })
    expect(await shown(caseId)).toMatchObject({ damage: { damageId, payable: 30_000 }, orderId })
    expect((await t.call(insurance.draft, { damageId }, owner())).caseId).toBe(caseId)
    const twice = await t.send(insurance.create, { vehicleId, damageId, occurAt }, owner())
    expect(twice).toMatchObject({ errorCode: -2, data: { field: 'damageId' } })
    expect(await t.send(insurance.charge, { ...(await of(caseId)), excess: 1 }, owner())).toMatchObject({
      errorCode: -2,
    })
    expect((await t.call(insurance.page, { orderId }, owner())).list.map((one) => one.caseId)).toEqual([caseId])
    const ticket = { vehicleId, type: 3, items: '左前门', damageId } as const
    const { ticketId } = await t.call(contract.ticket.maintenanceCreate, ticket, owner())
    await t.call(insurance.report, { ...(await of(caseId)), reportNo: 'PA3', reportedAt: occurAt + MINUTE }, owner())
    await t.call(insurance.assess, { ...(await of(caseId)), assessed: 80_000 }, owner())
    const wrong = await t.send(insurance.repair, { ...(await of(caseId)), ticketId: caseId }, owner())
    expect(wrong).toMatchObject({ errorCode: -2, data: { field: 'ticketId' } })
    await t.call(insurance.repair, { ...(await of(caseId)), ticketId }, owner())
    expect(await shown(caseId)).toMatchObject({ status: s.repairing, ticketId, tickets: [{ ticketId }] })
  })
})

describe('the list', () => {
  it('shows the cases of the own stores, by state, and reminds of reports', async () => {
    const { caseId } = await open()
    await claimed({ vehicleId: car(2).id })
    const page = async (more: object = {}, by = owner()) => (await t.call(insurance.page, more, by)).list
    const { counts } = await t.call(insurance.page, {}, owner())
    expect(counts).toEqual({ report: 1, running: 0, money: 1, toClose: 0 })
    expect((await page({ group: 'report' })).map((one) => one.caseId)).toEqual([caseId])
    expect(await page({ keyword: car(2).plate.slice(2) })).toHaveLength(1)
    expect(await page({ storeId: w.stores.pudong })).toEqual([])
    expect(await page({}, { token: other.tokens.owner })).toEqual([])
    expect(await t.send(insurance.detail, { caseId }, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    const first = await t.call(insurance.page, { pageSize: 1 }, owner())
    const rest = await page({ pageSize: 1, cursor: first.nextCursor })
    expect([first.list[0]!.caseId, rest[0]!.caseId]).toHaveLength(2)
    expect(rest[0]!.caseId).not.toBe(first.list[0]!.caseId)

    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试clerk'`,
      [w.merchantId, [w.stores.hangzhou]],
    )
    expect(await page({}, clerk())).toEqual([])
    expect(await t.send(insurance.end, { caseId, version: 1, as: 'drop', reason: '误登' }, clerk())).toMatchObject({
      errorCode: -4,
    })

    const notices = async () => {
      await inContext(t, w, 'owner', (ctx) => remind(ctx))
      const { rows } = await t.root.query(
        `select distinct ref from notification where merchant_id = $1 and ref like 'insurance/%'`,
        [w.merchantId],
      )
      return rows.map(({ ref }) => ref)
    }
    expect(await notices()).toEqual([])
    t.clock.set(occurAt + 25 * HOUR)
    expect(await notices()).toEqual([`insurance/${caseId}`])
  })
})
