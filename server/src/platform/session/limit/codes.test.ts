import { contract } from '@cheyi/contract/index'
import { formatNear } from '@cheyi/domain/near'
import { addDays, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { codeTo, messageTo } from '../../../testing/sms.ts'
import { createAccount, createMerchant, createUser } from '../../merchant/provision.ts'

let t: TestApp
/** With all limits by address enabled. */
let limited: TestApp

beforeAll(async () => {
  t = await testApp()
  limited = await testApp({ rateLimit: true })
})
afterAll(async () => {
  await t.close()
  await limited.close()
})

const { sendCode, loginByCode, userInfo } = contract.session

async function somebody(mobile: string): Promise<void> {
  const userId = await createUser(t.commands, { mobile, password: 'Cheyi2026' })
  const { merchantId, roles } = await createMerchant(t.commands, { name: '短信租车', status: 1 })
  await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
}
const ask = (mobile: string, scene = 'login') => t.send(sendCode, { mobile, scene })
const enter = (mobile: string, code: string) => t.send(loginByCode, { mobile, code, agree: true })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code by SMS', () => {
  it('signs in once', async () => {
    const mobile = '13911110001'
    await somebody(mobile)
    expect((await ask(mobile)).data).toEqual({ resendAfter: 60 })
    const code = await codeTo(t, mobile)
    const { token } = await t.call(loginByCode, { mobile, code, agree: true }, {})
    expect(await t.call(userInfo, {}, { token })).toMatchObject({ merchantName: '短信租车' })
    expect((await enter(mobile, code)).errorCode).toBe(1006)
  })

  it('expires after five minutes, after five wrong tries, and with the next code', async () => {
    const mobile = '13911110002'
    await somebody(mobile)
    await ask(mobile)
    const late = await codeTo(t, mobile)
    t.clock.advance(5 * MINUTE)
    expect((await enter(mobile, late)).errorCode).toBe(1006)

    await ask(mobile)
    const guessed = await codeTo(t, mobile)
    for (let i = 0; i < 5; i++) expect((await enter(mobile, other(guessed))).errorCode).toBe(1006)
    expect((await enter(mobile, guessed)).errorCode).toBe(1006)

    t.clock.advance(MINUTE)
    await ask(mobile)
    const first = await codeTo(t, mobile)
    t.clock.advance(MINUTE)
    await ask(mobile)
    const second = await codeTo(t, mobile)
    if (first !== second) expect((await enter(mobile, first)).errorCode).toBe(1006)
    expect((await enter(mobile, second)).success).toBe(true)
  })

  it('is valid only for the purpose it was requested for', async () => {
    const mobile = '13911110003'
    await somebody(mobile)
    await ask(mobile, 'forgot')
    expect((await enter(mobile, await codeTo(t, mobile))).errorCode).toBe(1006)
  })

  it('is accepted for only one of two simultaneous calls', async () => {
    const mobile = '13911110004'
    await somebody(mobile)
    await ask(mobile)
    const code = await codeTo(t, mobile)
    const answers = await Promise.all([enter(mobile, code), enter(mobile, code)])
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 1006])
  })

  it('is sent at most once a minute and ten times a day', async () => {
    const mobile = '13911110005'
    await somebody(mobile)
    const [first, second] = await Promise.all([ask(mobile), ask(mobile)])
    expect([first.errorCode, second.errorCode].toSorted((a, b) => a - b)).toEqual([0, 1005])
    for (let i = 0; i < 9; i++) {
      t.clock.advance(MINUTE)
      expect((await ask(mobile)).errorCode).toBe(0)
    }
    t.clock.advance(MINUTE)
    expect((await ask(mobile)).errorCode).toBe(1005)
  })

  it('that is refused says when the next one can be asked for', async () => {
    const mobile = '13911110019'
    await somebody(mobile)
    const told = async (by = t, to = mobile) => {
      const { message, data } = await by.send(sendCode, { mobile: to, scene: 'login' })
      return [message, (data as { retryAt: number }).retryAt - by.clock.now()]
    }
    const near = (by: TestApp, ms: number) => formatNear(by.clock.now() + ms, by.clock.now())
    await ask(mobile)
    t.clock.advance(20_000)
    expect(await told()).toEqual([`验证码发送过于频繁，请在${near(t, 40_000)} 后再试`, 40_000])
    for (let i = 0; i < 9; i++) {
      t.clock.advance(MINUTE)
      await ask(mobile)
    }
    t.clock.advance(MINUTE)
    const untilTomorrow = startOfDate(addDays(localDate(t.clock.now()), 1)) - t.clock.now()
    expect(await told()).toEqual(['验证码发送过于频繁，请在明天 00:00 后再试', untilTomorrow])

    // From an address, when the first of the hour is old enough.
    const first = limited.clock.now()
    await limited.root.query('delete from sms_code')
    for (let i = 0; i < 30; i++)
      await limited.root.query(
        `insert into sms_code (mobile_hash, scene, code_hash, ip, expire_at, created_at) values ($1, 'login', $1, '127.0.0.1', $2, $2)`,
        [Buffer.from([i]), new Date(first)],
      )
    limited.clock.advance(MINUTE)
    expect(await told(limited, '13911110020')).toEqual([expect.anything(), 59 * MINUTE])
    await limited.root.query('delete from sms_code')
  })

  it('is deleted a day after it was sent', async () => {
    const mobile = '13911110018'
    await somebody(mobile)
    await ask(mobile)
    const stays = async (hours: number) => {
      await t.root.query('select purge_identity($1)', [new Date(sentAt + hours * HOUR)])
      return (await t.root.query('select count(*)::int as n from sms_code')).rows[0].n
    }
    const sentAt = t.clock.now()
    expect(await stays(24)).toBeGreaterThan(0)
    expect(await stays(25)).toBe(0)
  })

  it('gives the same answer for an unregistered mobile, and sends nothing to it', async () => {
    const nobody = '13911119999'
    const known = '13911110006'
    await somebody(known)
    for (const scene of ['login', 'forgot', 'bind']) {
      const [a, b] = [await ask(known, scene), await ask(nobody, scene)]
      expect({ ...b, headers: null }).toEqual({ ...a, headers: null })
      t.clock.advance(MINUTE)
    }
    expect(await messageTo(t, nobody)).toBeUndefined()
    expect((await enter(nobody, '123456')).errorCode).toBe(1006)
  })

  it('requires a captcha at the second code for a mobile, and at the third from an address, within an hour', async () => {
    const send = (mobile: string) => limited.send(sendCode, { mobile, scene: 'login' })
    expect((await send('13911110007')).errorCode).toBe(0)
    limited.clock.advance(MINUTE)
    expect((await send('13911110007')).errorCode).toBe(1003)
    expect((await send('13911110008')).errorCode).toBe(0)
    expect((await send('13911110009')).errorCode).toBe(1003)
    limited.clock.advance(HOUR)
    expect((await send('13911110009')).errorCode).toBe(0)
  })

  it("to one's own mobile needs a session, and is sent to no other mobile", async () => {
    const mobile = '13911110010'
    await somebody(mobile)
    expect((await t.send(sendCode, { scene: 'stepup' })).errorCode).toBe(-9)
    const token = await t.login(mobile)
    await t.call(sendCode, { scene: 'stepup', mobile: '13911110011' }, { token })
    expect(await messageTo(t, mobile)).toContain('身份确认')
    expect(await messageTo(t, '13911110011')).toBeUndefined()
  })

  it('is nowhere in plain text in the database', async () => {
    const mobile = '13911110012'
    await somebody(mobile)
    await ask(mobile)
    const code = await codeTo(t, mobile)
    const { rows } = await t.root.query('select * from sms_code order by id desc limit 1')
    expect(JSON.stringify(rows)).not.toContain(mobile)
    expect(rows[0].codeHash).toHaveLength(32)
    expect(rows[0].codeHash.toString('latin1')).not.toContain(code)
  })
})
