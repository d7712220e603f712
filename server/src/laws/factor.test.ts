import { contract } from '@cheyi/contract/index'
import { MINUTE } from '@cheyi/domain/time'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { asGate } from '../kernel/enter.ts'
import { setPartners } from '../platform/merchant/installation.ts'
import { createAccount, createMerchant, createUser } from '../platform/merchant/provision.ts'
import { type Envelope, type TestApp, testApp } from '../testing/app.ts'
import { codeTo } from '../testing/sms.ts'
import { makeWorld } from '../testing/world/world.ts'

/*
 * No sign-in bypasses the second factor. Every call without a session that returns a token is listed here: those that open a session after
 * one factor ask for the second, and those that continue a live session keep what was shown in it.
 */

const { session, secondFactor, partner, qrLogin, invitation, account } = contract
const PASSWORD = 'Sunny2026x'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
beforeEach(() => t.clock.advance(MINUTE))
afterAll(() => t.close())

let serial = 0
const fresh = () => `1364444${String(++serial).padStart(4, '0')}`
/**
 * Switches the second factor on.
 * @returns the current code of its app at a time
 */
async function enrol(token: string): Promise<() => string> {
  const { uri } = await t.call(secondFactor.begin, {}, { token })
  const shown = () => (URI.parse(uri) as TOTP).generate({ timestamp: t.clock.now() })
  await t.call(secondFactor.confirm, { code: shown() }, { token })
  t.clock.advance(MINUTE)
  return shown
}
/** Finance staff of a merchant, with a second factor in force. */
async function guarded() {
  const mobile = fresh()
  const userId = await createUser(t.commands, { mobile, password: PASSWORD })
  const { merchantId, roles } = await createMerchant(t.commands, { name: '两步租车', status: 1 })
  await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
  const token = await t.login(mobile, PASSWORD)
  return { mobile, merchantId, token, shown: await enrol(token) }
}
async function sent(scene: 'login' | 'bind' | 'register' | 'stepup', mobile: string, token?: string) {
  t.clock.advance(MINUTE)
  await t.call(session.sendCode, { mobile, scene }, token === undefined ? {} : { token })
  return codeTo(t, mobile)
}
async function invited(mobile: string) {
  const w = await makeWorld(t)
  const { rows } = await t.root.query(`select id from role where merchant_id = $1 and letter = 'C'`, [w.merchantId])
  const input = { mobile, name: '新同事', roleIds: [rows[0].id], storeScope: 0 as const }
  await t.call(account.add, input, { token: w.tokens.owner })
  return { merchantId: w.merchantId, code: await codeTo(t, mobile) }
}

/** With one factor: each returns the answer for a person with two. */
const byOneFactor: Readonly<Record<string, () => Promise<Envelope>>> = {
  async 'session.login'() {
    const { mobile } = await guarded()
    return t.send(session.login, { mobile, password: PASSWORD, agree: true })
  },
  async 'session.loginByCode'() {
    const { mobile } = await guarded()
    return t.send(session.loginByCode, { mobile, code: await sent('login', mobile), agree: true })
  },
  async 'session.register'() {
    const mobile = fresh()
    const form = { password: PASSWORD, merchantName: '晴天租车', contactName: '王晴', cityCode: '310100', agree: true }
    const input = { ...form, mobile, code: await sent('register', mobile) }
    const { token } = await t.call(session.register, input, { key: 'registers-once' })
    await enrol(token)
    return t.send(session.register, input, { key: 'registers-once' })
  },
  async 'partner.wukong'() {
    const { mobile, merchantId } = await guarded()
    await asGate(t.commands, ({ db }) => setPartners(db, merchantId, ['wukong']))
    const { bindToken } = await t.call(partner.wukong, { code: await t.kernel.outside.wukong.issue!('u-1') }, {})
    return t.send(partner.wukong, { bindToken, mobile, smsCode: await sent('bind', mobile) })
  },
  async 'invitation.accept'() {
    const { mobile } = await guarded()
    const { code } = await invited(mobile)
    return t.send(invitation.accept, { mobile, code, agree: true })
  },
}

/** From a live session in which the factor was shown, or with the second factor itself. */
const byBoth: Readonly<Record<string, () => Promise<string>>> = {
  async 'secondFactor.enter'() {
    const { mobile, shown } = await guarded()
    const { data } = await t.send(session.login, { mobile, password: PASSWORD, agree: true })
    return (await t.call(secondFactor.enter, { ticket: (data as { ticket: string }).ticket, code: shown() }, {})).token
  },
  async 'session.useTicket'() {
    const { token } = await guarded()
    const { ticket } = await t.call(session.createTicket, { path: '/order' }, { token })
    return (await t.call(session.useTicket, { ticket }, {})).token
  },
  async 'qrLogin.status'() {
    const { token } = await guarded()
    const { qrId, pollSecret } = await t.call(qrLogin.create, {}, {})
    await t.call(qrLogin.scan, { qrId }, { token })
    await t.call(qrLogin.confirm, { qrId }, { token })
    const { data } = await t.send(qrLogin.status, { qrId }, { headers: { 'x-qr-secret': pollSecret } })
    return (data as { token: string }).token
  },
}

it('every call of nobody’s that answers a token is one of these', () => {
  const opening = Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => call.permission === 'public' && answersToken(call.output))
      .map(([name]) => `${feature}.${name}`),
  )
  expect(opening.toSorted()).toEqual([...Object.keys(byOneFactor), ...Object.keys(byBoth)].toSorted())
})

/** Tokens of sessions; links for customers contain another kind of token. */
function answersToken(output: z.ZodType): boolean {
  const find = (node: unknown): boolean =>
    typeof node === 'object' &&
    node !== null &&
    (('properties' in node && 'token' in (node.properties as object)) || Object.values(node).some(find))
  return find(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))
}

it.each(Object.entries(byOneFactor))('%s asks for the second factor', async (_, run) => {
  expect(await run()).toMatchObject({ errorCode: 1010, data: { ticket: expect.stringMatching(/^sf_/) } })
})

it.each(Object.entries(byBoth))('%s goes on with what was shown', async (_, run) => {
  expect(await t.send(session.userInfo, {}, { token: await run() })).toMatchObject({ success: true })
})

it('a session in which the factor was never shown is none, whoever opened it', async () => {
  const { mobile, token, shown } = await guarded()
  await t.root.query('update login_session set factor_at = null')
  t.kernel.identities.forget(token)
  expect((await t.send(session.userInfo, {}, { token })).errorCode).toBe(-9)
  const { data } = await t.send(session.login, { mobile, password: PASSWORD, agree: true })
  expect(
    (await t.send(secondFactor.enter, { ticket: (data as { ticket: string }).ticket, code: shown() })).success,
  ).toBe(true)
})

it('sessions of the same person elsewhere end with the moment in which the factor comes into force', async () => {
  const mobile = fresh()
  const userId = await createUser(t.commands, { mobile, password: PASSWORD })
  const { merchantId, roles } = await createMerchant(t.commands, { name: '两步租车', status: 1 })
  await createAccount(t.commands, merchantId, { userId, mobile, parentId: null, name: '老板', roleIds: [roles.B!] })
  const [here, elsewhere] = [await t.login(mobile, PASSWORD), await t.login(mobile, PASSWORD)]
  await enrol(here)
  expect((await t.send(contract.store.list, {}, { token: elsewhere })).errorCode).toBe(-9)
  expect((await t.send(contract.store.list, {}, { token: here })).success).toBe(true)
})

it('an invitation accepted with both factors leads into that merchant', async () => {
  const { mobile, shown } = await guarded()
  const { merchantId, code } = await invited(mobile)
  const { data } = await t.send(invitation.accept, { mobile, code, agree: true })
  const ticket = (data as { ticket: string }).ticket
  const { token, user } = await t.call(secondFactor.enter, { ticket, code: shown() }, {})
  expect(user).toMatchObject({ merchantId, roleNames: ['店员'] })
  expect((await t.call(invitation.mine, {}, { token })).list).toEqual([])
})

it('who has a second factor proves themselves by it alone', async () => {
  const { mobile, token, shown } = await guarded()
  t.clock.advance(10 * MINUTE)
  expect(await t.send(secondFactor.disable, {}, { token })).toMatchObject({ errorCode: 1007, data: { ways: ['totp'] } })
  const smsCode = await sent('stepup', mobile, token)
  for (const first of [{ smsCode }, { password: PASSWORD }])
    expect((await t.send(secondFactor.prove, first, { token })).errorCode).toBe(-2)
  expect((await t.send(secondFactor.disable, {}, { token })).errorCode).toBe(1007)
  await t.call(secondFactor.prove, { totp: shown() }, { token })
  expect((await t.send(secondFactor.disable, {}, { token })).success).toBe(true)
})
