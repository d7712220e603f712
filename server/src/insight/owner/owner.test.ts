import { contract } from '@cheyi/contract/index'
import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ownerAgreementKind, ownerKind, ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import type { CarSums } from '@cheyi/domain/insight/profit/profit'
import { contributionOf, incomeOf } from '@cheyi/domain/insight/profit/profit'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY } from '@cheyi/domain/time'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { messageTo } from '../../testing/sms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../testing/world/handover.ts'
import {
  owner as boss,
  clerk,
  finance,
  fleet,
  manager,
  other,
  ownMerchant,
  t,
  w,
} from '../../testing/world/merchant.ts'
import { closeMonth } from '../../testing/world/months.ts'
import {
  agree,
  follow,
  linkOf,
  make,
  mobile,
  mobilesOfTests,
  newOwner,
  passOf,
  send,
  share,
  statementOf,
  which,
} from '../../testing/world/owners.ts'
import { shop } from '../../testing/world/world.ts'

/* Owners of managed cars: what they get, in the ledger, in the costs of their cars, and on their own page. */

vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 3, other: true, now: at('11-03T09:00') })
mobilesOfTests()
afterEach(() => booksAgree(t))
const { owner, profit, cost, data } = contract

const s = ownerStatementState
const NOVEMBER = '2026-11-01'
const JANUARY = at('12-31T10:00') + 4 * DAY
const span = { from: NOVEMBER, to: '2026-11-30' } as const
const car = (index = 0) => w.vehicles.lavida[index]!.id
/** A rental of a car, from a day of November on. */
async function rental(index = 0, out = at('11-04T10:00'), days = 2): Promise<void> {
  t.clock.set(out)
  const trip = { pickupAt: out, returnAt: out + days * DAY }
  const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car(index) } })
  await bringBack(t, w, orderId, { at: out + days * DAY })
}

const spend = (fen: number, more: object = {}) =>
  t.call(cost.add, { vehicleId: car(), kind: costKind.parking, from: '2026-11-08', fen, ...more }, boss())

async function sign(ownerId: string, month = NOVEMBER) {
  const signedIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  return t.call(owner.confirm, { ...which(await statementOf(ownerId, month)), signedIds }, finance())
}
async function pay(ownerId: string, month = NOVEMBER) {
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  const of = which(await statementOf(ownerId, month))
  return t.send(owner.pay, { ...of, payWay: payWay.bank, slipNo: `SLIP${of.statementId}`, voucherIds }, finance())
}

const sumsOf = async (vehicleId = car(), by = boss()) =>
  (await t.call(profit.list, { ...span, pageSize: 100 }, by)).list.find((one) => one.vehicleId === vehicleId)!
    .sums as CarSums
/** Credit less debit of an account by month. */
const ledger = async (of: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await t.root.query(
        `select to_char(t.posted_on, 'YYYY-MM') as month, sum(e.credit_fen - e.debit_fen)::int as fen from ledger_entry e
          join ledger_txn t on t.merchant_id = e.merchant_id and t.id = e.txn_id where e.merchant_id = $1 and e.account = $2 group by 1`,
        [w.merchantId, of],
      )
    ).rows.map(({ month, fen }) => [month, fen]),
  )
const sharesInCosts = async () =>
  Object.fromEntries(
    (
      await t.root.query(
        `select to_char(month, 'YYYY-MM') as month, sum(owner_fen)::int as fen from vehicle_cost_month where merchant_id = $1
          group by 1 having sum(owner_fen) <> 0`,
        [w.merchantId],
      )
    ).rows.map(({ month, fen }) => [month, fen]),
  )

describe('a statement', () => {
  it('is made, seen and confirmed by its owner, posted, a cost of the car, and paid', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    await rental()
    await spend(9_000)
    await spend(5_000, { kind: costKind.insurance })
    await follow()
    const before = await sumsOf()
    expect(incomeOf(before)).toBeGreaterThan(0)

    expect(await make()).toEqual({ made: 1, kept: 0 })
    const draft = await statementOf(ownerId)
    const { rent, service, other: more } = before
    expect(draft.parts).toMatchObject([{ vehicleId: car(), ...span, rent, service, other: more, earlier: false }])
    expect(draft.parts[0]!.costs).toEqual([{ kind: costKind.parking, fen: 9_000 }])
    const due = Math.round((incomeOf(before) - 9_000) * 0.7)
    expect(draft).toMatchObject({ owner: due, due, carried: 0, state: s.draft, payBy: '2026-12-10' })

    await send(ownerId)
    await t.call(owner.link, { ownerId, way: 1 }, finance())
    const link = new URL(/https?:\S+/.exec((await messageTo(t, mobile))!)![0]).searchParams.get('t')!
    const door = await t.call(owner.door, { t: link }, {})
    expect(door).toMatchObject({ ...shop, storeName: '' })
    expect(JSON.stringify(door)).not.toContain('沈国强')
    const by = await passOf(link)
    const page = await t.call(owner.own, { t: link }, by)
    expect(page).toMatchObject({ name: '沈国强', cars: [{ plate: w.vehicles.lavida[0]!.plate }] })
    expect(page.statements).toMatchObject([{ statementId: draft.statementId, state: s.sent, due }])
    const { statementId } = draft
    expect(await t.call(owner.answer, { t: link, statementId }, by)).toEqual({ state: s.confirmed })
    expect(await t.call(owner.answer, { t: link, statementId }, by)).toEqual({ state: s.confirmed })

    expect(await ledger(account.ownerPayable)).toEqual({ '2026-11': due })
    expect(await ledger(account.ownerShare)).toEqual({ '2026-11': -due })
    expect(await sharesInCosts()).toEqual({ '2026-11': due })
    const after = await sumsOf()
    expect(after).toEqual({ ...before, owner: due })
    expect(contributionOf(after)).toBe(contributionOf(before) - due)
    const { figures } = await t.call(data.overview, { ...span, unit: 'month' }, boss())
    const { sum, withoutCar } = await t.call(profit.list, span, boss())
    expect(incomeOf(sum as CarSums) + withoutCar!).toBe(figures.find(({ key }) => key === 'revenue')!.value)

    expect(await pay(ownerId)).toMatchObject({ success: true, data: { state: s.paid } })
    expect(await statementOf(ownerId)).toMatchObject({ paidOn: '2026-12-05', payWay: payWay.bank, byLink: true })
    expect(await ledger(account.ownerPayable)).toEqual({ '2026-11': due, '2026-12': -due })
    expect(await ledger(account.bank)).toMatchObject({ '2026-12': due })
    const flows = await t.call(contract.payment.flowList, { account: account.bank }, boss())
    expect(flows.list).toMatchObject([{ amount: due, direction: 'out' }])
    expect(await pay(ownerId)).toMatchObject({ errorCode: 8301 })
  })

  it('stays as it was sent, and says in the next one what has changed since', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    await rental()
    await follow()
    await make()
    await send(ownerId)
    const sent = await statementOf(ownerId)
    await spend(10_000)
    expect(await make()).toEqual({ made: 0, kept: 1 })
    expect((await statementOf(ownerId)).due).toBe(sent.due)
    await sign(ownerId)
    const refused = t.root.query('update owner_statement_car set owner_fen = 1 where statement_id = $1', [
      sent.statementId,
    ])
    await expect(refused).rejects.toThrow('was sent')

    await follow(JANUARY)
    await make('2026-12-01')
    const next = await statementOf(ownerId, '2026-12-01')
    expect(next.parts).toMatchObject([
      { from: '2026-12-01', earlier: false, owner: 0 },
      { from: NOVEMBER, earlier: true, owner: -7_000, costs: [{ kind: costKind.parking, fen: 10_000 }] },
    ])
    expect(next).toMatchObject({ owner: -7_000, due: -7_000 })
    // What is true now is what all statements say together.
    const all = await statementOf(ownerId)
    expect(all.owner + next.owner).toBe(Math.round((incomeOf(await sumsOf()) - 10_000) * 0.7))
  })

  it('carries a debt of the owner to the next one, of which only the rest is paid', async () => {
    const ownerId = await newOwner()
    await agree(ownerId, car(), { kind: ownerAgreementKind.affiliated, shareBp: 0, fee: 30_000, costKinds: [] })
    await follow()
    await make()
    await send(ownerId)
    await sign(ownerId)
    expect(await statementOf(ownerId)).toMatchObject({ due: -30_000, state: s.confirmed })
    expect(await pay(ownerId)).toMatchObject({ errorCode: 8302 })
    await rental(0, at('12-06T10:00'), 10)
    await follow(JANUARY)
    await make('2026-12-01')
    const next = await statementOf(ownerId, '2026-12-01')
    expect(next).toMatchObject({ carried: -30_000, due: next.owner - 30_000 })
    expect(next.due).toBeGreaterThan(0)
    await send(ownerId, '2026-12-01')
    await sign(ownerId, '2026-12-01')
    expect(await pay(ownerId, '2026-12-01')).toMatchObject({ success: true })
    const payable = Object.values(await ledger(account.ownerPayable)).reduce((sum, fen) => sum + fen, 0)
    expect(payable).toBe(0)
    const detail = await t.call(owner.page, {}, finance())
    expect(detail.list).toMatchObject([{ ownerId, cars: 1, due: 0, open: 0 }])
  })

  it('counts the days of each agreement of a month, and a fixed rent by days', async () => {
    const [first, second] = [await newOwner(), await newOwner('周家车行', '13761234502')]
    await agree(first, car(), { from: '2026-10-01', to: '2026-11-05' })
    await agree(second, car(), {
      kind: ownerAgreementKind.rent,
      shareBp: 0,
      rent: 300_000,
      from: '2026-11-06',
      costKinds: [],
    })
    await rental(0, at('11-04T10:00'), 4)
    await follow()
    expect(await make()).toEqual({ made: 2, kept: 0 })
    const [early, late] = [await statementOf(first), await statementOf(second)]
    expect(late).toMatchObject({ due: 250_000, parts: [{ from: '2026-11-06', fixed: 250_000 }] })
    const income = [early, late].map(({ parts: [part] }) => part!.rent + part!.service + part!.other)
    expect(income[0]).toBeGreaterThan(0)
    expect(income[1]).toBeGreaterThan(0)
    expect(income[0]! + income[1]!).toBe(incomeOf(await sumsOf()))
  })

  it('has the months of an agreement that was entered later and begins before the first statement', async () => {
    const ownerId = await newOwner()
    const fixed = { kind: ownerAgreementKind.rent, rent: 300_000, shareBp: 0, costKinds: [] }
    // Months before the first statement were settled without the product.
    await agree(ownerId, car(), { ...fixed, from: '2026-08-01' })
    await follow()
    await make()
    expect(await statementOf(ownerId)).toMatchObject({ owner: 300_000 })
    await send(ownerId)
    await sign(ownerId)
    t.clock.advance(DAY)
    await agree(ownerId, car(1), { ...fixed, from: '2026-09-01' })
    await follow(JANUARY)
    await make('2026-12-01')
    const { parts, owner: fen } = await statementOf(ownerId, '2026-12-01')
    expect(parts.filter(({ vehicleId }) => vehicleId === car(1)).map(({ from }) => from.slice(0, 7))).toEqual(
      expect.arrayContaining(['2026-09', '2026-10', '2026-11', '2026-12']),
    )
    expect([parts.length, fen]).toEqual([5, 5 * 300_000])
  })

  it('goes back to a draft when the owner objects, and is reckoned again', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    await rental()
    await follow()
    await make()
    await send(ownerId)
    const link = await linkOf(ownerId)
    const by = await passOf(link)
    const { statementId, due } = await statementOf(ownerId)
    const objection = '少算了一天租金'
    expect(await t.call(owner.answer, { t: link, statementId, objection }, by)).toEqual({ state: s.objected })
    expect(await t.send(owner.answer, { t: link, statementId }, by)).toMatchObject({ errorCode: 8301 })
    expect(await statementOf(ownerId)).toMatchObject({ state: s.objected, objection, due })
    await spend(10_000, { fen: -10_000 })
    await t.call(owner.withdraw, { ...which(await statementOf(ownerId)), reason: '重新核对' }, finance())
    expect((await t.call(owner.own, { t: link }, by)).statements).toEqual([])
    await send(ownerId)
    expect(await statementOf(ownerId)).toMatchObject({ state: s.sent, due: due + 7_000, objection: '' })
    expect(await ledger(account.ownerPayable)).toEqual({})
  })

  it('that is not confirmed when its month is closed is booked in it as it stands, and corrected today', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    await rental()
    await follow()
    await runDue(t, 'monthEnd')
    await closeMonth(t, w.tokens.owner, '2026-11')
    const { due: accrued } = await statementOf(ownerId)
    expect(accrued).toBeGreaterThan(0)
    expect(await ledger(account.ownerPayable)).toEqual({ '2026-11': accrued })
    expect(await sharesInCosts()).toEqual({ '2026-11': accrued })
    await booksAgree(t)
    await t.call(owner.correctionAdd, { ...which(await statementOf(ownerId)), words: '补上月', fen: 1_234 }, finance())
    await send(ownerId)
    const { due } = await statementOf(ownerId)
    expect(due).toBe(accrued + 1_234)
    await sign(ownerId)
    // A correction is no cost of a car.
    expect(await ledger(account.ownerPayable)).toEqual({ '2026-11': accrued, '2026-12': 1_234 })
    expect(await sharesInCosts()).toEqual({ '2026-11': accrued })
    expect(await statementOf(ownerId)).toMatchObject({ bookedOn: '2026-12-05' })
    await follow(JANUARY)
    await make('2026-12-01')
    const back = { ...which(await statementOf(ownerId)), reason: '再看' }
    expect(await t.send(owner.withdraw, back, finance())).toMatchObject({ errorCode: 8301 })
    expect(await send(ownerId, '2026-12-01')).toMatchObject({ state: s.sent })
  })

  it('is refused for a month that is not over or whose income is not known, and sent in the order of months', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    t.clock.set(at('11-28T10:00'))
    expect(await t.send(owner.make, { month: NOVEMBER }, finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('还没有结束'),
    })
    t.clock.set(at('12-05T10:00'))
    expect(await t.send(owner.make, { month: NOVEMBER }, finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('还在统计'),
    })
    await follow()
    await make('2026-10-01')
    await make()
    expect(await t.send(owner.send, which(await statementOf(ownerId)), finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('2026-10'),
    })
  })

  it('becomes a table of the month and a PDF', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    await rental()
    await follow()
    await make()
    const { statementId, due } = await statementOf(ownerId)
    const file = async (jobId: string) => {
      await workOff(t.jobs, bulk)
      const job = await t.call(contract.job.detail, { jobId }, finance())
      expect(job).toMatchObject({ state: jobState.done })
      return (await t.app.inject({ url: job.resultUrl! })).rawPayload
    }
    const table = await file((await t.call(owner.exportMonth, { month: NOVEMBER }, finance())).jobId)
    const [sheet] = await readTables(table, '.xlsx', 1000)
    expect(JSON.stringify(sheet)).toContain('沈国强')
    expect(JSON.stringify(sheet)).toContain(String(due / 100))
    const pdf = await file((await t.call(owner.paper, { statementId }, finance())).jobId)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('agreements', () => {
  it('that begin today are in force from midnight on, and a cost of today is in the life of its car', async () => {
    t.clock.set(at('11-12T05:13'))
    const ownerId = await newOwner()
    await agree(ownerId, car(), { from: '2026-11-12' })
    const { list } = await t.call(owner.page, {}, finance())
    expect(list.find((one) => one.ownerId === ownerId)).toMatchObject({ cars: 1 })
    await spend(12_345, { from: '2026-11-12' })
    const life = await t.call(profit.life, { vehicleId: car() }, boss())
    expect(life.list).toMatchObject([{ type: 'cost', fen: 12_345 }])
  })

  it('are for cars that the merchant does not own, and one at a time', async () => {
    const ownerId = await newOwner()
    const input = { ownerId, vehicleId: car(), from: '2026-10-15', ...share }
    expect(await t.send(owner.agree, input, finance())).toMatchObject({ errorCode: -2, data: { field: 'vehicleId' } })
    const agreementId = await agree(ownerId)
    expect(await t.send(owner.agree, { ...input, from: '2026-12-01' }, finance())).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('沈国强'),
    })
    const twice = t.root.query(
      `insert into owner_agreement (merchant_id, owner_id, vehicle_id, kind, from_on, share_bp, created_by)
        select merchant_id, owner_id, vehicle_id, 1, '2027-01-01', 5000, 0 from owner_agreement where id = $1`,
      [agreementId],
    )
    await expect(twice).rejects.toThrow('owner_agreement_once')
    const { plate, vin, modelId, homeStoreId, odometerKm } = await t.call(
      contract.inventory.detail,
      { vehicleId: car() },
      fleet(),
    )
    const becomeOwn = { vehicleId: car(), plate, vin, modelId, homeStoreId, odometerKm, ownership: ownerships.code.own }
    expect(await t.send(contract.inventory.save, becomeOwn, fleet())).toMatchObject({
      errorCode: -2,
      data: { field: 'ownership' },
      message: expect.stringContaining('沈国强'),
    })
    await t.call(owner.agreementEnd, { agreementId, version: 1, to: '2026-11-30' }, finance())
    await t.call(owner.agree, { ...input, from: '2026-12-01' }, finance())
    await follow()
    await make()
    await send(ownerId)
    expect(await t.send(owner.agreementEnd, { agreementId, version: 2, to: '2026-11-10' }, finance())).toMatchObject({
      errorCode: -2,
      data: { field: 'to' },
    })
    expect((await t.call(owner.ofCar, { vehicleId: car() }, fleet())).agreement).toMatchObject({ ownerName: '沈国强' })
  })

  it('filter what cars earn by own and managed ones', async () => {
    await agree(await newOwner())
    await rental(0)
    await rental(1, at('11-10T10:00'))
    await follow()
    const list = async (entrusted: boolean) =>
      (await t.call(profit.list, { ...span, entrusted, pageSize: 100 }, boss())).list.map(({ vehicleId }) => vehicleId)
    expect(await list(true)).toEqual([car(0)])
    expect(await list(false)).toContain(car(1))
    expect(await list(false)).not.toContain(car(0))
  })
})

describe('personal data of owners', () => {
  it('is sealed and masked, and shown in full on request', async () => {
    const ownerId = await newOwner()
    const detail = await t.call(owner.detail, { ownerId }, finance())
    expect(detail).toMatchObject({
      phone: `137****${mobile.slice(-4)}`,
      identityNo: '****1234',
      bankAccount: '****5678',
    })
    const { rows } = await t.root.query('select row_to_json(o)::text as text from car_owner o where id = $1', [ownerId])
    for (const secret of [mobile, '310104197503021234', '6225880212345678']) expect(rows[0].text).not.toContain(secret)
    expect(await t.call(owner.reveal, { ownerId }, finance())).toEqual({
      phone: mobile,
      identityNo: '310104197503021234',
      bankAccount: '6225880212345678',
    })
    const edited = { ownerId, version: 1, kind: ownerKind.person, name: '沈国强', phone: '13761234509' }
    const link = await linkOf(ownerId)
    await t.call(owner.edit, edited, finance())
    expect(await t.send(owner.door, { t: link })).toMatchObject({ errorCode: 5301 })
    expect(await t.call(owner.reveal, { ownerId }, finance())).toMatchObject({ bankAccount: '6225880212345678' })
  })

  it('and statements are closed to other merchants, other roles and accounts of some stores', async () => {
    const ownerId = await newOwner()
    await agree(ownerId)
    await follow()
    await make()
    const { statementId, version } = await statementOf(ownerId)
    for (const by of [clerk(), fleet(), manager()]) {
      expect(await t.send(owner.page, {}, by)).toMatchObject({ errorCode: -3 })
      expect(await t.send(owner.statement, { statementId }, by)).toMatchObject({ errorCode: -3 })
      expect(await t.send(owner.send, { statementId, version }, by)).toMatchObject({ errorCode: -3 })
    }
    const theirs = { token: other.tokens.owner }
    expect(await t.send(owner.detail, { ownerId }, theirs)).toMatchObject({ errorCode: -4 })
    expect(await t.send(owner.statement, { statementId }, theirs)).toMatchObject({ errorCode: -4 })
    expect(await t.send(owner.ofCar, { vehicleId: car() }, theirs)).toMatchObject({ errorCode: -4 })
    expect((await t.call(owner.page, {}, theirs)).list).toEqual([])
    const [plain] = (await t.call(profit.list, { ...span, sort: 'rented' }, fleet())).list
    expect(plain?.sums.owner ?? null).toBeNull()
  })

  it('a repeated create makes one owner', async () => {
    const key = { headers: { 'idempotency-key': 'owner-once' }, ...finance() }
    const input = { kind: ownerKind.company, name: '周家车行', phone: mobile }
    const first = await t.call(owner.create, input, key)
    expect(await t.call(owner.create, input, key)).toEqual(first)
    expect((await t.call(owner.page, { keyword: '周家' }, finance())).list).toHaveLength(1)
  })
})
