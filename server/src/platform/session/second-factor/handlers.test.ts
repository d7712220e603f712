import { contract } from '@cheyi/contract/index'
import { TOTP_PERIOD } from '@cheyi/domain/platform/session/second-factor/rules'
import { MINUTE } from '@cheyi/domain/time'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Envelope, type TestApp, testApp } from '../../../testing/app.ts'
import { openSession } from '../../../testing/session.ts'
import { codeTo } from '../../../testing/sms.ts'
import { makeWorld } from '../../../testing/world/world.ts'
import { createAccount, createMerchant, createUser } from '../../merchant/provision.ts'
import { resetFactor } from '../../operator/people.ts'

let t: TestApp
const { state, begin, confirm, disable, renewRecovery, enter, prove } = contract.secondFactor
const { login, loginByCode, sendCode, userInfo, endSession, devices } = contract.session
const PASSWORD = 'Sunny2026x'

beforeAll(async () => {
  t = await testApp()
})
beforeEach(() => t.clock.advance(MINUTE))
afterAll(() => t.close())

let serial = 0
/** The owner of a new merchant, just signed in by password. */
async function somebody() {
  const mobile = `1397777${String(++serial).padStart(4, '0')}`
  const userId = await createUser(t.commands, { mobile, password: PASSWORD })
  const { merchantId, roles } = await createMerchant(t.commands, { name: '两步租车', status: 1 })
  await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
  return { mobile, userId, merchantId, token: await t.login(mobile, PASSWORD) }
}
/** The code that the app shows after this number of steps. */
const shown = (uri: string, steps = 0) =>
  (URI.parse(uri) as TOTP).generate({ timestamp: t.clock.now() + steps * TOTP_PERIOD * 1000 })
async function enrolled() {
  const who = await somebody()
  const { uri } = await t.call(begin, {}, { token: who.token })
  const { recoveryCodes } = await t.call(confirm, { code: shown(uri) }, { token: who.token })
  t.clock.advance(MINUTE)
  return { ...who, uri, recoveryCodes }
}
const byPassword = (mobile: string) => t.send(login, { mobile, password: PASSWORD, agree: true })
const ticketOf = ({ errorCode, data }: Envelope): string => {
  expect(errorCode).toBe(1010)
  return (data as { ticket: string }).ticket
}

describe('a second factor', () => {
  it('is enabled by a code of the app, and required after the password and after the SMS code', async () => {
    const { token, mobile } = await somebody()
    expect(await t.call(state, {}, { token })).toEqual({ on: false, required: false, since: null, recoveryLeft: 0 })
    const { uri, secret } = await t.call(begin, {}, { token })
    expect(uri).toContain(secret)
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*issuer=/)
    expect((await t.send(confirm, { code: shown(uri, 5) }, { token })).errorCode).toBe(1006)
    expect((await t.call(userInfo, {}, { token })).secondFactor).toEqual({ on: false, required: false })
    const { recoveryCodes } = await t.call(confirm, { code: shown(uri) }, { token })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await t.call(userInfo, {}, { token })).secondFactor).toEqual({ on: true, required: false })
    expect(await t.call(state, {}, { token })).toMatchObject({ on: true, since: t.clock.now(), recoveryLeft: 10 })

    t.clock.advance(MINUTE)
    const answer = await t.call(enter, { ticket: ticketOf(await byPassword(mobile)), code: shown(uri) }, {})
    expect(await t.call(userInfo, {}, { token: answer.token })).toMatchObject({ merchantName: '两步租车' })

    t.clock.advance(MINUTE)
    await t.call(sendCode, { mobile, scene: 'login' }, {})
    const sms = await t.send(loginByCode, { mobile, code: await codeTo(t, mobile), agree: true })
    expect((await t.send(enter, { ticket: ticketOf(sms), code: shown(uri) })).success).toBe(true)
  })

  it('accepts the step before and after the current one, each once and never an earlier one', async () => {
    const { mobile, uri } = await enrolled()
    const ticket = ticketOf(await byPassword(mobile))
    for (const far of [-2, 2]) expect((await t.send(enter, { ticket, code: shown(uri, far) })).errorCode).toBe(1006)
    const code = shown(uri, 1)
    expect((await t.send(enter, { ticket, code })).success).toBe(true)
    expect((await t.send(enter, { ticket, code: shown(uri, 1) })).errorCode).toBe(1009)
    const again = ticketOf(await byPassword(mobile))
    for (const used of [1, 0, -1])
      expect((await t.send(enter, { ticket: again, code: shown(uri, used) })).errorCode).toBe(1006)
    t.clock.advance(MINUTE)
    expect((await t.send(enter, { ticket: again, code: shown(uri) })).success).toBe(true)
  })

  it('gives one sign-in for one code sent forty times at once', async () => {
    const { mobile, uri } = await enrolled()
    const ticket = ticketOf(await byPassword(mobile))
    const code = shown(uri)
    const answers = await Promise.all(Array.from({ length: 40 }, () => t.send(enter, { ticket, code })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  it('checks ten of forty parallel guesses, then locks for a while', async () => {
    const { mobile, uri } = await enrolled()
    const ticket = ticketOf(await byPassword(mobile))
    const wrong = String((Number(shown(uri, 9)) + 1) % 1_000_000).padStart(6, '0')
    const answers = await Promise.all(Array.from({ length: 40 }, () => t.send(enter, { ticket, code: wrong })))
    expect(answers.filter(({ errorCode }) => errorCode === 1006)).toHaveLength(10)
    expect(answers.filter(({ errorCode }) => errorCode === 1002)).toHaveLength(30)
    t.clock.advance(15 * MINUTE)
    const later = ticketOf(await byPassword(mobile))
    expect((await t.send(enter, { ticket: later, code: shown(uri) })).success).toBe(true)
  })

  it('can be replaced by a recovery code when the phone is lost, once', async () => {
    const { mobile, recoveryCodes } = await enrolled()
    const ticket = ticketOf(await byPassword(mobile))
    const typed = recoveryCodes[3]!.toUpperCase().replace('-', ' ')
    const { token } = await t.call(enter, { ticket, code: typed }, {})
    expect((await t.call(state, {}, { token })).recoveryLeft).toBe(9)
    const again = ticketOf(await byPassword(mobile))
    expect((await t.send(enter, { ticket: again, code: typed })).errorCode).toBe(1006)
    const renewed = await t.call(renewRecovery, {}, { token })
    expect((await t.send(enter, { ticket: again, code: recoveryCodes[4]! })).errorCode).toBe(1006)
    expect((await t.send(enter, { ticket: again, code: renewed.recoveryCodes[0]! })).success).toBe(true)
  })

  it('must be shown within five minutes after the first', async () => {
    const { mobile, uri } = await enrolled()
    const ticket = ticketOf(await byPassword(mobile))
    t.clock.advance(5 * MINUTE)
    expect((await t.send(enter, { ticket, code: shown(uri) })).errorCode).toBe(1009)
  })

  it('is moved to another phone and disabled after a proof of identity, and the log shows it', async () => {
    const { mobile, uri, merchantId, userId } = await enrolled()
    const ticket = ticketOf(await byPassword(mobile))
    const { token } = await t.call(enter, { ticket, code: shown(uri) }, {})
    const other = await t.call(begin, {}, { token })
    // The first phone stays valid until the other one has shown a correct code.
    t.clock.advance(MINUTE)
    expect((await t.send(enter, { ticket: ticketOf(await byPassword(mobile)), code: shown(uri) })).success).toBe(true)
    t.clock.advance(MINUTE)
    await t.call(confirm, { code: shown(other.uri) }, { token })
    t.clock.advance(MINUTE)
    const now = ticketOf(await byPassword(mobile))
    expect((await t.send(enter, { ticket: now, code: shown(uri) })).errorCode).toBe(1006)
    expect((await t.send(enter, { ticket: now, code: shown(other.uri) })).success).toBe(true)

    t.clock.advance(11 * MINUTE)
    expect((await t.send(disable, {}, { token })).errorCode).toBe(1007)
    await t.call(prove, { totp: shown(other.uri) }, { token })
    await t.call(disable, {}, { token })
    expect((await byPassword(mobile)).success).toBe(true)
    const { rows } = await t.root.query(
      `select action, result from audit where merchant_id = $1 and user_id = $2 and action like 'session.secondFactor%' order by at`,
      [merchantId, userId],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'session.secondFactorOn', result: 'ok' },
        { action: 'session.secondFactor', result: 'wrongCode' },
        { action: 'session.secondFactorOff', result: 'ok' },
      ]),
    )
  })

  it('is removed by the platform when phone and recovery codes are lost: sessions end, the logs show who did it and why', async () => {
    const { mobile, userId, merchantId, token } = await enrolled()
    const other = await enrolled()
    const by = { name: '运营小陈', note: '视频核对身份证' }
    await resetFactor(t.commands, mobile, by)
    expect((await t.send(state, {}, { token })).errorCode).toBe(-9)
    expect((await t.call(state, {}, { token: other.token })).on).toBe(true)
    const { token: fresh } = (await byPassword(mobile)).data as { token: string }
    expect(await t.call(state, {}, { token: fresh })).toMatchObject({ on: false, recoveryLeft: 0 })
    const { rows } = await t.root.query(
      `select p.detail, a.merchant_id from platform_log p join audit a on a.user_id = p.user_id and a.action = p.action
        where p.user_id = $1 and p.action = 'session.secondFactorReset'`,
      [userId],
    )
    expect(rows).toEqual([{ detail: by, merchantId }])
    await expect(resetFactor(t.commands, mobile, by)).rejects.toThrow('没有启用两步验证')
  })

  it('is nowhere stored in plain text', async () => {
    const { userId, recoveryCodes, uri } = await enrolled()
    const secret = (URI.parse(uri) as TOTP).secret.base32
    const { rows } = await t.root.query(
      `select encode(secret_enc, 'escape') as s from user_totp where user_id = $1
       union all select encode(code_hash, 'escape') from recovery_code where user_id = $1`,
      [userId],
    )
    expect(rows).toHaveLength(11)
    for (const clear of [secret, ...recoveryCodes, recoveryCodes[0]!.replace('-', '')])
      expect(JSON.stringify(rows)).not.toContain(clear)
  })
})

describe('an operator of the platform', () => {
  it('outside the demo enters no merchant and decides nothing before they have a second factor', async () => {
    const real = await testApp({ env: { DEMO: 'off' } })
    try {
      const mobile = '13977780001'
      const merchant = await createMerchant(real.commands, { name: '正式租车', status: 1 })
      const userId = await createUser(real.commands, { mobile, password: PASSWORD, operator: true })
      await real.root.query('insert into operator_merchant (user_id, merchant_id) values ($1, $2)', [
        userId,
        merchant.merchantId,
      ])
      const token = await real.login(mobile, PASSWORD)
      const atDesk = async () => {
        const input = { merchantId: merchant.merchantId, action: 'suspend', note: '逾期' }
        const desk = []
        for (const call of Object.values(contract.operator)) desk.push(await real.send(call, input, { token }))
        return desk.map(({ errorCode }) => errorCode)
      }
      expect(new Set(await atDesk())).toEqual(new Set([1011]))
      const inside = await real.call(
        contract.session.switchMerchant,
        { merchantId: merchant.merchantId },
        { token: await real.login(mobile, PASSWORD) },
      )
      expect((await real.send(contract.order.list, {}, inside)).errorCode).toBe(1011)

      const { uri } = await real.call(begin, {}, { token })
      const code = (URI.parse(uri) as TOTP).generate({ timestamp: real.clock.now() })
      await real.call(confirm, { code }, { token })
      expect(new Set(await atDesk())).toEqual(new Set([0]))
      // The earlier session shows one factor only, so it ended.
      expect((await real.send(contract.order.list, {}, inside)).errorCode).toBe(-9)
      const again = await real.call(contract.session.switchMerchant, { merchantId: merchant.merchantId }, { token })
      expect((await real.send(contract.order.list, {}, { token: again.token })).success).toBe(true)
    } finally {
      await real.close()
    }
  })
})

describe('a merchant that requires a second factor', () => {
  it('blocks owner, finance and users who edit roles until they have one; others are not affected', async () => {
    const w = await makeWorld(t)
    const save = (value: boolean) =>
      t.root.query(
        `update merchant set settings = settings || jsonb_build_object('secondFactorRequired', $2::boolean) where id = $1`,
        [w.merchantId, value],
      )
    const list = (token: string) => t.send(contract.order.list, {}, { token })
    expect((await list(w.tokens.owner)).success).toBe(true)
    await save(true)
    expect((await list(w.tokens.owner)).errorCode).toBe(1011)
    expect((await list(w.tokens.finance)).errorCode).toBe(1011)
    expect((await list(w.tokens.clerk)).success).toBe(true)
    expect((await t.call(userInfo, {}, { token: w.tokens.owner })).secondFactor).toEqual({ on: false, required: true })
    const proven = { token: w.tokens.owner }
    await t.root.query('update login_session set proved_at = $1', [new Date(t.clock.now())])
    const { uri } = await t.call(begin, {}, proven)
    await t.call(confirm, { code: shown(uri) }, proven)
    expect((await list(w.tokens.owner)).success).toBe(true)
    await save(false)
    expect((await list(w.tokens.finance)).success).toBe(true)
  })
})

describe('a fresh proof', () => {
  it('is a sign-in within the last ten minutes, or a password or a code after that', async () => {
    const { token, mobile } = await somebody()
    const other = () => t.login(mobile, PASSWORD)
    const end = async () => {
      const { list } = await t.call(devices, {}, { token })
      return t.send(endSession, { sessionId: list.find(({ current }) => !current)!.id }, { token })
    }
    await other()
    expect((await end()).success).toBe(true)
    await other()
    t.clock.advance(10 * MINUTE)
    expect(await end()).toMatchObject({ errorCode: 1007, data: { ways: ['password', 'code'] } })
    expect((await t.send(contract.partner.bindWechat, { code: 'wx' }, { token })).errorCode).toBe(1007)
    expect((await t.send(begin, {}, { token })).errorCode).toBe(1007)
    expect((await t.send(prove, { password: 'Wrong2026' }, { token })).errorCode).toBe(1001)
    expect((await t.send(prove, {}, { token })).errorCode).toBe(-2)
    await t.call(prove, { password: PASSWORD }, { token })
    expect((await end()).success).toBe(true)

    await other()
    t.clock.advance(10 * MINUTE)
    await t.call(sendCode, { scene: 'stepup' }, { token })
    await t.call(prove, { smsCode: await codeTo(t, mobile) }, { token })
    expect((await end()).success).toBe(true)
  })

  it('is not given by a sign-in with a QR code or through a partner', async () => {
    const { userId } = await somebody()
    const { rows } = await t.root.query('select id, merchant_id from account where user_id = $1', [userId])
    const token = await openSession(t.kernel, { userId, merchantId: rows[0].merchantId, accountId: rows[0].id })
    await t.root.query('update login_session set proved_at = null where user_id = $1', [userId])
    expect((await t.send(begin, {}, { token })).errorCode).toBe(1007)
  })
})
