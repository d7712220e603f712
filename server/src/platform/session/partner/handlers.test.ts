import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asGate } from '../../../kernel/enter.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { codeTo } from '../../../testing/sms.ts'
import { setPartners } from '../../merchant/installation.ts'
import { createAccount, createMerchant, createUser } from '../../merchant/provision.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const { wukong, wechatPage, bindWechat, unbindWechat } = contract.partner
const { sendCode, userInfo } = contract.session

async function somebody(mobile: string, open = true) {
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const { merchantId, roles } = await createMerchant(t.commands, { name: '合作租车', status: 1 })
  await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
  if (open) await asGate(t.commands, ({ db }) => setPartners(db, merchantId, ['wukong']))
}
const codeOf = (partnerUserId: string) => t.kernel.outside.wukong.issue!(partnerUserId)
async function bindCode(mobile: string): Promise<string> {
  t.clock.advance(MINUTE)
  await t.call(sendCode, { mobile, scene: 'bind' }, {})
  return codeTo(t, mobile)
}

describe('signing in through the partner', () => {
  it('links the mobile once, and signs in directly after that', async () => {
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

  it('is only for merchants that work with the partner', async () => {
    const mobile = '13988880002'
    await somebody(mobile, false)
    const { bindToken } = await t.call(wukong, { code: await codeOf('u-2') }, {})
    const refused = await t.send(wukong, { bindToken, mobile, smsCode: await bindCode(mobile) })
    expect(refused).toMatchObject({ errorCode: 1012, message: '该账号未开通合作渠道' })
  })

  it('accepts each code and each token once, within its lifetime', async () => {
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

  it('creates no user: an unregistered mobile is answered as a wrong code', async () => {
    const { bindToken } = await t.call(wukong, { code: await codeOf('u-5') }, {})
    await t.call(sendCode, { mobile: '13988889999', scene: 'bind' }, {})
    const refused = await t.send(wukong, { bindToken, mobile: '13988889999', smsCode: '123456' })
    expect(refused.errorCode).toBe(1006)
  })
})

describe('WeChat', () => {
  it('is linked to one user, and unlinked after a fresh proof of identity', async () => {
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
    const refused = await t.send(unbindWechat, {}, { token })
    expect(refused).toMatchObject({ errorCode: 1007, data: { ways: ['password', 'code'] } })
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ wxBound: true })
    await t.call(contract.secondFactor.prove, { password: 'Cheyi2026' }, { token })
    await t.call(unbindWechat, {}, { token })
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ wxBound: false })
  })
})

describe('WeChat in a browser', () => {
  /** Redirected to WeChat's page, not yet scanned. */
  async function sentAway(token: string): Promise<string> {
    const { address } = await t.call(wechatPage, {}, { token })
    expect(address).toMatch(/^\/simulated-wechat\?state=/)
    return new URL(address!, 'http://cheyi').searchParams.get('state')!
  }
  async function atDesk(mobile: string) {
    await somebody(mobile)
    return t.login(mobile)
  }
  const isBound = async (token: string) => (await t.call(userInfo, {}, { token })).wxBound

  it('is linked by the code that its page sends back, once', async () => {
    const token = await atDesk('13988880006')
    const state = await sentAway(token)
    const back = { code: 'wx-小林.1', state }
    expect(await t.call(bindWechat, back, { token })).toEqual({ wxBound: true, nickname: '小林' })
    await t.call(unbindWechat, {}, { token })
    expect((await t.send(bindWechat, back, { token })).errorCode).toBe(1013)
    expect(await isBound(token)).toBe(false)
  })

  it('refuses a code with the state of another person, of another session, or of no redirect', async () => {
    const token = await atDesk('13988880007')
    const theirs = await sentAway(await atDesk('13988880008'))
    const elsewhere = await sentAway(await t.login('13988880007'))
    const ours = await sentAway(token)
    const forged = `${ours.slice(0, -1)}${ours.endsWith('0') ? '1' : '0'}`
    for (const state of [theirs, elsewhere, forged, 'x'])
      expect((await t.send(bindWechat, { code: 'wx-骗子.1', state }, { token })).errorCode).toBe(1013)
    expect(await isBound(token)).toBe(false)
    // The code was not used up by the refused calls.
    expect((await t.send(bindWechat, { code: 'wx-骗子.1', state: ours }, { token })).success).toBe(true)
    // A stranger's link makes nobody type a password.
    t.clock.advance(10 * MINUTE)
    expect((await t.send(bindWechat, { code: 'wx-骗子.2', state: theirs }, { token })).errorCode).toBe(1013)
  })

  it('accepts the scan for ten minutes', async () => {
    const token = await atDesk('13988880009')
    const state = await sentAway(token)
    t.clock.advance(10 * MINUTE + 1)
    expect((await t.send(wechatPage, {}, { token })).errorCode).toBe(1007)
    await t.call(contract.secondFactor.prove, { password: 'Cheyi2026' }, { token })
    expect((await t.send(bindWechat, { code: 'wx-迟到.1', state }, { token })).errorCode).toBe(1013)
    const again = await sentAway(token)
    expect((await t.send(bindWechat, { code: 'wx-迟到.1', state: again }, { token })).success).toBe(true)
  })

  it('recognizes a user who is linked through the app', async () => {
    const [app, desk] = [await atDesk('13988880010'), await atDesk('13988880011')]
    await t.call(bindWechat, { code: 'wx-小周.1' }, { token: app })
    const refused = await t.send(bindWechat, { code: 'wx-小周.2', state: await sentAway(desk) }, { token: desk })
    expect(refused).toMatchObject({ errorCode: 1014, message: '该微信已绑定其他账号' })
    expect(await isBound(desk)).toBe(false)
  })

  it('is linked to only one of two users who link the same account at once', async () => {
    const tokens = [await atDesk('13988880012'), await atDesk('13988880013')]
    const states = await Promise.all(tokens.map(sentAway))
    const sent = tokens.map((token, i) => t.send(bindWechat, { code: `wx-双胞胎.${i}`, state: states[i] }, { token }))
    const codes = (await Promise.all(sent)).map(({ errorCode }) => errorCode)
    expect(codes.toSorted((x, y) => x - y)).toEqual([0, 1014])
  })

  it('does not redirect a user who is not signed in', async () => {
    expect(await t.send(wechatPage, {})).toMatchObject({ errorCode: -9 })
  })
})
