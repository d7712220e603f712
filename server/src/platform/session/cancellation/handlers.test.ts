import { contract } from '@cheyi/contract/index'
import { merchantPlace, merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { codeTo, messageTo } from '../../../testing/sms.ts'
import { openTab } from '../../../testing/stream.ts'
import { book } from '../../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'
import { setMerchantStatus } from '../../../testing/world/world.ts'
import { completeCancellations } from './jobs.ts'

sharedMerchant()

const { check, apply, withdraw } = contract.cancellation
const { sendCode, register, userInfo } = contract.session
const start = Date.parse('2026-11-20T10:00:00+08:00')

async function somebody(mobile: string) {
  await t.call(sendCode, { mobile, scene: 'register' }, {})
  const form = {
    password: 'Sunny2026x',
    merchantName: '要走租车',
    contactName: '王晴',
    cityCode: '310100',
    agree: true,
  }
  const { token, user } = await t.call(register, { ...form, mobile, code: await codeTo(t, mobile) }, {})
  return { mobile, token, merchantId: user.merchantId, userId: user.id }
}
async function ask(who: { mobile: string; token: string }) {
  t.clock.advance(MINUTE)
  await t.call(sendCode, { scene: 'cancel' }, { token: who.token })
  return t.send(apply, { reason: '不再使用', smsCode: await codeTo(t, who.mobile) }, { token: who.token })
}

describe('cancelling an account', () => {
  it('waits fifteen days, then removes everything that names the person', async () => {
    t.clock.set(start)
    const who = await somebody('13977770001')
    expect(await t.call(check, {}, { token: who.token })).toMatchObject({ blocked: false, cancelAt: null })
    const { data } = await ask(who)
    const cancelAt = Date.parse('2026-12-06T00:00:00+08:00')
    expect(data).toEqual({ cancelAt })
    expect(await t.call(userInfo, {}, { token: who.token })).toMatchObject({ cancelAt })

    // They can still sign in, and get no further prompts.
    t.clock.set(cancelAt - 1)
    await completeCancellations(t.jobs)
    const token = await t.login(who.mobile, 'Sunny2026x')
    expect((await t.send(userInfo, {}, { token })).success).toBe(true)
    t.clock.set(cancelAt + 10 * MINUTE)
    await completeCancellations(t.jobs)
    expect((await t.send(userInfo, {}, { token })).errorCode).toBe(-9)
    expect(await messageTo(t, who.mobile)).toContain('账号已注销')
    const { rows } = await t.root.query(
      `select u.status, u.password_hash, a.name, a.mobile_enc, m.status as merchant_status from app_user u
         join account a on a.user_id = u.id join merchant m on m.id = a.merchant_id where u.id = $1`,
      [who.userId],
    )
    expect(rows).toEqual([{ status: 3, passwordHash: null, name: '已注销用户', mobileEnc: null, merchantStatus: 3 }])
    await completeCancellations(t.jobs)
    // The mobile number is free again, for another person.
    const again = await somebody(who.mobile)
    expect(again.userId).not.toBe(who.userId)
  })

  it('also takes name and number from a merchant that was closed before', async () => {
    t.clock.set(start)
    const who = await somebody('13977770005')
    const former = await somebody('13977770006')
    // An employee of another merchant, which is closed.
    await t.root.query(
      `insert into account (merchant_id, user_id, parent_id, name, mobile_enc) values ($1, $2, 1, '王晴', '\\x01')`,
      [former.merchantId, who.userId],
    )
    await setMerchantStatus(t, String(former.merchantId), merchantStatus.closed)
    expect((await t.call(check, {}, { token: who.token })).merchants).toMatchObject([{ name: '要走租车', owner: true }])
    await ask(who)
    t.clock.set(start + 16 * DAY)
    await completeCancellations(t.jobs)
    const { rows } = await t.root.query('select name, mobile_enc from account where user_id = $1', [who.userId])
    const gone = { name: '已注销用户', mobileEnc: null }
    expect(rows).toEqual([gone, gone])
  })

  it('is completed here for somebody who has an account in a merchant that moved to another cluster, too', async () => {
    t.clock.set(start)
    const who = await somebody('13977770008')
    const moved = await somebody('13977770009')
    await t.root.query(`insert into account (merchant_id, user_id, parent_id, name) values ($1, $2, 1, '王晴')`, [
      moved.merchantId,
      who.userId,
    ])
    const place = (state: number) =>
      t.root.query(
        `insert into merchant_place (merchant_id, state, url) values ($1, $2, 'https://there.test')
           on conflict (merchant_id) do update set state = excluded.state`,
        [moved.merchantId, state],
      )
    const status = async () =>
      (await t.root.query('select status from app_user where id = $1', [who.userId])).rows[0].status
    await place(merchantPlace.elsewhere)
    try {
      expect((await t.call(check, {}, { token: who.token })).merchants).toMatchObject([{ name: '要走租车' }])
      await ask(who)
      t.clock.set(start + 16 * DAY)
      // While it moves, nobody can know what is open there.
      await place(merchantPlace.leaving)
      await completeCancellations(t.jobs)
      expect(await status()).toBe(2)
      await place(merchantPlace.elsewhere)
      await completeCancellations(t.jobs)
      expect(await status()).toBe(3)
    } finally {
      await t.root.query('delete from merchant_place')
    }
  })

  it('is told live of what happens while it waits', async () => {
    t.clock.set(start)
    const who = await somebody('13977770007')
    await ask(who)
    const tab = await openTab(t, who.token)
    expect(tab.status).toBe(200)
    tab.close()
  })

  it('can be withdrawn', async () => {
    t.clock.set(start)
    const who = await somebody('13977770002')
    await ask(who)
    expect((await ask(who)).errorCode).toBe(-5)
    await t.call(withdraw, {}, { token: who.token })
    expect(await t.call(userInfo, {}, { token: who.token })).toMatchObject({ cancelAt: null })
    expect((await t.send(withdraw, {}, { token: who.token })).errorCode).toBe(-5)
    t.clock.set(start + 20 * DAY)
    await completeCancellations(t.jobs)
    const { rows } = await t.root.query('select status from app_user where id = $1', [who.userId])
    expect(rows).toEqual([{ status: 1 }])
  })

  it('is refused while business is open, with a list of it; an employee is responsible for their own tasks only', async () => {
    t.clock.set(start)
    await book(t, w)
    const { merchants, blocked } = await t.call(check, {}, { token: w.tokens.owner })
    expect(blocked).toBe(true)
    expect(merchants).toMatchObject([{ name: '测试租车', owner: true }])
    expect(merchants[0]!.checks.find(({ label }) => label === '未完结订单')).toMatchObject({ count: 1 })
    expect(merchants[0]!.checks.find(({ label }) => label === '已启用渠道')).toMatchObject({ count: 0 })
    const { rows } = await t.root.query(
      `select u.id, u.mobile_enc from app_user u join account a on a.user_id = u.id
        where a.merchant_id = $1 and a.parent_id = 0`,
      [w.merchantId],
    )
    const mobile = t.kernel.vaults.platform.open('app_user.mobile', rows[0].id, rows[0].mobileEnc)
    const refused = await ask({ mobile, token: w.tokens.owner })
    expect(refused).toMatchObject({ errorCode: 1020 })
    expect(refused.message).toContain('存在未完结业务，暂不能注销：未完结订单1项')
    expect(await t.call(check, {}, { token: w.tokens.finance })).toMatchObject({ blocked: false })
  })

  it('is dropped with a notice when business was opened meanwhile', async () => {
    t.clock.set(start)
    const who = await somebody('13977770003')
    await ask(who)
    await t.root.query(
      `insert into driver_task (merchant_id, order_id, type, account_id, plan_at)
       select o.merchant_id, o.id, 0, a.id, now() from "order" o, account a where o.merchant_id = $1 and a.user_id = $2 limit 1`,
      [w.merchantId, who.userId],
    )
    // They became an employee of the other merchant, with an open task.
    await t.root.query(`insert into account (merchant_id, user_id, parent_id, name) values ($1, $2, 1, '王晴')`, [
      w.merchantId,
      who.userId,
    ])
    await t.root.query(
      `update driver_task d set account_id = a.id from account a
        where a.merchant_id = $1 and a.user_id = $2 and d.merchant_id = $1`,
      [w.merchantId, who.userId],
    )
    t.clock.set(start + 16 * DAY)
    await completeCancellations(t.jobs)
    expect(await messageTo(t, who.mobile)).toContain('未完成送取车任务1项')
    const { rows } = await t.root.query('select status, cancel_at from app_user where id = $1', [who.userId])
    expect(rows).toEqual([{ status: 1, cancelAt: null }])
  })

  it('needs a code for its own purpose', async () => {
    t.clock.set(start)
    const who = await somebody('13977770004')
    const wrong = await t.send(apply, { reason: '不再使用', smsCode: '000000' }, { token: who.token })
    expect(wrong.errorCode).toBe(1006)
  })
})
