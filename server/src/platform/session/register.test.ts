import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asGate } from '../../kernel/enter.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { codeTo } from '../../testing/sms.ts'
import { setInstallationFlag } from '../merchant/installation.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const { sendCode, register, userInfo } = contract.session
const form = {
  password: 'Sunny2026x',
  merchantName: '晴天租车',
  contactName: '王晴',
  cityCode: '310100',
  agree: true,
}
async function codeFor(mobile: string): Promise<string> {
  await t.call(sendCode, { mobile, scene: 'register' }, {})
  return codeTo(t, mobile)
}
const count = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await t.root.query(sql, values)).rows[0].n)

describe('registration', () => {
  it('creates a merchant under review with its owner, the seven roles and a store that is not open', async () => {
    const mobile = '13922220001'
    const { token, user } = await t.call(register, { ...form, mobile, code: await codeFor(mobile) }, {})
    expect(user).toMatchObject({ merchantName: '晴天租车', merchantStatus: 0, parentId: '0', roleNames: ['老板'] })
    expect(user.menuAutos).toContain('store.edit')
    const roles = await t.root.query('select name from role where merchant_id = $1 order by id', [user.merchantId])
    expect(roles.rows.map((row) => row.name)).toEqual(['老板', '店长', '店员', '财务', '车管', '客服', '渠道运营'])
    const { rows } = await t.root.query('select name, status, city_name from store where merchant_id = $1', [
      user.merchantId,
    ])
    expect(rows).toEqual([{ name: '上海门店', status: 0, cityName: '上海' }])
    const audit = await t.root.query('select action, name, account_id from audit where merchant_id = $1', [
      user.merchantId,
    ])
    expect(audit.rows).toMatchObject([{ action: 'session.register', name: '王晴' }])
    // The user and the vault of the merchant work from then on.
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ mobile: '139****0001' })
    expect(await t.login(mobile, form.password)).toBeTruthy()
  })

  it('under review accepts no orders', async () => {
    const mobile = '13922220002'
    const { token } = await t.call(register, { ...form, mobile, code: await codeFor(mobile) }, {})
    expect((await t.send(contract.store.list, {}, { token })).success).toBe(true)
    const created = await t.send(
      contract.order.create,
      { submit: true, quoteId: '1', expectTotal: 1, contactName: '周明轩', contactPhone: '18621070937' },
      { token },
    )
    expect(created.errorCode).toBe(1015)
  })

  it('is active at once where the installation approves automatically', async () => {
    await asGate(t.commands, ({ db }) => setInstallationFlag(db, 'autoApproveMerchants', true))
    const mobile = '13922220003'
    const { user } = await t.call(register, { ...form, mobile, code: await codeFor(mobile) }, {})
    expect(user.merchantStatus).toBe(1)
    await asGate(t.commands, ({ db }) => setInstallationFlag(db, 'autoApproveMerchants', false))
  })

  it('repeated with its key returns another token of the same merchant', async () => {
    const mobile = '13922220004'
    const input = { ...form, mobile, code: await codeFor(mobile) }
    const key = 'register-key-1'
    const [first, second] = await Promise.all([t.call(register, input, { key }), t.call(register, input, { key })])
    const third = await t.call(register, input, { key })
    expect(new Set([first.user.merchantId, second.user.merchantId, third.user.merchantId]).size).toBe(1)
    expect(new Set([first.token, second.token, third.token]).size).toBe(3)
    const other = await t.send(register, { ...input, merchantName: '别的租车' }, { key })
    expect(other.errorCode).toBe(-6)
  })

  it('of one mobile twice at once creates one merchant', async () => {
    const mobile = '13922220005'
    const code = await codeFor(mobile)
    const name = '抢注租车'
    const answers = await Promise.all(
      [1, 2, 3].map(() => t.send(register, { ...form, merchantName: name, mobile, code })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 1006, 1006])
    expect(await count('select count(*) as n from merchant where name = $1', [name])).toBe(1)
  })

  it('tells only the holder of a mobile that it is registered', async () => {
    const mobile = '13922220001'
    t.clock.advance(MINUTE)
    const code = await codeFor(mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await t.send(register, { ...form, mobile, code: wrong })).errorCode).toBe(1006)
    expect(await t.send(register, { ...form, mobile, code })).toMatchObject({
      errorCode: 1018,
      message: '该手机号已注册，请直接登录',
    })
  })

  it('refuses weak passwords with the reason, and an unknown city', async () => {
    const mobile = '13922220006'
    const code = await codeFor(mobile)
    const refused = async (change: object) => (await t.send(register, { ...form, mobile, code, ...change })).message
    expect(await refused({ password: 'short1' })).toBe('密码强度不足：密码须为8-64位')
    expect(await refused({ password: `a${mobile}` })).toBe('密码强度不足：密码不能包含手机号')
    expect(await refused({ password: 'Baseball1' })).toBe('密码强度不足：该密码常见或已在网上泄露，请换一个')
    expect(await refused({ password: 'cheyi123' })).toBe('密码强度不足：密码不能只是产品或行业名称加数字')
    expect(await refused({ cityCode: '999999' })).toBe('参数错误：请选择城市')
    expect((await t.send(register, { ...form, mobile, code })).success).toBe(true)
  })
})
