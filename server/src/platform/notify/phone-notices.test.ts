import { contract } from '@cheyi/contract/index'
import { notifyLevel, notifyType, notifyWay, switchOf } from '@cheyi/domain/platform/notify/notice'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { ringAndSend } from '../../testing/sms.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { tellAs } from '../../testing/world/notices.ts'
import { notify } from './actions.ts'
import { queuePhoneNotices } from './phone-notices.ts'
import { sendMessages } from './send.ts'
import { WECHAT_EVENTS } from './serve.ts'

sharedMerchant()
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  await t.root.query(
    'delete from notification; delete from notify_switch; delete from outbox; delete from ring_address',
  )
})

const clerk = async (): Promise<string> =>
  (await t.root.query(`select id from account where merchant_id = $1 and name = '测试clerk'`, [w.merchantId])).rows[0]
    .id

let told = 0
async function tellClerk(link = '/order/detail?orderId=1'): Promise<void> {
  const to = { accountIds: [await clerk()] }
  const { orderNew: type } = notifyType
  await tellAs((ctx) =>
    notify(ctx, {
      type,
      level: notifyLevel.normal,
      ref: `order/${told++}`,
      title: '新订单',
      body: '请尽快接单',
      link,
      to,
    }),
  )
}

const rung = () => ringAndSend(t)
const pushed = () => t.kernel.outside.push!.rung!()
const register = (registrationId: string, token = w.tokens.clerk) =>
  t.call(contract.notify.device, { registrationId }, { token })
const reach = (token = w.tokens.clerk) => t.call(contract.notify.reach, {}, { token })
const addresses = async () => (await t.root.query('select 1 from ring_address')).rowCount

describe('the app', () => {
  it('is pushed what its signed-in phone registered for, with a link to the page', async () => {
    expect(await reach()).toEqual({ push: false, wechat: false })
    await tellClerk()
    expect(await rung()).toBe(0)
    expect(await register('phone-1')).toEqual({ push: true })
    await tellClerk()
    expect([await rung(), await rung()]).toEqual([1, 0])
    expect(pushed()[0]).toMatchObject({ address: 'phone-1', title: '新订单', body: '请尽快接单' })
    expect(pushed()[0]!.link).toMatch(/\/order\/detail\?orderId=1$/)
    expect(await reach()).toMatchObject({ push: true })
    // Another session of nobody's phone.
    expect(await reach(w.tokens.owner)).toMatchObject({ push: false })
  })

  it('is left in peace by who switched it off, by their merchant, and once it was read', async () => {
    await register('phone-2')
    const { clerk: token } = w.tokens
    const setting = { type: notifyType.orderNew, way: notifyWay.push } as const
    await t.call(contract.notify.setting, { ...setting, on: false }, { token })
    await tellClerk()
    expect(await rung()).toBe(0)
    await t.call(contract.notify.setting, { ...setting, on: true }, { token })
    const settings = { notify: { muted: [switchOf(notifyType.orderNew, notifyWay.push)] } }
    await t.root.query('update merchant set settings = $2 where id = $1', [w.merchantId, JSON.stringify(settings)])
    await tellClerk()
    expect(await rung()).toBe(0)
    const all = await t.call(contract.notify.switches, {}, { token })
    expect(all.find(({ type }) => type === notifyType.orderNew)!.ways.map(({ way }) => way)).not.toContain(
      notifyWay.push,
    )
    await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])
    await tellClerk()
    t.clock.set(TEST_NOW + MINUTE)
    await t.call(contract.notify.read, { all: true }, { token })
    expect(await rung()).toBe(0)
  })

  it('rings no phone that is signed out, and the next who signs in on it takes it over', async () => {
    await register('phone-3')
    await register('phone-3', w.tokens.manager)
    expect(await addresses()).toBe(1)
    await tellClerk()
    expect(await rung()).toBe(0)
    await register('phone-4')
    // Another registration of the same session replaces the one before.
    await register('phone-5')
    expect(await addresses()).toBe(2)
    const ended = async (at: string | null) =>
      t.root.query(
        `update login_session set revoked_at = $1 where id in (select session_id from ring_address where user_id =
           (select user_id from account where id = $2))`,
        [at, await clerk()],
      )
    await ended('2026-01-01')
    await tellClerk()
    expect(await rung()).toBe(0)
    await ended(null)
    await tellClerk()
    expect(await rung()).toBe(1)
  })

  it('that was removed is forgotten, and a vendor that is down is asked again', async () => {
    await register('gone-1')
    await tellClerk()
    expect([await rung(), await addresses()]).toEqual([1, 0])
    await register('down-1')
    await tellClerk()
    expect(await rung()).toBe(0)
    await t.root.query(`update outbox set due_at = due_at - interval '1 hour' where state = 1`)
    await register('phone-6')
    expect(await rung()).toBe(1)
    expect(pushed()[0]).toMatchObject({ address: 'phone-6' })
  })

  it('is rung once by two servers at the same moment', async () => {
    await register('phone-7')
    for (let n = 0; n < 5; n++) await tellClerk()
    const counts = await Promise.all([queuePhoneNotices(t.jobs), queuePhoneNotices(t.jobs), queuePhoneNotices(t.jobs)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(5)
    expect(await sendMessages(t.jobs)).toBe(5)
  })
})

describe('WeChat', () => {
  const port = () => t.kernel.outside.follow!
  const tell = (openId: string, scene: string, on = true) => port().simulator!.tell({ openId, scene, on })
  async function sceneOf(token = w.tokens.clerk): Promise<string> {
    const { code } = await t.call(contract.notify.followCode, {}, { token })
    return new URL(code!).searchParams.get('scene')!
  }

  it('gets messages by the template once it follows by one’s own code, until it follows no more', async () => {
    await tell('o-1', await sceneOf())
    expect(await reach()).toMatchObject({ wechat: true })
    await tellClerk()
    expect(await rung()).toBe(1)
    expect(port().rung!()[0]).toMatchObject({
      address: 'o-1',
      merchant: '测试租车',
      title: '新订单',
      body: '请尽快接单',
    })
    // A second WeChat of the same person takes the place of the first.
    await tell('o-2', await sceneOf())
    expect(await addresses()).toBe(1)
    await tell('o-2', '', false)
    expect(await reach()).toMatchObject({ wechat: false })
    await tell('o-2', await sceneOf())
    expect(await t.call(contract.notify.unfollow, {}, { token: w.tokens.clerk })).toEqual({ wechat: false })
    expect(await addresses()).toBe(0)
  })

  it('is nobody’s by a made-up code, by another’s name in it, or by one of an hour ago', async () => {
    const scene = await sceneOf()
    const [userId = '', until, mac] = scene.split('_')
    await tell('o-3', '')
    await tell('o-3', 'anything')
    await tell('o-3', [String(Number(userId) + 1), until, mac].join('_'))
    await tell('o-3', [userId, (TEST_NOW + 24 * HOUR).toString(36), mac].join('_'))
    t.clock.set(TEST_NOW + HOUR)
    await tell('o-3', scene)
    expect(await addresses()).toBe(0)
  })

  it('that no longer follows is forgotten when a message comes back', async () => {
    await tell('gone-2', await sceneOf())
    await tellClerk()
    expect([await rung(), await addresses()]).toEqual([1, 0])
  })

  it('is heard by its signature alone', async () => {
    const send = (query: string, payload: string) =>
      t.app.inject({
        method: 'POST',
        url: `${WECHAT_EVENTS}?${query}`,
        headers: { 'content-type': 'text/xml' },
        payload,
      })
    const scene = await sceneOf()
    const clear = `<xml><FromUserName>o-4</FromUserName><Event>subscribe</Event><EventKey>qrscene_${scene}</EventKey></xml>`
    const query = `timestamp=${TEST_NOW / 1000}&nonce=1&msg_signature=${'0'.repeat(40)}`
    for (const body of [
      clear,
      `<xml><Encrypt><![CDATA[${Buffer.from(clear).toString('base64')}]]></Encrypt></xml>`,
      '',
    ])
      expect((await send(query, body)).statusCode).toBe(404)
    expect((await t.app.inject(`${WECHAT_EVENTS}?signature=1&timestamp=1&nonce=1&echostr=hello`)).statusCode).toBe(404)
    expect(await addresses()).toBe(0)
  })
})
