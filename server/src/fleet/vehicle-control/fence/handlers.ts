import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { fenceRule } from '@cheyi/domain/fleet/vehicle-control/codes'
import {
  type FenceShape,
  fenceWords,
  kindOf,
  MAX_FENCES,
  shapeOf,
  shapeProblem,
  storedShape,
} from '@cheyi/domain/fleet/vehicle-control/fence'
import { pick } from '@cheyi/domain/pick'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, requireFound, requireVersion } from '../../../kernel/context.ts'
import { changesOf } from '../../../kernel/db/changes.ts'
import { buildPage, cursorKeys, pageSize, totalOf } from '../../../kernel/db/paging.ts'
import { inSight, knownStore } from '../../../platform/store/actions.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.vehicleControl.fenceSave>

const viewOf = ({ id, vehicleIds, shape, ...row }: store.ListRow) => ({
  ...row,
  fenceId: id,
  radiusM: 'ring' in shape ? null : shape.radiusM,
  cars: vehicleIds.length,
})

/** @throws Refusal notFound (-4) for a store that is not visible to the account */
export const fencePage: HandlerOf<'vehicleControl', 'fencePage'> = async (input, ctx) => {
  if (input.storeId !== undefined) inSight(ctx, input.storeId)
  const rows = await store.page(ctx, input, cursorKeys(input, 'id')?.[0] ?? null, pageSize(input) + 1)
  const page = buildPage(rows, input, ({ id }) => [id])
  return { list: page.rows.map(viewOf), nextCursor: page.nextCursor, ...totalOf(null) }
}

/** @throws Refusal notFound (-4) */
export const fenceDetail: HandlerOf<'vehicleControl', 'fenceDetail'> = async ({ fenceId }, ctx) => {
  const row = requireFound(await store.byId(ctx, fenceId))
  const shape = shapeOf(row.shape)
  return {
    ...viewOf(row),
    center: 'ring' in shape ? null : shape.center,
    ring: 'ring' in shape ? [...shape.ring] : [],
    vehicles: row.vehicleIds.length === 0 ? [] : await store.vehicles(ctx, row.vehicleIds),
  }
}

/**
 * Reports are compared with the fence within a few seconds; a zone without engine cuts is in force at once.
 * @throws Refusal badInput (-2), notFound (-4) for a store or car that is not visible, stale (-5)
 */
export const fenceSave: HandlerOf<'vehicleControl', 'fenceSave'> = async (input, ctx) => {
  const shape = shapeIn(input)
  const problem = shapeProblem(shape)
  if (problem !== null) throw badInput('ring', problem)
  if ((input.rule === fenceRule.speed) !== (input.limitKmh !== null))
    throw badInput('limitKmh', input.limitKmh === null ? '请输入限速' : '只有超速规则可设限速')
  const { hours } = input
  if (hours !== null && input.rule === fenceRule.noCut) throw badInput('hours', '禁断油电区域始终有效，不分时段')
  if (hours !== null && hours.from === hours.to) throw badInput('hours', '开始和结束时间不能相同')
  await checkTargets(ctx, input)
  const facts = {
    ...pick(input, 'name', 'rule', 'limitKmh', 'level', 'storeId', 'active'),
    kind: kindOf(shape),
    shape: storedShape(shape),
    vehicleIds: [...new Set(input.vehicleIds)],
    hours,
  }
  if (input.fenceId === undefined) {
    if ((await store.count(ctx)) >= MAX_FENCES) throw badInput('name', `最多${MAX_FENCES}个围栏`)
    const { id, version } = await store.insert(ctx, facts)
    ctx.audit({ targetType: 'fence', targetId: id, after: auditFieldsOf(facts) })
    return { fenceId: id, version }
  }
  const before = requireFound(await store.lock(ctx, input.fenceId))
  requireVersion(input.version, before.version)
  const { id, version } = store.update(ctx, before, facts)
  ctx.audit({ targetType: 'fence', targetId: id, ...changesOf(auditFieldsOf(before), auditFieldsOf(facts)) })
  return { fenceId: id, version }
}

/** For the audit log. */
const auditFieldsOf = (row: Pick<store.FenceRow, 'name' | 'rule' | 'limitKmh' | 'hours' | 'shape' | 'active'>) => ({
  name: row.name,
  summary: fenceWords({ ...row, radiusM: 'ring' in row.shape ? null : row.shape.radiusM }),
  active: row.active,
})

function shapeIn({ center, radiusM, ring }: Input): FenceShape {
  if (center === null) return { ring }
  if (radiusM === null) throw badInput('radiusM', '请输入半径')
  return { center, radiusM }
}

/** A fence for all stores, written by an account for some, is refused by the table. */
async function checkTargets(ctx: Context, { storeId, vehicleIds }: Input): Promise<void> {
  if (storeId !== null) await knownStore(ctx, storeId)
  const ids = [...new Set(vehicleIds)]
  if (ids.length > 0 && (await store.vehicles(ctx, ids)).length < ids.length)
    throw badInput('vehicleIds', '有车辆不存在或不在您的门店，请重新选择')
}

/** @throws Refusal notFound (-4), stale (-5) */
export const fenceEnable: HandlerOf<'vehicleControl', 'fenceEnable'> = async ({ fenceId, version, active }, ctx) => {
  const before = requireFound(await store.lock(ctx, fenceId))
  requireVersion(version, before.version)
  const after = store.update(ctx, before, { active })
  ctx.audit({ targetType: 'fence', targetId: fenceId, before: { active: before.active }, after: { active } })
  return { fenceId, version: after.version }
}

/** @throws Refusal notFound (-4), stale (-5) */
export const fenceRemove: HandlerOf<'vehicleControl', 'fenceRemove'> = async ({ fenceId, version }, ctx) => {
  const before = requireFound(await store.lock(ctx, fenceId))
  requireVersion(version, before.version)
  store.update(ctx, before, { active: false, deletedAt: ctx.now })
  ctx.audit({ targetType: 'fence', targetId: fenceId, before: { name: before.name } })
  return { fenceId }
}
