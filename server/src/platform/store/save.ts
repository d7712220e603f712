import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { isClosedStore, isPausedStore, storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { cityName } from '@cheyi/domain/platform/region/regions'
import { areaProblem } from '@cheyi/domain/platform/store/area-shape'
import { exceptionProblem, overlappingWindows, windowProblem } from '@cheyi/domain/platform/store/hours'
import type { OpeningWindow } from '@cheyi/domain/platform/store/opening'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { weekday } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { linkMedia, unlinkMedia } from '../media/actions.ts'
import { inSight } from './actions.ts'
import * as store from './store.ts'
import { areaFeesOf } from './uses.ts'

type Input = ParsedOf<typeof contract.store.save>

/** Changes a store, or opens a new one. @throws Refusal hoursOverlap (6001), stale (-5), badInput (-2) naming the field, notFound (-4) */
export const save: HandlerOf<'store', 'save'> = async (input, ctx) => {
  const before = await existing(ctx, input)
  const row = rowOf(input)
  const id = before?.id ?? (await newId(ctx))
  await checkNames(ctx, input, before?.id ?? null)
  await linkMedia(ctx, input.photoIds, { biz: 'store', bizId: id })
  const gone = before?.photoIds.filter((photo) => !input.photoIds.includes(photo)) ?? []
  await unlinkMedia(ctx, gone, { biz: 'store', bizId: id })
  const columns = {
    ...row,
    ...(before !== null && isDraft(before) ? { status: storeStatus.open } : {}),
  }
  const saved =
    before === null ? await store.insert(ctx.db, { ...columns, id }) : await store.update(ctx.db, before.id, columns)
  ctx.audit({
    targetType: 'store',
    targetId: saved.id,
    ...(before === null ? { after: { name: row.name } } : changesOf(before, row)),
  })
  return { storeId: saved.id, version: saved.version }
}

/** A store created by the registration: paused, and without a position. It opens with its first save. */
const isDraft = ({ status, lat }: store.StoreRow): boolean => isPausedStore(status) && lat === null

/** The stored row with a lock; null for a new store. */
async function existing(ctx: Context, { storeId, version }: Input): Promise<store.StoreRow | null> {
  if (storeId === undefined) return null
  const row = requireFound(await store.lock(ctx.db, inSight(ctx, storeId)))
  if (isClosedStore(row.status)) throw badInput('storeId', '门店已关闭，不能修改')
  requireVersion(version, row.version)
  return row
}

/** The row of a valid input. */
function rowOf(input: Input) {
  const city = cityName(input.cityCode)
  if (city === null) throw badInput('cityCode', '请选择城市')
  checkWindows(input.hours, 'hours')
  const wrongDate = exceptionProblem(input.holidays)
  if (wrongDate !== null) throw badInput('holidays', `${wrongDate.date} ${wrongDate.why}`)
  const holidays = input.holidays.map(({ date, closed, hours }) => ({
    date,
    closed,
    // Hours of one date always belong to its weekday, regardless of the input.
    hours: closed ? [] : hours.map((window) => ({ ...window, weekdays: [weekday(date)] })),
  }))
  for (const { hours } of holidays) checkWindows(hours, 'holidays')
  for (const area of input.serviceAreas) {
    const { name, hours } = area
    const problem = areaProblem(area)
    if (problem !== null) throw badInput('serviceAreas', `${name}：${problem}`)
    checkWindows(hours, 'serviceAreas')
  }
  const { storeId, version, oneWayStoreIds, ...fields } = input
  return {
    ...fields,
    cityName: city,
    holidays,
    pickupModes: [...new Set(input.pickupModes)],
    returnModes: [...new Set(input.returnModes)],
    settings: ownSettings(input.settings),
    oneWayStores: input.allowOneWay ? [...new Set(oneWayStoreIds)] : [],
  }
}

/** Only the values that differ from the merchant's. */
const ownSettings = (given: Input['settings']) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

/** @throws Refusal hoursOverlap (6001), badInput (-2) */
function checkWindows(windows: readonly OpeningWindow[], field: string): void {
  for (const window of windows) {
    const problem = windowProblem(window)
    if (problem !== null) throw badInput(field, problem)
  }
  if (overlappingWindows(windows) !== null) throw new Refusal('hoursOverlap', { field })
}

/** Checks that the referenced accounts, stores and fees exist. */
async function checkNames(ctx: Context, input: Input, storeId: string | null): Promise<void> {
  const feeIds = input.serviceAreas.flatMap(({ feeConfigId }) => feeConfigId ?? [])
  const storeIds = [...new Set(input.oneWayStoreIds)]
  if (storeId !== null && storeIds.includes(storeId)) throw badInput('oneWayStoreIds', '异店还车门店不包括本店')
  const [known, fees] = await Promise.all([
    store.existingIds(ctx, { managerId: input.managerAccountId, storeIds }),
    storeId === null ? [] : areaFeesOf(ctx.db, storeId),
  ])
  if (!known.manager) throw badInput('managerAccountId', '店长不是在职员工')
  if (known.stores !== storeIds.length) throw badInput('oneWayStoreIds', '还车门店不存在或已关闭')
  if (!feeIds.every((id) => fees.some(({ feeConfigId }) => feeConfigId === id)))
    throw badInput('serviceAreas', '送取费用不存在')
}
