import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { OWN } from '@cheyi/domain/money/tax/import/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { moneyFaults } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* A period is filed for good: a merchant of its own for each test. */

let t: TestApp
let w: World
const { tax, closing, bookkeeping, merchant } = contract
const finance = () => ({ token: w.tokens.finance })
const owner = () => ({ token: w.tokens.owner })

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(at('11-25T10:00'))
  w = await makeWorld(t)
  serial = 0
  await t.root.query('update merchant set licence_no = $2 where id = $1', [w.merchantId, OWN.taxNo])
})

let serial = 0
const next = () => `2631700000${String(++serial).padStart(10, '0')}`

/** Income that somebody posted. */
const earn = (day: string, fen: number, { account = 'rent_income', journal = 8 } = {}) =>
  t.root.query(
    `with txn as (insert into ledger_txn (merchant_id, journal, idem_key, posted_on, account_id) values ($1, $2, $3, $4, 0) returning id)
     insert into ledger_entry (merchant_id, txn_id, account, debit_fen, credit_fen)
     select $1, txn.id, l.account, l.debit, l.credit from txn, (values ('cash_float', $6::bigint, 0::bigint), ($5, 0, $6)) as l (account, debit, credit)`,
    [w.merchantId, journal, `J${journal}:test${next()}`, day, account, fen],
  )
const issue = (issuedOn: string, kind: number, amountFen: number, rateBp: number, taxFen: number) =>
  t.root.query(
    `insert into invoice (merchant_id, status, kind, title, amount_fen, rate_bp, tax_fen, number, issued_on, created_by)
     values ($1, 1, $2, '云途科技', $3, $4, $5, $6, $7, 0)`,
    [w.merchantId, kind, amountFen, rateBp, taxFen, next(), issuedOn],
  )
async function receive(issuedOn: string, net: number, taxed: number, month: string, kind: 1 | 2 = 1) {
  const buyer = { buyerName: OWN.name, buyerTaxNo: OWN.taxNo }
  const { inputId } = await t.call(
    tax.inputAdd,
    { kind, number: next(), seller: '浦江维修', issuedOn, net, tax: taxed, ...buyer },
    finance(),
  )
  if (kind === 2) await t.call(tax.inputInclude, { inputId, version: 1 }, finance())
  await t.call(tax.inputChoose, { inputIds: [inputId], month }, finance())
  return inputId
}
const general = () => t.call(merchant.saveSetting, { settings: { taxpayer: 2 } }, owner())
const shown = (from: string) => t.call(tax.taxReturn, { from }, finance())
type Return = OutputOf<typeof tax.taxReturn>
const main = (of: Return, no: string) =>
  of.lines.find((line) => line.sheet === 'main' && line.no === no)!.cells[0]!.value
const cell = (of: Return, sheet: string, no: string, column: string) =>
  of.lines.find((line) => line.sheet === sheet && line.no === no)?.cells.find((one) => one.column === column)?.value
async function closeMonths(...months: string[]) {
  for (const month of months) {
    await t.call(closing.close, { month }, owner())
  }
  for (const month of months) await t.call(bookkeeping.make, { month }, finance())
  await workOff(t.jobs, bulk)
}
const file = async (from: string, version?: string) =>
  t.send(tax.file, { from, version: version ?? (await shown(from)).version }, finance())
const balanceOf = async (account: string) =>
  Number(
    (
      await t.root.query(
        'select coalesce(sum(debit_fen - credit_fen), 0) as fen from ledger_entry where merchant_id = $1 and account = $2',
        [w.merchantId, account],
      )
    ).rows[0].fen,
  )
const documentsOf = async (from: string, of: string, rateBp: number) =>
  (await t.call(tax.documents, { from, of: of as never, rateBp, pageSize: 100 }, finance())).list

/** A month of a general taxpayer: rent and a service, invoices, input and a red one of it. */
async function october() {
  await general()
  await earn('2026-10-15', 1_130_000)
  await earn('2026-10-20', 106_000, { account: 'violation_income', journal: 12 })
  await earn('2026-10-21', 50_000, { account: 'penalty_income', journal: 5 })
  await issue('2026-10-16', 2, 565_000, 1300, 65_000)
  await issue('2026-10-17', 1, 113_000, 1300, 13_000)
  await receive('2026-10-10', 100_000, 13_000, '2026-10')
  await receive('2026-10-11', 10_000, 600, '2026-10', 2)
  await receive('2026-10-12', -20_000, -2_600, '2026-10')
}

describe('the return of a general taxpayer', () => {
  it('has the figures of its invoices, its income and its input, and shows what each is made of', async () => {
    await october()
    const made = await shown('2026-10-01')
    // Penalties of cancelled bookings bear no tax.
    expect([main(made, '1'), main(made, '11'), main(made, '12'), main(made, '14'), main(made, '24')]).toEqual([
      ...[1_100_000, 136_000, 13_600, 2_600, 125_000],
    ])
    expect(cell(made, 'output', '2', '专用发票销售额')).toBe(500_000)
    expect(cell(made, 'output', '2', '未开发票税额')).toBe(130_000 - 65_000 - 13_000)
    expect(cell(made, 'output', '5', '合计税额')).toBe(6_000)
    expect(cell(made, 'input', '8b', '税额')).toBe(600)
    const sum = async (of: string, rateBp: number) =>
      (await documentsOf('2026-10-01', of, rateBp)).reduce((all, { fen }) => all + fen, 0)
    expect(await sum('special', 1300)).toBe(565_000)
    expect(await sum('usual', 1300)).toBe(113_000)
    expect(await sum('income', 1300)).toBe(1_130_000 - 678_000)
    expect(await sum('income', 600)).toBe(106_000)
    expect(await sum('input', 0)).toBe(113_000)
    expect(await sum('inputOther', 0)).toBe(10_600)
    expect(await sum('inputRed', 0)).toBe(-22_600)
  })

  it('is filed once its vouchers are made, with the figures that were seen, and stays', async () => {
    await october()
    expect(await file('2026-10-01')).toMatchObject({ errorCode: -2, message: expect.stringContaining('2026-10') })
    expect(await file('2026-11-01')).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('申报期还没有结束'),
    })
    await closeMonths('2026-10')
    expect(await file('2026-10-01', 'other')).toMatchObject({ errorCode: -5 })
    const seen = await shown('2026-10-01')
    expect(seen.problems).toEqual([])
    const answers = await Promise.all([file('2026-10-01', seen.version), file('2026-10-01', seen.version)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    // An invoice that is registered late is in the next return.
    await issue('2026-10-30', 2, 226_000, 1300, 26_000)
    const after = await shown('2026-10-01')
    expect(after.lines).toEqual(seen.lines)
    expect(after.filedAt).not.toBeNull()
    expect(await documentsOf('2026-10-01', 'special', 1300)).toHaveLength(1)
    expect(cell(await shown('2026-11-01'), 'output', '2', '专用发票税额')).toBe(26_000)
    const inputId = (await t.call(tax.inputs, { month: '2026-10' }, finance())).list[0]!.inputId
    const { version } = (await t.call(tax.inputs, {}, finance())).list.find((one) => one.inputId === inputId)!
    expect(await t.send(tax.inputTakeBack, { inputId, version }, finance())).toMatchObject({ errorCode: -2 })
    await expect(
      t.root.query('update tax_return set pay_fen = 1 where merchant_id = $1', [w.merchantId]),
    ).rejects.toThrow('was filed')
    const list = await t.call(tax.returns, {}, finance())
    expect(list.list.find(({ from }) => from === '2026-10-01')).toMatchObject({ pay: 125_000 })
  })

  it('carries what is deducted too much to the next one, and is withdrawn only from the end', async () => {
    await general()
    await receive('2026-10-10', 100_000, 13_000, '2026-10')
    await earn('2026-10-15', 11_300)
    await closeMonths('2026-10')
    await t.call(tax.file, { from: '2026-10-01', version: (await shown('2026-10-01')).version }, finance())
    expect(main(await shown('2026-11-01'), '13')).toBe(13_000 - 1_300)
    await t.call(tax.withdraw, { from: '2026-10-01', reason: '更正' }, finance())
    expect(main(await shown('2026-11-01'), '13')).toBe(0)
    expect(await t.send(tax.withdraw, { from: '2026-10-01', reason: '更正' }, finance())).toMatchObject({
      errorCode: -4,
    })
  })

  it('posts its input tax when the merchant has chosen that, and takes it back with the return', async () => {
    await october()
    const given = {
      threshold: 0,
      cityBp: 500,
      halved: false,
      carry: 0,
      posted: true,
      reason: '顾问：进项入账',
      version: 0,
    }
    await t.call(tax.saveSettings, given, finance())
    expect(await t.send(tax.saveSettings, given, finance())).toMatchObject({ errorCode: -5 })
    expect(await t.send(tax.saveSettings, { ...given, cityBp: 600, version: 1 }, finance())).toMatchObject({
      errorCode: -2,
      data: { field: 'cityBp' },
    })
    await closeMonths('2026-10')
    const { version } = await shown('2026-10-01')
    await t.call(tax.file, { from: '2026-10-01', version }, finance())
    expect([await balanceOf('input_tax'), await balanceOf('car_cost')]).toEqual([11_000, -11_000])
    const words = async () => (await moneyFaults(t)).map(({ what }) => what).filter((what) => what.includes('进项税额'))
    expect(await words()).toEqual([])
    await t.root.query('begin')
    await t.root.query('update input_invoice set tax_fen = tax_fen + 1 where merchant_id = $1 and kind = 2', [
      w.merchantId,
    ])
    expect((await words()).join()).toContain('2026-10-01 申报的进项税额与已勾选的发票不一致')
    await t.root.query('rollback')
    await t.root.query('begin')
    await t.root.query('set local session_replication_role = replica')
    await t.root.query(
      `update ledger_entry set debit_fen = debit_fen + 1 where merchant_id = $1 and account = 'input_tax'`,
      [w.merchantId],
    )
    expect((await words()).join()).toContain('已申报的进项税额与账簿不一致')
    await t.root.query('rollback')
    await t.call(tax.withdraw, { from: '2026-10-01', reason: '更正' }, finance())
    expect([await balanceOf('input_tax'), await balanceOf('car_cost')]).toEqual([0, 0])
    expect(await words()).toEqual([])
    expect((await shown('2026-10-01')).version).toBe(version)
    await t.call(tax.file, { from: '2026-10-01', version }, finance())
    expect(await balanceOf('input_tax')).toBe(11_000)
  })

  it('is given out as a workbook with a sheet for each of its tables', async () => {
    await october()
    const { jobId } = await t.call(tax.returnExport, { from: '2026-10-01' }, finance())
    await workOff(t.jobs, bulk)
    const { resultUrl } = await t.call(contract.job.detail, { jobId }, finance())
    const bytes = (await t.app.inject({ url: resultUrl! })).rawPayload
    const sheets = await readTables(bytes, '.xlsx', 100)
    expect(sheets.map(({ name }) => name)).toEqual(['主表', '附列资料一（销售）', '附列资料二（进项）'])
    expect(sheets[0]!.rows.find(([no]) => no === '11')).toEqual(['11', '销项税额', '1360'])
  })
})

it('a small-scale taxpayer has a quarter, and below the threshold only special invoices are taxed', async () => {
  await earn('2026-07-15', 10_100_000)
  await issue('2026-08-16', 2, 1_010_000, 100, 10_000)
  const made = await shown('2026-07-01')
  expect(made).toMatchObject({ form: 1, from: '2026-07-01', to: '2026-09-30', pay: 10_000 })
  expect([main(made, '1'), main(made, '10'), main(made, '16')]).toEqual([1_000_000, 9_000_000, 20_000])
  await earn('2026-09-15', 40_000_000)
  expect((await shown('2026-07-01')).pay).toBe(100_000 + 396_040)
})

it('a return is nobody else’s, and its first day begins a period', async () => {
  expect(await t.send(tax.taxReturn, { from: '2026-10-02' }, finance())).toMatchObject({ errorCode: -2 })
  expect(await t.send(tax.taxReturn, { from: '2027-01-01' }, finance())).toMatchObject({ errorCode: -2 })
  for (const call of [tax.returns, tax.taxReturn, tax.settings])
    expect(await t.send(call as never, {} as never, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})
