import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { codeTo, messageTo } from '../../../testing/sms.ts'
import { makeWorld, setMerchantStatus, type World } from '../../../testing/world/world.ts'
import { createUser } from '../../merchant/provision.ts'

const { account, invitation, session } = contract

let t: TestApp
let w: World
let other: World
let owner: { token: string }

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
afterAll(() => t.close())
beforeEach(async () => {
  w = await makeWorld(t)
  other = await makeWorld(t, { name: '别家租车' })
  owner = { token: w.tokens.owner }
})

let serial = 0
const fresh = () => `1360000${String(++serial).padStart(4, '0')}`
const clerkOf = async (world: World): Promise<string> =>
  (await t.root.query(`select id from role where merchant_id = $1 and letter = 'C'`, [world.merchantId])).rows[0].id
const invite = async (mobile: string, world = w) =>
  t.send(
    account.add,
    { mobile, name: '新员工', roleIds: [await clerkOf(world)], storeScope: 0 },
    { token: world.tokens.owner },
  )
const invited = async (mobile: string, world = w) => ((await invite(mobile, world)).data as { id: string }).id
const accept = (mobile: string, code: string) => t.send(invitation.accept, { mobile, code, agree: true })
const join = async (mobile: string) => {
  const answer = await accept(mobile, await codeTo(t, mobile))
  expect(answer).toMatchObject({ success: true })
  return answer.data as { token: string; user: { id: string } }
}
const send = (id: string, by = owner) => t.send(invitation.send, { id }, by)
/** All messages so far; they are sent after the answer. */
async function outbox() {
  await t.kernel.afterwards.idle()
  return t.kernel.outside.sms.outbox!()
}
const sentTo = async (mobile: string) => (await outbox()).filter((sms) => sms.mobile === mobile)
const usersOf = async (mobile: string) =>
  (
    await t.root.query('select id from app_user where mobile_hash = $1', [
      t.kernel.vaults.platform.index('app_user.mobile', mobile),
    ])
  ).rows
/** Signs in with an SMS code. */
async function signIn(mobile: string) {
  await t.call(session.sendCode, { mobile, scene: 'login' }, {})
  return t.send(session.loginByCode, { mobile, code: await codeTo(t, mobile), agree: true })
}

describe('an invitation', () => {
  it('creates no user: user and account are created when the invitation is confirmed', async () => {
    const mobile = fresh()
    const id = await invited(mobile)
    expect(await usersOf(mobile)).toEqual([])
    expect(await t.call(account.detail, { id }, owner)).toMatchObject({ status: 2, sessions: 0, lastLoginAt: null })
    const { token, user } = await join(mobile)
    expect(await usersOf(mobile)).toEqual([{ id: user.id }])
    expect(user).toMatchObject({ accountId: id, merchantId: w.merchantId, roleNames: ['店员'] })
    expect(await t.call(account.detail, { id }, owner)).toMatchObject({ status: 1, sessions: 1, inviteExpireAt: null })
    expect(await t.send(contract.order.list, {}, { token })).toMatchObject({ success: true })
  })

  it('gives no right and no merchant to a user who does not confirm it', async () => {
    const mobile = fresh()
    await createUser(t.commands, { mobile, passwordHash: 'x' })
    await invited(mobile)
    expect(await signIn(mobile)).toMatchObject({ errorCode: 1004 })
    await invited(mobile, other)
    await join(mobile)
    t.clock.advance(61_000)
    const { token, user } = (await signIn(mobile)).data as { token: string; user: object }
    expect(user).toMatchObject({ merchantId: other.merchantId })
    expect(await t.send(session.switchMerchant, { merchantId: w.merchantId }, { token })).toMatchObject({
      errorCode: 1016,
    })
    expect((await t.call(contract.merchant.list, {}, { token })).list).toHaveLength(1)
    expect((await t.call(invitation.mine, {}, { token })).list).toMatchObject([{ merchantName: '测试租车' }])
  })

  it('for a signed-in user is confirmed by its code alone, and the inviter is notified', async () => {
    const mobile = fresh()
    await invited(mobile, other)
    const elsewhere = await join(mobile)
    await invited(mobile)
    const code = await codeTo(t, mobile)
    const answer = await t.call(invitation.accept, { code, agree: true }, { token: elsewhere.token })
    expect(answer.user).toMatchObject({ merchantId: w.merchantId, id: elsewhere.user.id })
    expect((await t.call(invitation.mine, {}, { token: elsewhere.token })).list).toEqual([])
    const { list } = await t.call(contract.notify.page, {}, owner)
    expect(list[0]).toMatchObject({ title: '新员工已加入' })
    const { rows } = await t.root.query(
      `select name from audit where merchant_id = $1 and action = 'invitation.accept'`,
      [w.merchantId],
    )
    expect(rows).toEqual([{ name: '新员工' }])
  })

  it('is opened by its own code, with five tries, within 72 hours and once', async () => {
    const mobile = fresh()
    const id = await invited(mobile)
    const code = await codeTo(t, mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) expect(await accept(mobile, wrong)).toMatchObject({ errorCode: 1006 })
    expect(await accept(mobile, code)).toMatchObject({ errorCode: 1006 })
    expect(await send(id)).toMatchObject({ success: true, data: { expireAt: t.clock.now() + 72 * HOUR } })
    const second = await codeTo(t, mobile)
    if (second !== code) expect(await accept(mobile, code)).toMatchObject({ errorCode: 1006 })
    const answers = await Promise.all([1, 2, 3].map(() => accept(mobile, second)))
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([0, 1006, 1006])
    expect(await accept(mobile, second)).toMatchObject({ errorCode: 1006 })
    expect(await send(id)).toMatchObject({ errorCode: -2 })

    const late = fresh()
    await invited(late)
    t.clock.advance(72 * HOUR)
    expect(await accept(late, await codeTo(t, late))).toMatchObject({ errorCode: 1006 })
  })

  it('cannot be confirmed after it was withdrawn or after the merchant was closed', async () => {
    const mobile = fresh()
    const id = await invited(mobile)
    await t.call(account.remove, { id }, owner)
    expect(await accept(mobile, await codeTo(t, mobile))).toMatchObject({ errorCode: 1006 })
    expect(await usersOf(mobile)).toEqual([])
    const known = fresh()
    await invited(known, other)
    const elsewhere = await join(known)
    const second = await invited(known)
    const mine = async () => (await t.call(invitation.mine, {}, elsewhere)).list.map((one) => one.merchantName)
    expect(await mine()).toEqual(['测试租车'])
    await t.call(account.remove, { id: second }, owner)
    expect(await mine()).toEqual([])
    const closed = fresh()
    await invited(closed)
    await setMerchantStatus(t, w.merchantId, 3)
    expect(await accept(closed, await codeTo(t, closed))).toMatchObject({ errorCode: 1017 })
  })

  it('cannot be enabled or disabled, and has no password to reset', async () => {
    const id = await invited(fresh())
    for (const status of [0, 1])
      expect(await t.send(account.setStatus, { id, status }, owner)).toMatchObject({
        errorCode: 1038,
        message: '该员工尚未确认加入，请重新发送或撤销邀请',
      })
    expect(await t.send(account.setStatus, { id, status: 2 }, owner)).toMatchObject({ errorCode: -2 })
    expect(await t.send(account.resetPassword, { id }, owner)).toMatchObject({ errorCode: 1038 })
  })

  it('admits no platform operator, and gives the same answers for operators and frozen users as for anybody', async () => {
    const [operator, frozen] = [fresh(), fresh()]
    await createUser(t.commands, { mobile: operator, passwordHash: 'x', operator: true })
    const userId = await createUser(t.commands, { mobile: frozen, passwordHash: 'x' })
    await t.root.query('update app_user set status = 0 where id = $1', [userId])
    const answers = await Promise.all([operator, frozen, fresh()].map((mobile) => invite(mobile)))
    expect(answers.map(({ errorCode, message }) => [errorCode, message])).toEqual(
      Array(3).fill([0, answers[2]!.message]),
    )
    for (const mobile of [operator, frozen])
      expect(await accept(mobile, await codeTo(t, mobile))).toMatchObject({ errorCode: 1006 })
    // A user who became an operator after the invitation is not admitted either.
    const later = fresh()
    await invited(later)
    await createUser(t.commands, { mobile: later, passwordHash: 'x', operator: true })
    expect(await accept(later, await codeTo(t, later))).toMatchObject({ errorCode: 1006 })
  })
})

describe('messages to people who did not request them', () => {
  it('are limited to two a day for a mobile, across senders and repeats', async () => {
    const mobile = fresh()
    const first = await invited(mobile)
    await t.call(account.remove, { id: first }, owner)
    await invited(mobile, other)
    expect(await invite(mobile)).toMatchObject({
      errorCode: 1039,
      message: '短信发送过于频繁，该手机号今天不能再发，请明天再试',
    })
    expect(await sentTo(mobile)).toHaveLength(2)
    t.clock.advance(24 * HOUR)
    expect(await invite(mobile)).toMatchObject({ success: true })
  })

  it('are limited to twenty an hour for a merchant, in parallel or one by one', async () => {
    const before = (await outbox()).length
    const answers = await Promise.all(Array.from({ length: 30 }, () => invite(fresh())))
    expect(answers.filter((answer) => answer.success)).toHaveLength(20)
    expect(new Set(answers.map((answer) => answer.errorCode))).toEqual(new Set([0, 1039]))
    expect((await outbox()).length - before).toBe(20)
    expect(await invite(fresh(), other)).toMatchObject({ success: true })
    t.clock.advance(HOUR)
    expect(await invite(fresh())).toMatchObject({ success: true })
  })

  it('include messages about a new password', async () => {
    const mobile = fresh()
    const id = await invited(mobile)
    await join(mobile)
    const reset = async () => (await t.send(account.resetPassword, { id }, owner)).errorCode
    expect([await reset(), await reset(), await reset()]).toEqual([0, 0, 1039])
    expect((await sentTo(mobile)).filter((sms) => sms.text.includes('重置'))).toHaveLength(2)
  })
})

describe('a password', () => {
  const resetOf = async (mobile: string) => {
    const { rows } = await t.root.query(
      'select a.id from account a join app_user u on u.id = a.user_id where u.mobile_hash = $1 and a.merchant_id = $2',
      [t.kernel.vaults.platform.index('app_user.mobile', mobile), w.merchantId],
    )
    return t.send(account.resetPassword, { id: rows[0].id }, owner)
  }

  it('cannot be reset for a user who also works elsewhere, disabled or not', async () => {
    const mobile = fresh()
    await invited(mobile)
    await join(mobile)
    const there = await invited(mobile, other)
    const { token } = await join(mobile)
    expect(await resetOf(mobile)).toMatchObject({ errorCode: 1037, message: '请本人通过忘记密码重置' })
    await t.call(account.setStatus, { id: there, status: 0 }, { token: other.tokens.owner })
    expect(await resetOf(mobile)).toMatchObject({ errorCode: 1037 })
    await t.call(account.remove, { id: there }, { token: other.tokens.owner })
    expect(await resetOf(mobile)).toMatchObject({ success: true })
    expect(await t.send(session.userInfo, {}, { token })).toMatchObject({ errorCode: -9 })
    expect(await messageTo(t, mobile)).toContain('重置了您的登录密码')
  })

  it('cannot be reset for an operator, nor for a user who never confirmed an invitation', async () => {
    const [operator, added] = [fresh(), fresh()]
    for (const mobile of [operator, added]) {
      await invited(mobile)
      await join(mobile)
    }
    const of = (mobile: string) => t.kernel.vaults.platform.index('app_user.mobile', mobile)
    await t.root.query('update app_user set operator = true where mobile_hash = $1', [of(operator)])
    await t.root.query(
      'update account a set confirmed_at = null from app_user u where u.id = a.user_id and u.mobile_hash = $1',
      [of(added)],
    )
    expect(await resetOf(operator)).toMatchObject({ errorCode: 1037 })
    expect(await resetOf(added)).toMatchObject({ errorCode: 1037 })
  })
})
