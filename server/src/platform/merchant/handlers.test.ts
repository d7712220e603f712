import { contract } from '@cheyi/contract/index'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { createAccount, createMerchant, createUser } from './provision.ts'

let t: TestApp
let w: World
let second: World
/** Works for both merchants, with one store in the second. */
let both: string
let operator: string

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t, { name: '云途租车' })
  second = await makeWorld(t, { name: '风驰汽车租赁' })
  const closed = await createMerchant(t.commands, { name: '已关闭租车', status: 3 })
  const disabled = await createMerchant(t.commands, { name: '停用账号租车', status: 1 })
  const mobile = '13700000001'
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const account = { userId, mobile, parentId: null, name: '两家员工', roleIds: [] }
  await createAccount(t.commands, w.merchantId, account)
  await createAccount(t.commands, second.merchantId, { ...account, storeScope: 1, storeIds: [second.stores.pudong] })
  await createAccount(t.commands, closed.merchantId, account)
  const gone = await createAccount(t.commands, disabled.merchantId, account)
  await t.root.query('update account set status = 0 where id = $1', [gone])
  await t.root.query('update store set status = 2 where id = $1', [w.stores.hangzhou])
  both = await t.login(mobile)

  const operatorId = await createUser(t.commands, { mobile: '13700000002', password: 'Cheyi2026', operator: true })
  await t.root.query('insert into operator_merchant (user_id, merchant_id) values ($1, $2)', [operatorId, w.merchantId])
  operator = await t.login('13700000002')
})
afterAll(() => t.close())

const enter = async (token: string, merchantId: string) =>
  (await t.call(contract.session.switchMerchant, { merchantId }, { token })).token

describe('list', () => {
  const page = (token: string, ask: { name?: string; pageSize?: number; cursor?: string } = {}) =>
    t.call(contract.merchant.list, ask, { token })

  it('shows where the user may work, before a merchant is chosen', async () => {
    const { list, total } = await page(both, { pageSize: 10_000 })
    expect(list.map((m) => [m.name, m.storeCount, m.lastLoginAt])).toEqual([
      ['云途租车', 2, null],
      ['风驰汽车租赁', 3, null],
    ])
    expect(total).toBe(2)
    expect(list[0]).toMatchObject({ id: w.merchantId, merchantId: w.merchantId, status: 1, logo: null })
  })
  it('searches a part of the name and pages', async () => {
    expect((await page(both, { name: '汽车' })).list.map((m) => m.name)).toEqual(['风驰汽车租赁'])
    const first = await page(both, { pageSize: 1 })
    expect(await page(both, { pageSize: 1, cursor: first.nextCursor! })).toMatchObject({
      list: [{ name: '风驰汽车租赁' }],
      nextCursor: null,
    })
  })
  it('tells when the user was last inside', async () => {
    await enter(both, second.merchantId)
    expect((await page(both)).list.map((m) => m.lastLoginAt)).toEqual([null, t.clock.now()])
  })
  it('shows an operator the merchants assigned to them', async () => {
    await enter(operator, w.merchantId)
    expect((await page(operator)).list).toMatchObject([{ name: '云途租车', lastLoginAt: t.clock.now() }])
  })
})

describe('setting', () => {
  it('answers what is in force, with the differences of a store', async () => {
    await t.root.query('update merchant set settings = $2 where id = $1', [
      w.merchantId,
      { graceMinutes: 20, sourceNames: { 2: '携途' } },
    ])
    await t.root.query('update store set settings = $2 where id = $1', [
      w.stores.pudong,
      { graceMinutes: 45, autoConfirm: false },
    ])
    const setting = (storeId?: string) => t.call(contract.merchant.setting, { storeId }, { token: w.tokens.clerk })
    expect(await setting()).toMatchObject({
      graceMinutes: 20,
      turnaroundMinutes: 60,
      autoConfirm: true,
      sourceNames: { 2: '携途' },
    })
    expect(await setting(w.stores.pudong)).toMatchObject({ graceMinutes: 45, autoConfirm: true })
    expect(await setting(w.stores.hongqiao)).toMatchObject({ graceMinutes: 20 })
    expect(t.calls.at(-1)).toMatchObject({ call: 'merchant.setting', queries: 1 })
  })
  it('knows no store of others, nor one out of scope', async () => {
    const ask = (token: string, storeId: string) => t.send(contract.merchant.setting, { storeId }, { token })
    expect(await ask(w.tokens.owner, second.stores.pudong)).toMatchObject({ errorCode: -4 })
    const token = await enter(both, second.merchantId)
    expect(await ask(token, second.stores.hongqiao)).toMatchObject({ errorCode: -4 })
    expect(await ask(token, second.stores.pudong)).toMatchObject({ success: true })
  })
})

describe('detail', () => {
  it('names the settings whose vendor the installation has no account at', async () => {
    const withoutProvider = async (app: TestApp, token: string) =>
      (await app.call(contract.merchant.detail, {}, { token })).withoutProvider
    expect(await withoutProvider(t, w.tokens.owner)).toEqual([])
    const real = await testApp({ env: { DEMO: 'off' } })
    try {
      const { tokens } = await makeWorld(real, { name: '正式租车' })
      expect(await withoutProvider(real, tokens.owner)).toEqual([
        'readPapersDaily',
        'checkIdentityDaily',
        'checkLicenceDaily',
        'queryViolationsDaily',
      ])
    } finally {
      await real.close()
    }
  })
})

describe('paySetting', () => {
  const setting = (token: string) => t.send(contract.merchant.paySetting, {}, { token })
  it('offers receipts by hand until an online way is connected', async () => {
    expect((await setting(w.tokens.finance)).data).toEqual({
      payWays: [3, 4],
      offline: true,
      payProfile: 1,
      maxPayment: 100_000_000,
      payTimeoutMinutes: 30,
      violationHoldDays: 30,
      chosenWays: [3, 4, 1, 2],
      fixed: false,
      confirmed: false,
      cashShifts: { shiftRequired: false, floatSigned: false },
      prepay: [],
      version: 1,
    })
    expect(await setting(w.tokens.fleet)).toMatchObject({ errorCode: -3 })
  })
  it('leaves everything to a platform that collects', async () => {
    await t.root.query('update merchant set pay_settings = $2 where id = $1', [second.merchantId, { payProfile: 2 }])
    expect((await setting(second.tokens.finance)).data).toMatchObject({ payWays: [6], offline: false, payProfile: 2 })
  })
})
