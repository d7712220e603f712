import { advance } from '@cheyi/domain/advance'
import { alarmSteps } from '@cheyi/domain/fleet/vehicle-control/alarm'
import {
  type AlarmRule,
  type AlarmType,
  limitProblem,
  ofMovement,
  rulesOf,
} from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmType, alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { trackOf } from '@cheyi/domain/fleet/vehicle-control/track'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { orders } from '../../../kernel/orders.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { pendingWorkChanges } from '../../../platform/pending-work/actions.ts'
import { inSight } from '../../../platform/store/actions.ts'
import { nearest, orderCard } from '../cars.ts'
import { stores } from '../store.ts'
import { fixesOf, isInSight } from '../track-store.ts'
import { takeBackNotices } from './notices.ts'
import * as store from './store.ts'

/** How much of a track is shown before and after an alarm began. */
const AROUND = 15 * MINUTE

const degrees = (e6: number | null): number | null => (e6 === null ? null : e6 / 1e6)

const viewOf = (row: store.ShownRow) => ({ ...row, alarmId: row.id, limit: row.limitValue })

/** @throws Refusal notFound (-4) for a store that is not visible to the account */
export const alarmPage: HandlerOf<'vehicleControl', 'alarmPage'> = async (input, ctx) => {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const [rows, todo] = await Promise.all([
    store.page(ctx, input, cursorKeys(input, 'int', 'id'), pageSize(input) + 1),
    isFirstPage(input) ? store.countTodo(ctx, input) : null,
  ])
  const page = buildPage(rows, input, ({ level, id }) => [level, id])
  return {
    list: page.rows.map(viewOf),
    nextCursor: page.nextCursor,
    ...totalOf(input.group === 'todo' ? todo : null),
    counts: todo === null ? null : { todo },
  }
}

/** @throws Refusal notFound (-4) */
export const alarmDetail: HandlerOf<'vehicleControl', 'alarmDetail'> = async ({ alarmId }, ctx) => {
  const row = requireFound(await store.byId(ctx, alarmId))
  const place = { lat: degrees(row.latE6), lng: degrees(row.lngE6) }
  const [order, places, { trackRetentionDays }] = await Promise.all([
    row.orderId === null ? undefined : orders.brief(ctx, row.orderId),
    stores(ctx),
    settingsOf(ctx),
  ])
  return {
    ...viewOf(row),
    ...place,
    near: nearest(place, places),
    order: order === undefined ? null : orderCard(ctx, order),
    trackGone: row.startAt - AROUND < ctx.now - trackRetentionDays * DAY,
  }
}

/**
 * The look is written to the audit log before the answer, as every look at a track is.
 * @throws Refusal notFound (-4), trackTooOld (10003)
 */
export const alarmTrack: HandlerOf<'vehicleControl', 'alarmTrack'> = async ({ alarmId }, ctx) => {
  const [row, { trackRetentionDays }] = await Promise.all([store.byId(ctx, alarmId), settingsOf(ctx)])
  const { vehicleId, startAt, type } = requireFound(row)
  const [from, to] = [startAt - AROUND, startAt + AROUND]
  if (from < ctx.now - trackRetentionDays * DAY) throw new Refusal('trackTooOld', {})
  const reason = `报警：${alarmTypes.text(type)}`
  await ctx.auditRead({ targetType: 'vehicleTrack', targetId: vehicleId, after: { reason, from, to } })
  const { points } = trackOf(await fixesOf(ctx, vehicleId, from, to))
  return { points: points.map((point) => ({ ...point, speed: point.speed / 10 })) }
}

/**
 * The condition of a closed alarm may go on; only once it is over can it raise another one. A doubt about a device is over when it is
 * closed, because engines may be cut from then on: that needs the permission for devices.
 * @throws Refusal badInput (-2) without a note, notFound (-4), stale (-5)
 */
export const alarmHandle: HandlerOf<'vehicleControl', 'alarmHandle'> = async ({ alarmId, version, act, note }, ctx) => {
  const row = requireFound(await store.lock(ctx, alarmId))
  requireVersion(version, row.version)
  const closes = act === 'handle' || act === 'dismiss'
  if (closes && note.trim().length < 2) throw badInput('note', '请填写处理说明')
  const isDoubt = row.type === alarmType.forged
  if (closes && isDoubt) ctx.require('vehicleControl.device')
  const state = advance(alarmSteps, act, row.state)
  const by = act === 'release' ? null : ctx.accountId
  const saved = await store.update(ctx, row, {
    state,
    handledBy: by,
    handledAt: by === null ? null : ctx.now,
    ...(closes && { note: note.trim(), ...(isDoubt && { endAt: ctx.now }) }),
  })
  pendingWorkChanges(ctx, 'alarm', [alarmId])
  if (act !== 'release') takeBackNotices(ctx, row)
  ctx.audit({
    targetType: 'alarm',
    targetId: alarmId,
    before: { state: row.state },
    after: { state, ...(closes && { note: note.trim() }) },
  })
  return { alarmId, state, version: saved.version }
}

async function shownRules(ctx: Context) {
  const changed = await store.rules(ctx)
  const own = new Set(changed.map(({ type }) => type))
  return { rules: [...rulesOf(changed).values()].map((rule) => ({ ...rule, own: own.has(rule.type) })) }
}

export const alarmRules: HandlerOf<'vehicleControl', 'alarmRules'> = (_, ctx) => shownRules(ctx)

/** @throws Refusal badInput (-2) for a threshold out of its range */
export const alarmRuleSave: HandlerOf<'vehicleControl', 'alarmRuleSave'> = async ({ rules }, ctx) => {
  rules.forEach(({ type, limit }, n) => {
    const problem = limitProblem(type, limit)
    if (problem !== null) throw badInput(`rules.${n}.limit`, `${alarmTypes.text(type)}${problem}`)
  })
  if (new Set(rules.map(({ type }) => type)).size < rules.length) throw badInput('rules', '报警类型重复')
  const before = rulesOf(await store.rules(ctx))
  await store.saveRules(ctx, rules satisfies readonly AlarmRule[])
  ctx.audit({
    targetType: 'merchant',
    targetId: ctx.merchantId,
    before: { alarmRules: rules.map(({ type }) => ruleText(before.get(type)!)).join('；') },
    after: { alarmRules: rules.map(ruleText).join('；') },
  })
  return shownRules(ctx)
}

const ruleText = ({ type, active, notify, level, limit }: AlarmRule): string =>
  [alarmTypes.text(type), active ? '启用' : '停用', notify ? '通知' : '不通知', `级别${level}`, limit]
    .filter((part) => part !== null)
    .join(' ')

/**
 * Alarms that a car does not raise, because the shop moves it without any record. An open alarm of such a type ends with the next report.
 * @throws Refusal notFound (-4)
 */
export const alarmOffSave: HandlerOf<'vehicleControl', 'alarmOffSave'> = async ({ vehicleId, types }, ctx) => {
  const before = requireFound((await isInSight(ctx, vehicleId)) ? await store.offOf(ctx, vehicleId) : undefined)
  const off = ofMovement.filter((type) => types.includes(type))
  await store.saveOff(ctx, vehicleId, off)
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicleId,
    before: { alarmsOff: namesOf(before) },
    after: { alarmsOff: namesOf(off) },
  })
  return { types: off }
}

const namesOf = (types: readonly AlarmType[]): string => types.map((type) => alarmTypes.text(type)).join('、')
