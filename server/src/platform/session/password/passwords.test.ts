import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { codeTo, messageTo } from '../../../testing/sms.ts'
import { createUser } from '../../merchant/provision.ts'

let t: TestApp

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const { sendCode, resetPassword, changePassword, userInfo, login } = contract.session
const PASSWORD = 'Cheyi2026'
const somebody = (mobile: string) => createUser(t.commands, { mobile, password: PASSWORD, operator: true })
const isIn = async (token: string) => (await t.send(userInfo, {}, { token })).success

async function reset(mobile: string, password: string) {
  t.clock.advance(MINUTE)
  await t.call(sendCode, { mobile, scene: 'forgot' }, {})
  return t.send(resetPassword, { mobile, code: await codeTo(t, mobile), password })
}

describe('a forgotten password', () => {
  it('is replaced by the holder of the mobile; every session ends, and a text message is sent', async () => {
    const mobile = '13933330001'
    await somebody(mobile)
    const tokens = [await t.login(mobile), await t.login(mobile)]
    expect((await reset(mobile, 'Rainy2026x')).success).toBe(true)
    expect(await Promise.all(tokens.map(isIn))).toEqual([false, false])
    expect(await messageTo(t, mobile)).toContain('登录密码已修改')
    expect((await t.send(login, { mobile, password: PASSWORD, agree: true })).errorCode).toBe(1001)
    expect(await t.login(mobile, 'Rainy2026x')).toBeTruthy()
  })

  it('gives the answer for a wrong code to an unregistered mobile', async () => {
    await t.call(sendCode, { mobile: '13933339999', scene: 'forgot' }, {})
    const unknown = await t.send(resetPassword, { mobile: '13933339999', code: '123456', password: 'Rainy2026x' })
    const mobile = '13933330002'
    await somebody(mobile)
    await t.call(sendCode, { mobile, scene: 'forgot' }, {})
    const code = await codeTo(t, mobile)
    const wrong = code === '123456' ? '123457' : '123456'
    const known = await t.send(resetPassword, { mobile, code: wrong, password: 'Rainy2026x' })
    expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null })
    expect(known.errorCode).toBe(1006)
  })

  it('unlocks a locked mobile', async () => {
    const mobile = '13933330003'
    await somebody(mobile)
    const hash = t.kernel.vaults.platform.index('app_user.mobile', mobile)
    await t.root.query(
      `insert into login_lock (mobile_hash, lock_level, locked_until) values ($1, 3, '2027-01-01T00:00:00Z')`,
      [hash],
    )
    expect((await t.send(login, { mobile, password: PASSWORD, agree: true })).errorCode).toBe(1002)
    await reset(mobile, 'Rainy2026x')
    expect(await t.login(mobile, 'Rainy2026x')).toBeTruthy()
  })

  it('is accepted as typed, with any characters, and refused if it is in known leaks', async () => {
    const mobile = '13933330009'
    await somebody(mobile)
    expect(await reset(mobile, 'baseball1')).toMatchObject({
      errorCode: 1019,
      message: '密码强度不足：该密码常见或已在网上泄露，请换一个',
    })
    expect((await reset(mobile, ' 只有空格和汉字 ')).success).toBe(true)
    expect(await t.login(mobile, ' 只有空格和汉字 ')).toBeTruthy()
    expect((await t.send(login, { mobile, password: '只有空格和汉字', agree: true })).errorCode).toBe(1001)
  })

  it('may not be one of the last three', async () => {
    const mobile = '13933330004'
    await somebody(mobile)
    for (const password of ['Rainy2026a', 'Rainy2026b', 'Rainy2026c'])
      expect((await reset(mobile, password)).success).toBe(true)
    for (const password of ['Rainy2026c', 'Rainy2026b', 'Rainy2026a'])
      expect(await reset(mobile, password)).toMatchObject({
        errorCode: 1019,
        message: '密码强度不足：新密码不能与最近使用过的密码相同',
      })
    expect((await reset(mobile, PASSWORD)).success).toBe(true)
  })
})

describe('changing the password', () => {
  it('requires the old one, returns a new token and signs the other devices out', async () => {
    const mobile = '13933330005'
    await somebody(mobile)
    const [here, there] = [await t.login(mobile), await t.login(mobile)]
    const wrong = await t.send(changePassword, { old: 'nope-2026', password: 'Rainy2026x' }, { token: here })
    expect(wrong).toMatchObject({ errorCode: 1001, data: { field: 'old' } })
    const { token } = await t.call(changePassword, { old: PASSWORD, password: 'Rainy2026x' }, { token: here })
    expect(await isIn(there)).toBe(false)
    // Calls in progress still get their answer.
    expect([await isIn(token), await isIn(here)]).toEqual([true, true])
    t.clock.advance(31_000)
    expect([await isIn(token), await isIn(here)]).toEqual([true, false])
  })

  it('of a user without a password requires a code', async () => {
    const mobile = '13933330006'
    const id = await somebody(mobile)
    const token = await t.login(mobile)
    await t.root.query('update app_user set password_hash = null where id = $1', [id])
    expect((await t.send(changePassword, { password: 'Rainy2026x' }, { token })).errorCode).toBe(-2)
    await t.call(sendCode, { scene: 'stepup' }, { token })
    await t.call(changePassword, { code: await codeTo(t, mobile), password: 'Rainy2026x' }, { token })
    expect(await t.login(mobile, 'Rainy2026x')).toBeTruthy()
  })
})
