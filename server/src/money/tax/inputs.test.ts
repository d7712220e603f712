import { contract } from '@cheyi/contract/index'
import { inputState as s } from '@cheyi/domain/money/tax/codes'
import { basicSheet, lineSheet, OWN } from '@cheyi/domain/money/tax/import/testing'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeTable } from '../../outside/table/tables.ts'
import { at } from '../../testing/at.ts'
import { tableDesk } from '../../testing/world/imports.ts'
import { finance, other, owner, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { tax } = contract
sharedMerchant({ other: true, now: at('11-25T10:00') } as never)

const desk = () => tableDesk(t, { check: tax.importCheck, confirm: tax.importConfirm, token: w.tokens.finance })
const bytesOf = (rows: readonly (readonly string[])[]) =>
  writeTable([{ name: '发票基础信息', rows: rows.map((one) => [...one]), widths: [] }])
async function importRows(rows: readonly (readonly string[])[]) {
  const { jobId } = await desk().check(await desk().upload(await bytesOf(rows), '发票.xlsx'))
  return desk().confirm(jobId)
}
let serial = 0
const next = () => `263170000001${String(++serial).padStart(8, '0')}`
const given = (more: object = {}) => ({
  ...{ kind: 1 as const, number: next(), seller: '浦江维修', issuedOn: '2026-11-18', net: 100_000, tax: 13_000 },
  ...{ buyerName: OWN.name, buyerTaxNo: OWN.taxNo },
  ...more,
})
const list = async (ask: object = {}) => (await t.call(tax.inputs, { pageSize: 100, ...ask }, finance())).list
const one = async (inputId: string) => (await list()).find((input) => input.inputId === inputId)!
const add = async (more: object = {}) => (await t.call(tax.inputAdd, given(more), finance())).inputId
const at1 = async (inputId: string) => ({ inputId, version: (await one(inputId)).version })

beforeAll(async () => {
  await t.root.query('update merchant set licence_no = $2 where id = $1', [w.merchantId, OWN.taxNo])
  await t.call(contract.merchant.saveSetting, { settings: { taxpayer: 2 } }, owner())
  t.clock.set(at('11-25T10:00'))
})

describe('an import', () => {
  it('takes each invoice of the merchant once, and names why it refuses another', async () => {
    const ended = await importRows(basicSheet)
    expect(ended).toMatchObject({ state: jobState.partly, counts: { created: 5, failed: 2 } })
    expect(await importRows(basicSheet)).toMatchObject({ counts: { created: 0, failed: 2 } })
    const invoices = await list()
    expect(invoices).toHaveLength(5)
    const red = invoices.find(({ gross }) => gross < 0)!
    expect(red).toMatchObject({ net: -20_000, tax: -2_600, state: s.waiting })
    const { sums } = await t.call(tax.inputs, {}, finance())
    expect(sums!.tax).toBe(invoices.reduce((sum, { tax: fen }) => sum + fen, 0))
  })

  it('refuses an invoice whose number is registered with another amount', async () => {
    const ended = await importRows(lineSheet)
    expect(ended).toMatchObject({ counts: { created: 0, failed: 2 } })
  })

  it('of one table at the same time adds nothing twice', async () => {
    const rows = basicSheet.map((cells) => cells.map((cell) => cell.replace('263120000001', '263120000777')))
    const sent = [
      await desk().upload(await bytesOf(rows), '一.xlsx'),
      await desk().upload(await bytesOf(rows), '二.xlsx'),
    ]
    const trials = [await desk().check(sent[0]!), await desk().check(sent[1]!)]
    await desk().ask(trials[0]!.jobId)
    await desk().ask(trials[1]!.jobId)
    await desk().ended(trials[0]!.jobId)
    expect((await list()).filter(({ number }) => number.startsWith('263120000777'))).toHaveLength(4)
  })
})

describe('an invoice by hand', () => {
  it('is of the merchant, once, and deducted by its kind', async () => {
    const first = given()
    expect(await t.call(tax.inputAdd, first, finance())).toMatchObject({ state: s.waiting })
    for (const [more, field] of [
      [{ number: first.number }, 'number'],
      [{ number: '123' }, 'number'],
      [{ number: '12345678' }, 'code'],
      [{ buyerName: '别的公司' }, 'buyerName'],
      [{ buyerTaxNo: '91310000MA1FL00000' }, 'buyerTaxNo'],
      [{ issuedOn: '2026-11-26' }, 'issuedOn'],
      [{ tax: -13_000 }, 'tax'],
      [{ net: 0, tax: 0 }, 'net'],
    ] as const)
      expect(await t.send(tax.inputAdd, given(more), finance()), field).toMatchObject({
        errorCode: -2,
        data: { field },
      })
    expect(await t.call(tax.inputAdd, given({ kind: 2 }), finance())).toMatchObject({ state: s.none })
  })

  it('is registered once by two people at the same time', async () => {
    const same = given()
    const answers = await Promise.all([t.send(tax.inputAdd, same, finance()), t.send(tax.inputAdd, same, owner())])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)).toMatchObject({ errorCode: -2, data: { field: 'number' } })
  })

  it('is chosen for a month and taken back; another choice of it is stale', async () => {
    const [a, b] = [await add(), await add({ net: -10_000, tax: -1_300 })]
    const done = await t.call(tax.inputChoose, { inputIds: [a, b, a], month: '2026-11' }, finance())
    expect(done).toEqual({ count: 2, tax: 11_700 })
    expect(await one(a)).toMatchObject({ state: s.chosen, month: '2026-11-01' })
    expect((await list({ month: '2026-11' })).map(({ inputId }) => inputId)).toEqual(expect.arrayContaining([a, b]))
    expect(await t.send(tax.inputChoose, { inputIds: [a], month: '2026-11' }, finance())).toMatchObject({
      errorCode: -5,
    })
    expect(await t.send(tax.inputVoid, { ...(await at1(a)), reason: '错' }, finance())).toMatchObject({ errorCode: -5 })
    const before = await at1(a)
    expect(await t.call(tax.inputTakeBack, before, finance())).toEqual({
      state: s.waiting,
      version: before.version + 1,
    })
    expect(await t.send(tax.inputTakeBack, before, finance())).toMatchObject({ errorCode: -5 })
    expect(await t.call(tax.inputExclude, await at1(a), finance())).toMatchObject({ state: s.none })
    expect(await t.send(tax.inputChoose, { inputIds: [a], month: '2026-11' }, finance())).toMatchObject({
      errorCode: -5,
    })
    expect(await t.call(tax.inputInclude, await at1(a), finance())).toMatchObject({ state: s.waiting })
    expect(await t.send(tax.inputChoose, { inputIds: [a], month: '2026-10' }, finance())).toMatchObject({
      errorCode: -2,
      data: { field: 'month' },
    })
  })

  it('that is voided frees its number', async () => {
    const number = next()
    const inputId = await add({ number })
    await t.call(tax.inputVoid, { ...(await at1(inputId)), reason: '登记错误' }, finance())
    expect(await one(inputId)).toBeUndefined()
    await add({ number })
  })

  it('is nobody else’s: neither another merchant nor a clerk reads or changes it', async () => {
    const inputId = await add()
    const foreign = { token: other.tokens.owner }
    expect((await t.call(tax.inputs, {}, foreign)).list).toEqual([])
    for (const [call, input] of [
      [tax.inputChoose, { inputIds: [inputId], month: '2026-11' }],
      [tax.inputExclude, { inputId, version: 1 }],
      [tax.inputVoid, { inputId, version: 1, reason: '错' }],
    ] as const) {
      expect(await t.send(call as never, input as never, foreign)).toMatchObject({ errorCode: -4 })
      expect(await t.send(call as never, input as never, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    }
    expect(await t.send(tax.inputs, {}, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    expect(await one(inputId)).toMatchObject({ version: 1, state: s.waiting })
  })

  it('waits on the home page until it is decided', async () => {
    const counted = async () =>
      (await t.call(contract.todo.counts, {}, finance())).find(({ code }) => code === 'inputInvoice')?.count ?? 0
    const before = await counted()
    const inputId = await add()
    expect(await counted()).toBe(before + 1)
    await t.call(tax.inputExclude, await at1(inputId), finance())
    expect(await counted()).toBe(before)
  })
})
