import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { effectiveSettings, isSettingValue } from '@cheyi/domain/platform/merchant/setting'
import { found, type HandlerOf } from '../../kernel/context.ts'
import { inOrder, mediaViews } from '../../platform/media/actions.ts'
import { inSight } from './actions.ts'
import * as store from './store.ts'

type Detail = OutputOf<typeof contract.store.detail>

/** All fields of a store, and the choices of its form. */
export const detail: HandlerOf<'store', 'detail'> = async ({ storeId }, ctx) => {
  const row = found(await store.byId(ctx.db, inSight(ctx, storeId)))
  const [beside, hanging, photos] = await Promise.all([
    store.beside(ctx.db, row),
    ctx.elevated(() => store.hanging(ctx, row.id)),
    mediaViews(ctx, row.photoIds),
  ])
  const ownMinutes = (name: keyof Detail['settings']) => {
    const value = row.settings[name]
    return isSettingValue(name, value) ? value : null
  }
  const { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes } = effectiveSettings(beside.merchantSettings)
  return {
    ...row,
    storeId: row.id,
    manager: beside.manager === undefined ? null : { accountId: beside.manager.id, name: beside.manager.name },
    holidays: row.holidays
      .map(({ date, closed = false, hours = [] }) => ({ date, closed, hours }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    serviceAreas: row.serviceAreas.map((area) => ({ hours: [], radiusKm: null, ...area })),
    settings: {
      turnaroundMinutes: ownMinutes('turnaroundMinutes'),
      prepMinutes: ownMinutes('prepMinutes'),
      graceMinutes: ownMinutes('graceMinutes'),
      dayAfterMinutes: ownMinutes('dayAfterMinutes'),
    },
    merchantSettings: { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes },
    oneWayStoreIds: row.oneWayStores,
    photos: inOrder(photos, row.photoIds),
    fees: beside.fees,
    vehicleCount: hanging.vehicles,
    openOrderCount: hanging.orders,
  }
}
