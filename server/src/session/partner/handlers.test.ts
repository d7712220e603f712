import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asGate } from '../../kernel/enter.ts'
import { letIn } from '../../merchant/installation.ts'
import { createAccount, createMerchant, createUser } from '../../merchant/provision.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { codeTo } from '../../testing/sms.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const { wukong, bindWechat, unbindWechat } = contract.partner
const { sendCode, userInfo } = contract.session

async function somebody(mobile: string, open = true) {
  const userId = await createUser(t.kernel, { mobile, password: 'Cheyi2026' })
  const { merchantId, roles } = await createMerchant(t.kernel, { name: '合作租车', status: 1 })
  await createAccount(t.kernel, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
  if (open) await asGate(t.kernel, ({ db }) => letIn(db, merchantId, ['wukong']))
}
const codeOf = (partnerUserId: string) => t.kernel.outside.wukong.issue!(partnerUserId)
async function bindCode(mobile: string): Promise<string> {
  t.clock.advance(MINUTE)
  await t.call(sendCode, { mobile, scene: 'bind' }, {})
  return codeTo(t, mobile)
}

describe('coming from the partner', () => {
  it('binds the mobile once, and then comes straight in', async () => {
    const mobile = '13988880001'
    await somebody(mobile)
    const first = await t.call(wukong, { code: await codeOf('u-1') }, {})
    expect(first).toMatchObject({ needBind: true, session: null })
    const bound = await t.call(wukong, { bindToken: first.bindToken!, mobile, smsCode: await bindCode(mobile) }, {})
    expect(await t.call(userInfo, {}, { token: bound.session!.token })).toMatchObject({ merchantName: '合作租车' })
    const again = await t.call(wukong, { code: await codeOf('u-1') }, {})
    expect(again).toMatchObject({ needBind: false, session: { user: { merchantName: '合作租车' } } })
    const { rows } = await t.root.query('select * from partner_user')
    expect(JSON.stringify(rows)).not.toContain('u-1')
  })

  it('is for merchants that work with it', async () => {
    const mobile = '13988880002'
    await somebody(mobile, false)
    const { bindToken } = await t.call(wukong, { code: await codeOf('u-2') }, {})
    const refused = await t.send(wukong, { bindToken, mobile, smsCode: await bindCode(mobile) })
    expect(refused).toMatchObject({ errorCode: 1012, message: '该账号未开通合作渠道' })
  })

  it('takes each code and each token once, in time', async () => {
    const mobile = '13988880003'
    await somebody(mobile)
    const code = await codeOf('u-3')
    const { bindToken } = await t.call(wukong, { code }, {})
    expect((await t.send(wukong, { code })).errorCode).toBe(1013)
    const late = await codeOf('u-3')
    t.clock.advance(MINUTE)
    expect((await t.send(wukong, { code: late })).errorCode).toBe(1013)
    const smsCode = await bindCode(mobile)
    const both = await Promise.all([1, 2].map(() => t.send(wukong, { bindToken, mobile, smsCode })))
    expect(both.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).not.toEqual([0, 0])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    const unused = await t.call(wukong, { code: await codeOf('u-4') }, {})
    const next = await bindCode(mobile)
    t.clock.advance(10 * MINUTE)
    expect((await t.send(wukong, { bindToken: unused.bindToken, mobile, smsCode: next })).errorCode).toBe(1013)
  })

  it('makes nobody: a mobile nobody has is a wrong code', async () => {
    const { bindToken } = await t.call(wukong, { code: await codeOf('u-5') }, {})
    await t.call(sendCode, { mobile: '13988889999', scene: 'bind' }, {})
    const refused = await t.send(wukong, { bindToken, mobile: '13988889999', smsCode: '123456' })
    expect(refused.errorCode).toBe(1006)
  })
})

describe('WeChat', () => {
  it('is bound to one user, and let go right after a sign-in or with a code', async () => {
    const [a, b] = ['13988880004', '13988880005'] as const
    await somebody(a)
    await somebody(b)
    const token = await t.login(a)
    expect(await t.call(bindWechat, { code: 'wx-小王.1' }, { token })).toEqual({ wxBound: true, nickname: '小王' })
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ wxBound: true })
    expect((await t.send(bindWechat, { code: 'wx-小王.2' }, { token: await t.login(b) })).errorCode).toBe(1014)
    expect((await t.send(bindWechat, { code: 'stale' }, { token })).errorCode).toBe(1013)

    expect(await t.call(unbindWechat, {}, { token })).toEqual({ wxBound: false })
    await t.call(bindWechat, { code: 'wx-小王.3' }, { token })
    t.clock.advance(10 * MINUTE)
    expect(await t.send(unbindWechat, {}, { token })).toMatchObject({ errorCode: -2, data: { field: 'smsCode' } })
    await t.call(sendCode, { scene: 'bind' }, { token })
    await t.call(unbindWechat, { smsCode: await codeTo(t, a) }, { token })
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ wxBound: false })
  })
})
