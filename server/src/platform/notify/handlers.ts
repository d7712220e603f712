import { contract } from '@cheyi/contract/index'
import { effectiveSettings } from '@cheyi/domain/platform/merchant/setting'
import {
  type AddressWay,
  isAskedFor,
  isOn,
  mayMute,
  type NotifyType,
  type NotifyWay,
  notifyType,
  notifyWay,
  notifyWays,
  raised,
  ringsFor,
  switchOf,
} from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, implement } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { nameOf } from '../audit/actions.ts'
import { forgetAddresses, keepAddress, SCENE_LIFE, sceneOf, waysTo } from './address.ts'
import { portOf } from './ring-phones.ts'
import * as store from './store.ts'

/** Counting stops here; above 99 the badge shows 99+. */
const BADGE_CAP = 100

export const notify = implement(contract.notify, {
  async page({ type, unread, ...ask }, ctx) {
    const filter = { type: type ?? null, unread: unread ?? false }
    return listAnswer(ask, {
      rows: store.page(ctx, filter, cursorKeys(ask, 'id')?.[0] ?? null, pageSize(ask) + 1),
      count: () => store.count(ctx, filter),
      keys: ({ id }) => [id],
      view: (row) => ({
        ...row,
        about: row.orderName === null ? '' : nameOf('order', row.orderName, ctx.now),
        read: row.readAt !== null,
        at: row.createdAt,
      }),
    })
  },

  unread: async (_, ctx) => ({ count: await unreadOf(ctx) }),

  async read({ ids, all }, ctx) {
    if (all) await store.readAll(ctx)
    else {
      const given = new Set(ids)
      if ((await store.markRead(ctx, [...given])) !== given.size) throw new Refusal('notFound')
    }
    return { count: await unreadOf(ctx) }
  },

  switches: (_, ctx) => noticeSwitches(ctx),

  async setting({ type, way, on }, ctx) {
    if (!on && !mayMute(type)) throw new Refusal('badInput', { 字段: '账号安全消息不能关闭', field: 'on' })
    const name = switchOf(type, way)
    ctx.audit({ targetType: 'account', targetId: ctx.accountId, after: { [name]: on } })
    await store.set(ctx, name, on !== isAskedFor(type, way))
    return noticeSwitches(ctx)
  },

  async reach(_, ctx) {
    const { userId, sessionId } = ctx.identity
    const ways = await waysTo(ctx.query, userId, sessionId)
    const reached = (way: AddressWay) => (portOf({ outside: ctx.outside() }, way) === null ? null : ways.includes(way))
    return { push: reached(notifyWay.push), wechat: reached(notifyWay.wechat) }
  },

  async device({ registrationId }, ctx) {
    if (ctx.outside().push === null) return { push: false }
    const { userId, sessionId } = ctx.identity
    await keepAddress(ctx.query, ctx.vaults.platform, {
      userId,
      way: notifyWay.push,
      sessionId,
      address: registrationId,
    })
    return { push: true }
  },

  async followCode(_, ctx) {
    const { follow } = ctx.outside()
    const code = await follow?.codeOf(sceneOf(ctx.vaults.platform, ctx.identity.userId, ctx.now))
    return { code: code ?? null, expireAt: ctx.now + SCENE_LIFE }
  },

  async unfollow(_, ctx) {
    await forgetAddresses(ctx.query, ctx.identity.userId, notifyWay.wechat)
    return { wechat: false }
  },
})

const unreadOf = (ctx: Parameters<typeof store.count>[0]) => store.count(ctx, { type: null, unread: true }, BADGE_CAP)

/** All notice types with the account's own switches; only the ways that the installation supports and the merchant's matrix enables. */
async function noticeSwitches(ctx: Context) {
  const { muted, roleIds, settings } = await store.mine(ctx)
  const matrix = effectiveSettings(settings).notify
  const rings = (type: NotifyType, way: NotifyWay): boolean => {
    if (way === notifyWay.inApp) return true
    return (
      (way === notifyWay.sms || portOf({ outside: ctx.outside() }, way) !== null) &&
      ringsFor(type, way, matrix, roleIds)
    )
  }
  const mine = raised.filter((type) => type !== notifyType.morning || ctx.can('data'))
  return mine.map((type) => ({
    type,
    ways: notifyWays.values
      .filter((way) => rings(type, way))
      .map((way) => ({ way, on: isOn(type, way, muted), fixed: !mayMute(type) })),
  }))
}
