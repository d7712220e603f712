import { contract } from '@cheyi/contract/index'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestOf, type TestApp, testApp } from '../../../testing/app.ts'
import { codeTo } from '../../../testing/sms.ts'
import { makeWorld } from '../../../testing/world/world.ts'
import { createUser } from '../../merchant/provision.ts'

/** Number of parallel requests, like those of a script. */
const CROWD = 40

let t: TestApp
/** The same server without limits by address, to test the limits by mobile alone. */
let open: TestApp
const lines: string[] = []

beforeAll(async () => {
  const { pino } = await import('pino')
  t = await testApp({ rateLimit: true, log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) })
  // The limit of requests a second is counted by the real clock, so a fast machine would meet it in these tests.
  Object.assign(t.commands, { rateLimit: async () => {} })
  // One connection for each parallel request, because waiting long for a connection is answered as "server busy".
  open = await testApp({ poolSize: CROWD })
})
beforeEach(async () => {
  for (const app of [t, open]) app.clock.advance(24 * HOUR)
})
afterAll(async () => {
  await t.close()
  await open.close()
})

const { sendCode, login, loginByCode, resetPassword, captcha } = contract.session
const crowd = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CROWD }, (_, index) => work(index)))
const mobileOf = (prefix: string, index: number) => `${prefix}${String(index).padStart(4, '0')}`
const counted = (answers: readonly { errorCode: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { errorCode } of answers) counts[errorCode] = (counts[errorCode] ?? 0) + 1
  return counts
}
/** A captcha with a known text. */
async function read(app: TestApp): Promise<{ captchaId: string; captchaCode: string }> {
  const { captchaId } = await app.call(captcha, {}, {})
  const hash = app.kernel.vaults.platform.index('captcha.code', `${captchaId}/KNOW`)
  await app.root.query('update captcha set code_hash = $2 where id = $1', [captchaId, hash])
  return { captchaId, captchaCode: 'KNOW' }
}

describe('forty parallel requests', () => {
  it('from the addresses of one IPv6 network count as from one address', async () => {
    const from = async (remoteAddress: string, i: number) => {
      const input = { mobile: mobileOf('1391003', i), password: 'Wrong2026x', agree: true }
      return (await t.app.inject({ ...requestOf(login, input), remoteAddress })).json() as { errorCode: number }
    }
    const codeFrom = async (remoteAddress: string, i: number) => {
      const input = { mobile: mobileOf('1391004', i), scene: 'login' }
      return (await t.app.inject({ ...requestOf(sendCode, input), remoteAddress })).json() as { errorCode: number }
    }
    expect(counted(await crowd((i) => from(`2001:db8:1:2::${i.toString(16)}`, i)))).toEqual({ 1001: 10, [-7]: 30 })
    expect(counted(await crowd((i) => codeFrom(`2001:db8:1:2::${i.toString(16)}`, i)))).toEqual({ 0: 2, 1003: 38 })
    // A neighbouring network is another client, but the daily total is counted for the whole site: after 20 guesses a
    // captcha is required.
    for (const net of ['3', '4']) await crowd((i) => from(`2001:db8:1:${net}::${i.toString(16)}`, 100 + i))
    expect(await from('2001:db8:1:5::1', 300)).toMatchObject({ errorCode: 1003 })
    expect(await from('2001:db8:2:5::1', 301)).toMatchObject({ errorCode: 1001 })
    const { rows } = await t.root.query('select distinct ip from login_attempt order by ip')
    expect(JSON.stringify(rows)).toContain('2001:db8:1:2::/64')
  })

  it('from one address get two codes without a captcha', async () => {
    const answers = await crowd((i) => t.send(sendCode, { mobile: mobileOf('1391000', i), scene: 'login' }))
    expect(counted(answers)).toEqual({ 0: 2, 1003: 38 })
  })

  it('with solved captchas get thirty codes an hour', async () => {
    const pictures: Awaited<ReturnType<typeof read>>[] = []
    for (let i = 0; i < CROWD; i++) pictures.push(await read(t))
    const answers = await crowd((i) =>
      t.send(sendCode, { mobile: mobileOf('1391001', i), scene: 'login', ...pictures[i] }),
    )
    expect(counted(answers)).toEqual({ 0: 30, 1005: 10 })
  })

  it('to one mobile send one code', async () => {
    const answers = await crowd(() => open.send(sendCode, { mobile: '13910020001', scene: 'login' }))
    expect(counted(answers)).toEqual({ 0: 1, 1005: 39 })
  })

  it('to log in from one address: only ten are checked, for all ways to sign in', async () => {
    const ways = [
      (i: number) => t.send(login, { mobile: mobileOf('1391003', i), password: 'Wrong2026', agree: true }),
      (i: number) => t.send(loginByCode, { mobile: mobileOf('1391003', i), code: '123456', agree: true }),
      (i: number) => t.send(resetPassword, { mobile: mobileOf('1391003', i), code: '123456', password: 'Rainy2026x' }),
      () => t.send(contract.partner.wukong, { code: 'wk_made_up' }),
    ]
    const answers = await crowd((i) => ways[i % ways.length]!(i))
    expect(counted(answers)[-7]).toBe(30)
  })

  it('to guess from one address: only fifty are checked in a quarter of an hour', async () => {
    for (let minute = 0; minute < 5; minute++) {
      t.clock.advance(MINUTE)
      for (let i = 0; i < 10; i++)
        await t.send(loginByCode, { mobile: mobileOf('1391004', i), code: '123456', agree: true })
    }
    t.clock.advance(MINUTE)
    const answers = await crowd((i) =>
      t.send(loginByCode, { mobile: mobileOf('1391004', i), code: '123456', agree: true }),
    )
    expect(counted(answers)).toEqual({ [-7]: 40 })
  })

  it('with passwords for one mobile: three are checked, then a captcha is required', async () => {
    const answers = await crowd(() => open.send(login, { mobile: '13910050001', password: 'Wrong2026', agree: true }))
    expect(counted(answers)).toEqual({ 1001: 3, 1003: 37 })
  })

  it('with passwords for one mobile and solved captchas: ten are checked, then it is locked', async () => {
    const mobile = '13910060001'
    const pictures: Awaited<ReturnType<typeof read>>[] = []
    for (let i = 0; i < CROWD; i++) pictures.push(await read(open))
    const answers = await crowd((i) => open.send(login, { mobile, password: 'Wrong2026', agree: true, ...pictures[i] }))
    expect(counted(answers)).toEqual({ 1001: 10, 1002: 30 })
  })

  it('with old passwords of a signed-in user: ten are checked', async () => {
    const w = await makeWorld(open)
    const answers = await crowd(() =>
      open.send(
        contract.session.changePassword,
        { old: 'Wrong2026', password: 'Rainy2026x' },
        { token: w.tokens.clerk },
      ),
    )
    expect(counted(answers)).toEqual({ 1001: 10, 1002: 30 })
  })

  it('with one correct code give one sign-in, without a deadlock', async () => {
    const mobile = '13910070002'
    await createUser(open.commands, { mobile, password: 'Cheyi2026', operator: true })
    await open.call(sendCode, { mobile, scene: 'login' }, {})
    const code = await codeTo(open, mobile)
    const answers = await crowd(() => open.send(loginByCode, { mobile, code, agree: true }))
    expect(counted(answers)).toEqual({ 0: 1, 1006: 39 })
  })

  it('with one code: five are checked', async () => {
    const mobile = '13910070001'
    await createUser(open.commands, { mobile, password: 'Cheyi2026', operator: true })
    await open.call(sendCode, { mobile, scene: 'login' }, {})
    const code = await codeTo(open, mobile)
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await crowd(() => open.send(loginByCode, { mobile, code: other, agree: true }))
    const { rows } = await open.root.query('select tries from sms_code order by id desc limit 1')
    expect(rows).toEqual([{ tries: 5 }])
    expect((await open.send(loginByCode, { mobile, code, agree: true })).errorCode).toBe(1006)
  })
})

it('that succeed, or are refused for another reason, do not count as guesses', async () => {
  const mobile = '13910080001'
  await createUser(t.commands, { mobile, password: 'Cheyi2026', operator: true })
  await t.call(login, { mobile, password: 'Cheyi2026', agree: true }, {})
  await t.send(resetPassword, { mobile, code: '123456', password: 'short' })
  const { rows } = await t.root.query('select ok from login_attempt where at = $1', [new Date(t.clock.now())])
  expect(rows).toEqual([{ ok: true }, { ok: true }])
})

it('that reach a limit are logged, without address or mobile', async () => {
  lines.length = 0
  for (let i = 0; i < 4; i++) await t.send(sendCode, { mobile: mobileOf('1391009', i), scene: 'login' })
  const picture = await read(t)
  await t.send(sendCode, { mobile: '13910090009', scene: 'login', ...picture, captchaCode: 'XXXX' })
  for (let i = 0; i < 12; i++)
    await t.send(loginByCode, { mobile: mobileOf('1391009', i), code: '123456', agree: true })
  const told = lines.map((line) => JSON.parse(line) as { security: string; what: string; from: string })
  expect(new Set(told.map(({ security, what }) => `${security}:${what}`))).toEqual(
    new Set(['limit:captcha', 'captcha:wrong', 'limit:login.ip']),
  )
  expect(new Set(told.map(({ from }) => from)).size).toBe(1)
  expect(lines.join('')).not.toMatch(/127\.0\.0\.1|1391009/)
})
