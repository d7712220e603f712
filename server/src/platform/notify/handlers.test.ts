import { contract } from '@cheyi/contract/index'
import { notifyLevel, notifyType, notifyWay } from '@cheyi/domain/platform/notify/notice'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../kernel/context.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { book } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { tellAs } from '../../testing/world/notices.ts'
import { closeTask, openTask } from '../todo/actions.ts'
import { notify, takeBack } from './actions.ts'
import { queuePhoneNotices } from './phone-notices.ts'
import { sendMessages } from './send.ts'

sharedMerchant()
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  await t.root.query('delete from notification; delete from notify_switch; delete from outbox; delete from event')
})

const accountOf = async (name: string): Promise<string> =>
  (await t.root.query('select id from account where merchant_id = $1 and name = $2', [w.merchantId, name])).rows[0].id

const newOrder = (ref = 'order/1') =>
  ({
    type: notifyType.orderNew,
    level: notifyLevel.normal,
    ref,
    title: '新订单 O261120000001',
    link: '/order/detail?orderId=1',
    to: { key: 'order.confirm', storeIds: [w.stores.pudong] },
  }) as const
const listOf = async (token: string) => (await t.call(contract.notify.page, {}, { token })).list
const unreadOf = async (token: string) => (await t.call(contract.notify.unread, {}, { token })).count

/** Signs sent to the screens of the owner. */
const signs = async (): Promise<number> =>
  (
    await t.root.query(
      `select 1 from event where type = 'notify' and account_ids @> (select array_agg(id) from account where merchant_id = $1 and parent_id = 0)`,
      [w.merchantId],
    )
  ).rowCount!

describe('a notice', () => {
  it('reaches whoever holds the key and sees the store', async () => {
    await t.root.query('update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = $3', [
      w.merchantId,
      [w.stores.hongqiao],
      '测试clerk',
    ])
    await tellAs((ctx) => notify(ctx, newOrder()))
    expect(await listOf(w.tokens.owner)).toMatchObject([
      { title: '新订单 O261120000001', read: false, link: '/order/detail?orderId=1', at: TEST_NOW },
    ])
    expect(await unreadOf(w.tokens.channel)).toBe(1)
    // Another store's clerk, and somebody without the key.
    expect(await unreadOf(w.tokens.clerk)).toBe(0)
    expect(await unreadOf(w.tokens.finance)).toBe(0)
  })

  it('is told once in ten minutes, and again after them', async () => {
    await tellAs((ctx) => notify(ctx, newOrder()))
    t.clock.set(TEST_NOW + 9 * MINUTE)
    await tellAs((ctx) => notify(ctx, newOrder()))
    await tellAs((ctx) => notify(ctx, newOrder('order/2')))
    expect(await unreadOf(w.tokens.owner)).toBe(2)
    t.clock.set(TEST_NOW + 11 * MINUTE)
    await tellAs((ctx) => notify(ctx, newOrder()))
    expect(await unreadOf(w.tokens.owner)).toBe(3)
  })

  it('switched off is kept without a sign; one about the own account cannot be', async () => {
    const { owner: token } = w.tokens
    await t.call(contract.notify.setting, { type: notifyType.orderNew, way: notifyWay.inApp, on: false }, { token })
    await tellAs((ctx) => notify(ctx, newOrder()))
    expect(await unreadOf(token)).toBe(0)
    expect(await listOf(token)).toMatchObject([{ read: true }])
    expect(await signs()).toBe(0)
    await t.call(contract.notify.setting, { type: notifyType.orderNew, way: notifyWay.inApp, on: true }, { token })
    await tellAs((ctx) => notify(ctx, newOrder('order/9')))
    expect(await unreadOf(token)).toBe(1)
    expect(await signs()).toBe(1)
    const refused = { type: notifyType.security, way: notifyWay.inApp, on: false }
    expect(await t.send(contract.notify.setting, refused, { token })).toMatchObject({ errorCode: -2 })
  })

  it('worth a text message is texted unless muted or read, by night in the morning', async () => {
    const clerk = await accountOf('测试clerk')
    const tellClerk = (level: 2 | 3, ref: string) =>
      tellAs((ctx) =>
        notify(ctx, {
          type: notifyType.approval,
          level,
          ref,
          title: '待审批',
          body: '退款',
          to: { accountIds: [clerk] },
        }),
      )
    const { clerk: token } = w.tokens
    t.clock.set(Date.parse('2026-11-20T23:00:00+08:00'))
    await tellClerk(notifyLevel.important, 'approval/1')
    await tellClerk(notifyLevel.important, 'approval/2')
    await tellClerk(notifyLevel.important, 'approval/3')
    await tellClerk(notifyLevel.urgent, 'approval/4')
    // The urgent one at once, none twice.
    expect([await queuePhoneNotices(t.jobs), await queuePhoneNotices(t.jobs)]).toEqual([1, 0])
    expect([await sendMessages(t.jobs), await sendMessages(t.jobs)]).toEqual([1, 0])
    t.clock.set(Date.parse('2026-11-20T23:01:00+08:00'))
    const [, second] = (await listOf(token)).toReversed()
    await t.call(contract.notify.read, { ids: [second!.id] }, { token })
    await tellAs((ctx) => takeBack(ctx, 'approval/3'))
    t.clock.set(Date.parse('2026-11-21T08:00:00+08:00'))
    expect([await queuePhoneNotices(t.jobs), await sendMessages(t.jobs)]).toEqual([1, 1])
    const sent = await messagesWhere(t, 'true')
    expect(sent).toMatchObject([
      { body: '待审批：退款', mobileMask: expect.stringContaining('****'), state: 2 },
      { body: '待审批：退款', state: 2 },
    ])
    expect(await t.kernel.outside.sms.outbox!()).toMatchObject([
      { template: 'notice', text: '【车驿】「测试租车」提醒您：待审批：退款。' },
      { template: 'notice' },
    ])
    await t.call(contract.notify.setting, { type: notifyType.approval, way: notifyWay.sms, on: false }, { token })
    await tellClerk(notifyLevel.urgent, 'approval/5')
    expect(await queuePhoneNotices(t.jobs)).toBe(0)
  })
})

describe('a withdrawn notice', () => {
  const asked = (ref: string, title = '待审批') =>
    tellAs((ctx) =>
      notify(ctx, {
        type: notifyType.approval,
        level: notifyLevel.important,
        ref,
        title,
        to: { key: 'order.confirm' },
      }),
    )
  const unread = async () => (await listOf(w.tokens.owner)).filter(({ read }) => !read).map(({ title }) => title)

  it('keeps back no other about the same, within ten minutes, also where its reader has read it', async () => {
    await asked('referral/order/7/order.refund')
    await t.root.query('update notification set read_at = $1', [new Date(TEST_NOW)])
    await tellAs((ctx) => takeBack(ctx, 'referral/order/7/order.refund'))
    await asked('referral/order/7/order.refund', '再次待审批')
    expect(await unread()).toEqual(['再次待审批'])
    // A quote that was refused and is asked again.
    await asked('ticketQuote/5/380000', '报价 3,800')
    await tellAs((ctx) => takeBack(ctx, 'ticketQuote/5/'))
    await asked('ticketQuote/5/380000', '报价 3,800')
    expect(await unread()).toEqual(['报价 3,800', '再次待审批'])
  })

  it('takes no other with it whose reference only begins with the same signs', async () => {
    await asked('referral/order/8/order.refund', '退款')
    await asked('referral/order/8/order.refundApprove', '报销审批')
    await tellAs((ctx) => takeBack(ctx, 'referral/order/8/order.refund'))
    expect(await unread()).toEqual(['报销审批'])
  })

  it('is one of an order that got a car again: that it has none a second time is told again', async () => {
    const { orderId } = await book(t, w)
    await t.root.query('delete from notification')
    const loses = () =>
      tellAs((ctx) =>
        openTask(ctx, {
          kind: taskKind.conflict,
          noCar: true,
          refId: orderId,
          orderId,
          storeId: w.stores.pudong,
          detail: {},
        }),
      )
    await loses()
    await loses()
    expect(await unread()).toEqual(['有订单无车可用'])
    await tellAs((ctx) => closeTask(ctx, taskKind.conflict, orderId))
    expect(await unread()).toEqual([])
    t.clock.advance(3 * DAY)
    await loses()
    expect(await unread()).toEqual(['有订单无车可用'])
  })
})

it('one that comes once comes once where two servers tell it in the same moment', async () => {
  const once = (ctx: Context) => {
    notify(ctx, {
      type: notifyType.carePending,
      level: notifyLevel.important,
      ref: 'papers/1/2026-11-27',
      once: true,
      title: '行驶证将到期',
      to: { key: 'order.confirm' },
    })
    return ctx.query('select 1')
  }
  let other: Promise<void> | undefined
  let ended = false
  await tellAs(async (ctx) => {
    await once(ctx)
    other = tellAs(async (beside) => void (await once(beside))).then(() => {
      ended = true
    })
    // The other server is done, or waits for what this one has not committed yet.
    await inTheEnd(async () => {
      const { rows } = await t.root.query(
        `select (select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`,
      )
      expect(ended || rows[0].waiting > 0).toBe(true)
    })
  })
  await other
  const { rows } = await t.root.query(
    `select count(*)::int as n, count(distinct account_id)::int as people from notification where ref = 'papers/1/2026-11-27'`,
  )
  expect(rows[0].n).toBe(rows[0].people)
  expect(rows[0].n).toBeGreaterThan(0)
})

it('another is texted to the roles that the merchant switched on, and shown among one’s own switches there alone', async () => {
  const { rows } = await t.root.query(
    `select id, role_ids[1] as role from account where merchant_id = $1 and name = '测试clerk'`,
    [w.merchantId],
  )
  const [{ id, role }] = rows as [{ id: string; role: string }]
  const told = async (ref: string) => {
    await tellAs((ctx) => notify(ctx, { ...newOrder(ref), to: { accountIds: [id] } }))
    return queuePhoneNotices(t.jobs)
  }
  const smsOf = async () => {
    const all = await t.call(contract.notify.switches, {}, { token: w.tokens.clerk })
    return all.find(({ type }) => type === notifyType.orderNew)!.ways.some(({ way }) => way === notifyWay.sms)
  }
  await t.root.query('delete from outbox')
  expect([await told('order/71'), await smsOf()]).toEqual([0, false])
  const settings = { notify: { muted: [], texted: [`staff.orderNew.sms.${role}`] } }
  await t.root.query('update merchant set settings = $2 where id = $1', [w.merchantId, JSON.stringify(settings)])
  expect([await told('order/72'), await smsOf()]).toEqual([1, true])
  await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])
})

describe('reading', () => {
  it('marks one or all as read, nobody else’s', async () => {
    for (const ref of ['a', 'b', 'c']) await tellAs((ctx) => notify(ctx, newOrder(ref)))
    const { owner, channel } = w.tokens
    const [first] = await listOf(owner)
    expect(await t.call(contract.notify.read, { ids: [first!.id] }, { token: owner })).toEqual({ count: 2 })
    expect(await t.send(contract.notify.read, { ids: [first!.id] }, { token: channel })).toMatchObject({
      errorCode: -4,
    })
    expect(await t.call(contract.notify.read, { all: true }, { token: owner })).toEqual({ count: 0 })
    expect(await unreadOf(channel)).toBe(3)
  })

  it('goes page by page, newest first, and by type', async () => {
    for (const ref of ['a', 'b', 'c']) await tellAs((ctx) => notify(ctx, newOrder(ref)))
    const token = w.tokens.owner
    const first = await t.call(contract.notify.page, { pageSize: 2 }, { token })
    expect(first).toMatchObject({ total: 3, nextCursor: expect.any(String) })
    expect(t.calls.at(-1)).toMatchObject({ queries: 2 })
    const second = await t.call(contract.notify.page, { pageSize: 2, cursor: first.nextCursor! }, { token })
    expect(second.list).toHaveLength(1)
    expect(second.nextCursor).toBeNull()
    expect((await t.call(contract.notify.page, { type: notifyType.alarm }, { token })).list).toEqual([])
  })
})
