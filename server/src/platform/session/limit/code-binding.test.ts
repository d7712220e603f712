import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { codeTo } from '../../../testing/sms.ts'
import { createAccount, createMerchant, createUser } from '../../merchant/provision.ts'

let t: TestApp
const mobile = '13912220001'

beforeAll(async () => {
  t = await testApp()
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const { merchantId, roles } = await createMerchant(t.commands, { name: '验证码租车', status: 1 })
  await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
})
beforeEach(() => t.clock.advance(MINUTE))
afterAll(() => t.close())

const { sendCode, loginByCode, resetPassword } = contract.session
const on = (device: string, agent = 'Chrome') => ({ headers: { 'x-device': device, 'user-agent': agent } })

describe('a code is bound to the device that requested it', () => {
  it('and is refused on another device that reads it off the phone', async () => {
    await t.call(sendCode, { mobile, scene: 'login' }, on('asks'))
    const input = { mobile, code: await codeTo(t, mobile), agree: true }
    for (const elsewhere of [on('steals'), { headers: { 'user-agent': 'Chrome' } }, {}])
      expect((await t.send(loginByCode, input, elsewhere)).errorCode).toBe(1006)
    expect((await t.send(loginByCode, input, on('asks', 'Chrome 143'))).success).toBe(true)
  })

  it('which is identified by user agent and address where it has no secret', async () => {
    await t.call(sendCode, { mobile, scene: 'login' }, { headers: { 'user-agent': 'Shell' } })
    const input = { mobile, code: await codeTo(t, mobile), agree: true }
    expect((await t.send(loginByCode, input, { headers: { 'user-agent': 'Other' } })).errorCode).toBe(1006)
    expect((await t.send(loginByCode, input, { headers: { 'user-agent': 'Shell' } })).success).toBe(true)
  })

  it('and another device can neither use up its tries nor replace it', async () => {
    await t.call(sendCode, { mobile, scene: 'login' }, on('asks'))
    const code = await codeTo(t, mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 9; i++)
      expect((await t.send(loginByCode, { mobile, code: wrong, agree: true }, on('burns'))).errorCode).toBe(1006)
    t.clock.advance(MINUTE)
    await t.call(sendCode, { mobile, scene: 'login' }, on('burns'))
    expect((await t.send(loginByCode, { mobile, code, agree: true }, on('asks'))).success).toBe(true)
  })

  it('which has five tries', async () => {
    await t.call(sendCode, { mobile, scene: 'login' }, on('asks'))
    const code = await codeTo(t, mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      expect((await t.send(loginByCode, { mobile, code: wrong, agree: true }, on('asks'))).errorCode).toBe(1006)
    expect((await t.send(loginByCode, { mobile, code, agree: true }, on('asks'))).errorCode).toBe(1006)
  })

  it('for the purpose of the request', async () => {
    await t.call(sendCode, { mobile, scene: 'login' }, on('asks'))
    const code = await codeTo(t, mobile)
    expect((await t.send(resetPassword, { mobile, code, password: 'Rainy2026x' }, on('asks'))).errorCode).toBe(1006)
  })
})

describe('the answer', () => {
  it('does not wait until the message is sent', async () => {
    const { sms } = t.kernel.outside
    const { send } = sms
    const asked: string[] = []
    Object.assign(sms, {
      send: ({ mobile }: { mobile: string }) => {
        asked.push(mobile)
        return new Promise(() => {})
      },
    })
    const known = await t.call(sendCode, { mobile, scene: 'forgot' }, {})
    const nobody = await t.call(sendCode, { mobile: '13912229999', scene: 'forgot' }, {})
    expect(nobody).toEqual(known)
    t.clock.advance(MINUTE)
    await t.call(sendCode, { mobile, scene: 'forgot' }, {})
    Object.assign(sms, { send })
    expect(asked).toContain(mobile)
    expect(asked).not.toContain('13912229999')
  })
})
