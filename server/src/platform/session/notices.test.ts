import { contract } from '@cheyi/contract/index'
import { notifyType, notifyWay, switchOf } from '@cheyi/domain/platform/notify/notice'
import { MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeTo, messageTo, ringAndSend } from '../../testing/sms.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { createStaff, createUser } from '../merchant/provision.ts'
import { hashPassword } from './password/password.ts'

sharedMerchant()
let mobile: string
let serial = 0

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1'
const iPhoneLater = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) Version/18.2 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
const PASSWORD = 'Cheyi2026'
const { login, changePassword, sendCode, resetPassword } = contract.session
beforeEach(async () => {
  mobile = `1396666${String(++serial).padStart(4, '0')}`
  await staffOf(w)
})

/** An employee of a merchant, with this test's mobile. */
const staffOf = async ({ merchantId }: World) =>
  createStaff(t.commands, merchantId, {
    mobile,
    passwordHash: await hashPassword(t.kernel.vaults.pepper, PASSWORD),
    parentId: '1',
    name: '赵新',
    roleIds: [],
    isDriver: false,
  })

const signIn = async (userAgent: string): Promise<string> => {
  t.clock.advance(MINUTE)
  const answer = await t.send(
    login,
    { mobile, password: PASSWORD, agree: true },
    { headers: { 'user-agent': userAgent } },
  )
  return (answer.data as { token: string }).token
}
const notices = async (token: string) => (await t.call(contract.notify.page, {}, { token })).list

describe('a sign-in on a new device', () => {
  it('sends a text message and a notice; the first device and a newer version of a browser do not', async () => {
    await signIn(iPhone)
    const later = await signIn(iPhoneLater)
    expect(await notices(later)).toEqual([])
    const there = await signIn(windows)
    expect(await notices(there)).toMatchObject([
      {
        type: notifyType.security,
        title: '您的账号在新设备登录',
        body: 'Windows · Chrome，IP 127.0.0.1。如非本人操作，请修改密码并让该设备下线',
        link: '/profile',
        read: false,
      },
    ])
    await ringAndSend(t)
    expect(await messageTo(t, mobile)).toBe(
      '【车驿】「测试租车」提醒您：您的账号在新设备登录：Windows · Chrome，IP 127.0.0.1。如非本人操作，请修改密码并让该设备下线。',
    )
    // The device is known from now on.
    await signIn(windows)
    expect(await notices(there)).toHaveLength(1)
  })

  it('sends no text message where the merchant’s settings for notices say so', async () => {
    const off = { notify: { muted: [switchOf(notifyType.security, notifyWay.sms)] } }
    await t.root.query('update merchant set settings = $2 where id = $1', [w.merchantId, JSON.stringify(off)])
    await signIn(iPhone)
    expect(await notices(await signIn(windows))).toHaveLength(1)
    await ringAndSend(t)
    expect(await messageTo(t, mobile)).toBeUndefined()
    await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])
  })

  it('of an operator, who works for no merchant, sends no notice', async () => {
    mobile = '13966669999'
    await createUser(t.commands, { mobile, password: PASSWORD, operator: true })
    await signIn(iPhone)
    expect(await signIn(windows)).toBeTruthy()
  })
})

describe('a new password', () => {
  it('sends a notice in every merchant, and one text message', async () => {
    const other = await makeWorld(t, { name: '别家租车' })
    const mine = `select id from app_user where mobile_hash = $1`
    const hash = t.kernel.vaults.platform.index('app_user.mobile', mobile)
    await t.root.query(`insert into account (merchant_id, user_id, name) select $2, (${mine}), '赵新'`, [
      hash,
      other.merchantId,
    ])
    const token = await signIn(iPhone)
    await t.call(changePassword, { old: PASSWORD, password: 'Rainy2026x' }, { token })
    const { rows } = await t.root.query(
      `select n.merchant_id, n.title from notification n join account a on a.merchant_id = n.merchant_id and a.id = n.account_id
        where a.user_id = (${mine}) order by n.merchant_id`,
      [hash],
    )
    expect(rows).toEqual([
      { merchantId: w.merchantId, title: '您的登录密码已修改' },
      { merchantId: other.merchantId, title: '您的登录密码已修改' },
    ])
    await ringAndSend(t)
    const sent = (await t.kernel.outside.sms.outbox!()).filter((sms) => sms.mobile === mobile)
    expect(sent.map((sms) => sms.template)).toEqual(['passwordChanged'])
  })

  it('after a forgotten one sends notices as well', async () => {
    t.clock.advance(MINUTE)
    await t.call(sendCode, { mobile, scene: 'forgot' }, {})
    await t.call(
      resetPassword,
      { mobile, code: await codeTo(t, mobile), password: PASSWORD.replace('2026', '2027') },
      {},
    )
    const { rows } = await t.root.query(
      `select title from notification where ref like 'user/%' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ title: '您的登录密码已修改' }])
  })
})
