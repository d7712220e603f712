import { contract } from '@cheyi/contract/index'
import { mayMute, raised, switchOf, waysOf } from '@cheyi/domain/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { implement } from '../kernel/context.ts'
import { cursorKeys, isFirstPage, paged, pageSize, TOTAL_CAP, totalOf } from '../kernel/db/paging.ts'
import * as store from './store.ts'

/** The badge says 99+ beyond. */
const BADGE_CAP = 100

export const notify = implement(contract.notify, {
  async page({ type, unread, ...ask }, ctx) {
    const filter = { type: type ?? null, unread: unread ?? false }
    const [before] = cursorKeys(ask, 'id') ?? [null]
    const [found, count] = await Promise.all([
      store.page(ctx, filter, before ?? null, pageSize(ask) + 1),
      isFirstPage(ask) ? store.count(ctx, filter, TOTAL_CAP + 1) : null,
    ])
    const { rows, nextCursor } = paged(found, ask, (row) => [row.id])
    const list = rows.map(({ id, title, body, link, ...row }) => ({
      id,
      type: row.type,
      level: row.level,
      title,
      body,
      link,
      read: row.readAt !== null,
      at: row.createdAt,
    }))
    return { list, nextCursor, ...totalOf(count) }
  },

  unread: async (_, ctx) => ({ count: await unreadOf(ctx) }),

  async read({ ids, all }, ctx) {
    if (all) await store.readAll(ctx)
    else {
      const given = new Set(ids)
      if ((await store.read(ctx, [...given])) !== given.size) throw new Refusal('notFound')
    }
    return { count: await unreadOf(ctx) }
  },

  switches: async (_, ctx) => shown(await store.muted(ctx)),

  async setting({ type, way, on }, ctx) {
    if (!on && !mayMute(type)) throw new Refusal('badInput', { 字段: '账号安全消息不能关闭', field: 'on' })
    if (!waysOf(type).includes(way)) throw new Refusal('badInput', { 字段: '该消息没有这种接收方式', field: 'way' })
    const name = switchOf(type, way)
    ctx.audit({ targetType: 'account', targetId: ctx.accountId, after: { [name]: on } })
    return shown(await store.set(ctx, name, on))
  },
})

const unreadOf = (ctx: Parameters<typeof store.count>[0]) => store.count(ctx, { type: null, unread: true }, BADGE_CAP)

/** Every type that is raised, with its ways, as one's own switches stand. */
const shown = (muted: readonly string[]) =>
  raised.map((type) => ({
    type,
    ways: waysOf(type).map((way) => ({ way, on: !muted.includes(switchOf(type, way)), fixed: !mayMute(type) })),
  }))
