import { contract } from '@cheyi/contract/index'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../merchant/provision.ts'
import { requestOf, type TestApp, testApp } from '../../testing/app.ts'
import { codeTo } from '../../testing/sms.ts'
import { makeWorld } from '../../testing/world/world.ts'

/** As many at once as a script sends. */
const CROWD = 40

let t: TestApp
/** The same server without limits of addresses, so that what is counted by mobile is seen alone. */
let open: TestApp
const lines: string[] = []

beforeAll(async () => {
  const { pino } = await import('pino')
  t = await testApp({ rateLimit: true, log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) })
  // A connection for each of a crowd: whoever waits long for one is answered that the server is busy.
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
/** A picture whose signs are known. */
async function read(app: TestApp): Promise<{ captchaId: string; captchaCode: string }> {
  const { captchaId } = await app.call(captcha, {}, {})
  const hash = app.kernel.vaults.platform.index('captcha.code', `${captchaId}/KNOW`)
  await app.root.query('update captcha set code_hash = $2 where id = $1', [captchaId, hash])
  return { captchaId, captchaCode: 'KNOW' }
}

describe('forty at once', () => {
  it('from the addresses that one has with IPv6 are those of one address', async () => {
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
    // A neighbour is somebody else, but the day's sum is that of the whole net: after 20 guesses a picture is read.
    for (const net of ['3', '4']) await crowd((i) => from(`2001:db8:1:${net}::${i.toString(16)}`, 100 + i))
    expect(await from('2001:db8:1:5::1', 300)).toMatchObject({ errorCode: 1003 })
    expect(await from('2001:db8:2:5::1', 301)).toMatchObject({ errorCode: 1001 })
    const { rows } = await t.root.query('select distinct ip from login_attempt order by ip')
    expect(JSON.stringify(rows)).toContain('2001:db8:1:2::/64')
  })

  it('from one address get two codes without a picture', async () => {
    const answers = await crowd((i) => t.send(sendCode, { mobile: mobileOf('1391000', i), scene: 'login' }))
    expect(counted(answers)).toEqual({ 0: 2, 1003: 38 })
  })

  it('with pictures that were read get thirty codes an hour', async () => {
    const pictures: Awaited<ReturnType<typeof read>>[] = []
    for (let i = 0; i < CROWD; i++) pictures.push(await read(t))
    const answers = await crowd((i) =>
      t.send(sendCode, { mobile: mobileOf('1391001', i), scene: 'login', ...pictures[i] }),
    )
    expect(counted(answers)).toEqual({ 0: 30, 1005: 10 })
  })

  it('to one mobile are one code', async () => {
    const answers = await crowd(() => open.send(sendCode, { mobile: '13910020001', scene: 'login' }))
    expect(counted(answers)).toEqual({ 0: 1, 1005: 39 })
  })

  it('logins of one address are ten judged, whatever they sign in by', async () => {
    const ways = [
      (i: number) => t.send(login, { mobile: mobileOf('1391003', i), password: 'Wrong2026', agree: true }),
      (i: number) => t.send(loginByCode, { mobile: mobileOf('1391003', i), code: '123456', agree: true }),
      (i: number) => t.send(resetPassword, { mobile: mobileOf('1391003', i), code: '123456', password: 'Rainy2026x' }),
      () => t.send(contract.partner.wukong, { code: 'wk_made_up' }),
    ]
    const answers = await crowd((i) => ways[i % ways.length]!(i))
    expect(counted(answers)[-7]).toBe(30)
  })

  it('guesses of one address are fifty in a quarter of an hour, then none is judged', async () => {
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

  it('passwords for one mobile are three judged, then a picture is asked for', async () => {
    const answers = await crowd(() => open.send(login, { mobile: '13910050001', password: 'Wrong2026', agree: true }))
    expect(counted(answers)).toEqual({ 1001: 3, 1003: 37 })
  })

  it('passwords for one mobile behind forty pictures are ten judged, then it is locked', async () => {
    const mobile = '13910060001'
    const pictures: Awaited<ReturnType<typeof read>>[] = []
    for (let i = 0; i < CROWD; i++) pictures.push(await read(open))
    const answers = await crowd((i) => open.send(login, { mobile, password: 'Wrong2026', agree: true, ...pictures[i] }))
    expect(counted(answers)).toEqual({ 1001: 10, 1002: 30 })
  })

  it('old passwords of who is signed in are ten judged', async () => {
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

  it('with one right code are one sign-in, and none waits for another for ever', async () => {
    const mobile = '13910070002'
    await createUser(open.kernel, { mobile, password: 'Cheyi2026', operator: true })
    await open.call(sendCode, { mobile, scene: 'login' }, {})
    const code = await codeTo(open, mobile)
    const answers = await crowd(() => open.send(loginByCode, { mobile, code, agree: true }))
    expect(counted(answers)).toEqual({ 0: 1, 1006: 39 })
  })

  it('tries of one code are five judged', async () => {
    const mobile = '13910070001'
    await createUser(open.kernel, { mobile, password: 'Cheyi2026', operator: true })
    await open.call(sendCode, { mobile, scene: 'login' }, {})
    const code = await codeTo(open, mobile)
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await crowd(() => open.send(loginByCode, { mobile, code: other, agree: true }))
    const { rows } = await open.root.query('select tries from sms_code order by id desc limit 1')
    expect(rows).toEqual([{ tries: 5 }])
    expect((await open.send(loginByCode, { mobile, code, agree: true })).errorCode).toBe(1006)
  })
})

it('a success is no guess, nor is what was refused for another reason', async () => {
  const mobile = '13910080001'
  await createUser(t.kernel, { mobile, password: 'Cheyi2026', operator: true })
  await t.call(login, { mobile, password: 'Cheyi2026', agree: true }, {})
  await t.send(resetPassword, { mobile, code: '123456', password: 'short' })
  const { rows } = await t.root.query('select ok from login_attempt where at = $1', [new Date(t.clock.now())])
  expect(rows).toEqual([{ ok: true }, { ok: true }])
})

it('limits that are reached stand in the log, under no address and no number', async () => {
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
