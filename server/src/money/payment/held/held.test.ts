import { contract } from '@cheyi/contract/index'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { type HeldKind, heldDue, heldForm, heldKind } from '@cheyi/domain/money/payment/held'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { beforeAll, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { createAccount, createUser } from '../../../platform/merchant/provision.ts'
import { inContext } from '../../../testing/context.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, rentAndReturn } from '../../../testing/world/bookings.ts'
import { handOut, payDeposits, payRent } from '../../../testing/world/handover.ts'
import { other, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { heldList, heldRows } from './list.ts'

const { payment, deposit, order, job } = contract
// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

sharedMerchant({ cars: 20, other: true })
/** Paid in full with both deposits in cash; its car is out. */
let out: { orderId: string; total: number }
/** A hundred paid on it, and a rental deposit by the card machine. */
let begun: string
/** Paid and cancelled: the refund waits. */
let cancelled: string
beforeAll(async () => {
  begun = (await book(t, w)).orderId
  await t.call(
    payment.collect,
    { orderId: begun, payKind: payKind.rent, payWay: payWay.cash, amount: 10_000 },
    by('owner'),
  )
  const { version } = await t.call(contract.merchant.paySetting, {}, by('owner'))
  const payWays = [payWay.cash, payWay.bank, payWay.pos]
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays, limits: { maxPayment: 100_000_000 }, version },
    by('owner'),
  )
  const slip = { mode: depositMode.online, payWay: payWay.pos, authNo: '100001', cardTail: '8812' }
  await t.call(deposit.pay, { orderId: begun, kind: 1, amount: 300_000, ...slip }, by('owner'))
  const booked = await book(t, w)
  cancelled = booked.orderId
  await payRent(t, w, cancelled, booked.total)
  await t.call(order.cancel, { orderId: cancelled, reason: 1, responsibility: 2, expectPenalty: 0 }, by('owner'))
  out = await handOut(t, w)
})

const by = (who: 'owner' | 'clerk' | 'manager' | 'finance') => ({ token: w.tokens[who] })
const list = (filter: object = {}) => t.call(payment.heldList, { pageSize: 100, ...filter }, by('finance'))

/** What the books say of accounts, order by order, where it is a credit. */
async function credits(...accounts: string[]): Promise<number> {
  const { rows } = await t.root.query(
    `select coalesce(sum(greatest(fen, 0)), 0)::bigint as fen from (
       select sum(credit_fen - debit_fen) as fen from ledger_entry where merchant_id = $1 and account = any ($2) group by order_id) o`,
    [w.merchantId, accounts],
  )
  return Number(rows[0].fen)
}

async function sameAsBooks(): Promise<void> {
  const { sums, list: rows } = await list()
  const paid = (kind: HeldKind) => sums!.kinds.find((sum) => sum.kind === kind)?.paid ?? 0
  expect(sums!.kinds.reduce((all, { frozen }) => all + frozen, 0)).toBe(300_000)
  expect(paid(heldKind.rentalDeposit)).toBe(await credits('deposit_liability_rental'))
  expect(paid(heldKind.violationDeposit)).toBe(await credits('deposit_liability_violation'))
  expect(paid(heldKind.overpaid)).toBe(await credits('customer_receivable'))
  expect(paid(heldKind.prepaid) + paid(heldKind.overpaid)).toBe(await credits('unearned', 'customer_receivable'))
  for (const { kind, paid: sum } of sums!.kinds)
    expect(
      rows
        .filter((row) => row.kind === kind && row.form === heldForm.paid)
        .reduce((all, { amount }) => all + amount, 0),
    ).toBe(sum)
}

it('names whose money is held, what for and since when, and its sums are those of the books', async () => {
  const rows = (await list()).list
  expect(rows.filter(({ orderId }) => orderId === out.orderId)).toMatchObject([
    {
      kind: heldKind.rentalDeposit,
      form: heldForm.paid,
      amount: 300_000,
      dueAt: null,
      contactName: expect.any(String),
    },
    { kind: heldKind.violationDeposit, form: heldForm.paid, amount: 200_000, dueAt: null },
    { kind: heldKind.prepaid, form: heldForm.paid, amount: out.total },
  ])
  expect(rows.filter(({ orderId }) => orderId === begun)).toMatchObject([
    { kind: heldKind.rentalDeposit, form: heldForm.frozen, amount: 300_000, expireAt: expect.any(Number) },
    { kind: heldKind.prepaid, amount: 10_000, expireAt: null },
  ])
  expect(rows.filter(({ orderId }) => orderId === cancelled)).toMatchObject([
    { kind: heldKind.overpaid, dueAt: expect.any(Number) },
  ])
  expect(rows.every(({ since }) => since !== null && since <= t.clock.now())).toBe(true)
  await sameAsBooks()
})

it('page after page, each row once; narrowed by kind, store and what is due', async () => {
  const all = (await list()).list.map(({ orderId, kind, form }) => `${orderId} ${kind} ${form}`)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await t.call(payment.heldList, { pageSize: 1, cursor }, by('finance'))
    // All that is held is read for the first page alone.
    expect([page.sums === null, page.total === null]).toEqual([cursor !== undefined, cursor !== undefined])
    seen.push(...page.list.map(({ orderId, kind, form }) => `${orderId} ${kind} ${form}`))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(all)
  const violation = await list({ kind: heldKind.violationDeposit })
  expect(violation).toMatchObject({
    total: 1,
    list: [{ orderId: out.orderId }],
    sums: { customers: 1, kinds: [{ paid: 200_000 }] },
  })
  expect((await list({ storeId: w.stores.pudong })).list).toEqual([])
  expect((await list({ due: heldDue.due })).list).toMatchObject([{ orderId: cancelled, kind: heldKind.overpaid }])
  expect((await list({ due: heldDue.later })).list.some(({ orderId }) => orderId === out.orderId)).toBe(true)
})

it('who answers for some stores sees those only', async () => {
  const mobile = '13900009997'
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const roles = await t.root.query(`select id from role where merchant_id = $1 and name = '财务'`, [w.merchantId])
  await createAccount(t.commands, w.merchantId, {
    userId,
    mobile,
    parentId: '0',
    name: '浦东财务',
    roleIds: [roles.rows[0].id],
    storeScope: 1,
    storeIds: [w.stores.pudong],
  })
  const elsewhere = { token: await t.login(mobile) }
  expect(await t.call(payment.heldList, {}, elsewhere)).toMatchObject({
    total: 0,
    list: [],
    sums: { customers: 0, kinds: [] },
  })
  expect(await t.send(payment.heldList, { storeId: w.stores.hongqiao }, elsewhere)).toMatchObject({ errorCode: -4 })
})

it('who may not see the merchant’s money is refused; another merchant sees none of it', async () => {
  expect(await t.send(payment.heldList, {}, by('clerk'))).toMatchObject({ errorCode: -3 })
  expect((await t.call(payment.heldList, {}, { token: other.tokens.owner })).list).toEqual([])
  expect(await t.send(payment.heldList, { storeId: w.stores.pudong }, { token: other.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
})

it('are read for a table without what all of them come to', async () => {
  const ask = { pageSize: 100 }
  const listed = await inContext(t, w, 'finance', async (ctx) => heldList(ask, ctx))
  const { value, queries } = await inContext(t, w, 'finance', (ctx) => heldRows(ask, ctx))
  expect(value.list).toEqual(listed.value.list)
  expect(value.list.length).toBeGreaterThan(2)
  expect(queries).toBe(listed.queries - 1)
})

it('become a table', async () => {
  const { jobId } = await t.call(payment.heldExport, { kind: heldKind.rentalDeposit }, by('finance'))
  await workOff(t.jobs, bulk)
  const answer = await t.call(job.detail, { jobId }, by('finance'))
  expect(answer).toMatchObject({ state: jobState.done, message: '共2笔' })
  const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
  const [sheet] = await readTables(rawPayload, '.xlsx', 100)
  const [heading, row] = sheet!.rows
  expect(Object.fromEntries(heading!.map((title, i) => [title, row![i]]))).toMatchObject({
    款项: '租车押金',
    形式: '实收',
    金额: '3000',
  })
})

it('once the car is back, a part is deducted and the rest is due on its day', async () => {
  const { orderId, total } = await book(t, w)
  await payRent(t, w, orderId, total)
  await payDeposits(t, w, orderId)
  await rentAndReturn(t, w, orderId, 20_000)
  const lines = (await t.call(deposit.detail, { orderId }, by('owner'))).charges.map(({ code, refId }) => ({
    code,
    refId: refId ?? undefined,
    amount: 20_000,
  }))
  const photoIds = await uploadPhotos(t, 'deposit', 1, w.tokens.owner)
  await t.call(
    deposit.deduct,
    { orderId, kind: 1, mode: 6, lines: lines.slice(0, 1), reason: '清洁费', photoIds },
    by('owner'),
  )
  const rows = (await list()).list.filter((row) => row.orderId === orderId)
  expect(rows).toMatchObject([
    { kind: heldKind.rentalDeposit, amount: 280_000, dueAt: t.clock.now() },
    { kind: heldKind.violationDeposit, amount: 200_000 },
  ])
  expect(rows[1]!.dueAt).toBeGreaterThan(t.clock.now())
  expect(
    (await list({ due: heldDue.due })).list.some(
      (row) => row.orderId === orderId && row.kind === heldKind.violationDeposit,
    ),
  ).toBe(false)
  await sameAsBooks()
})
