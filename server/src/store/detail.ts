import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { effectiveSettings, isSettingValue } from '@cheyi/domain/merchant/setting'
import { type Context, found } from '../kernel/context.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import { inSight } from './actions.ts'
import * as store from './store.ts'

type Detail = OutputOf<typeof contract.store.detail>

/** Everything that is written down about a store, and what its form needs besides. */
export async function detail({ storeId }: ParsedOf<typeof contract.store.detail>, ctx: Context): Promise<Detail> {
  const row = found(await store.byId(ctx.db, inSight(ctx, storeId)))
  const [beside, hanging, photos] = await Promise.all([
    store.beside(ctx.db, row),
    ctx.elevated(() => store.hanging(ctx, row.id)),
    mediaViews(ctx, row.photoIds),
  ])
  const own = row.settings as Record<string, unknown>
  const ownMinutes = (name: keyof Detail['settings']) =>
    isSettingValue(name, own[name]) ? (own[name] as number) : null
  const { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes } = effectiveSettings(beside.merchantSettings)
  return {
    storeId: row.id,
    name: row.name,
    code: row.code,
    status: row.status as Detail['status'],
    cityCode: row.cityCode,
    cityName: row.cityName,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    phones: row.phones,
    manager: beside.manager === undefined ? null : { accountId: beside.manager.id, name: beside.manager.name },
    hours: row.hours as Detail['hours'],
    holidays: (row.holidays as { date: string; closed?: boolean; hours?: Detail['hours'] }[])
      .map(({ date, closed = false, hours = [] }) => ({ date, closed, hours }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    pickupModes: row.pickupModes as Detail['pickupModes'],
    returnModes: row.returnModes as Detail['returnModes'],
    serviceAreas: (row.serviceAreas as Omit<Detail['serviceAreas'][number], 'hours'>[]).map((area) => ({
      hours: [],
      ...area,
    })),
    minLeadMinutes: row.minLeadMinutes,
    maxAdvanceDays: row.maxAdvanceDays,
    minRentHours: row.minRentHours,
    maxRentDays: row.maxRentDays,
    settings: {
      turnaroundMinutes: ownMinutes('turnaroundMinutes'),
      prepMinutes: ownMinutes('prepMinutes'),
      graceMinutes: ownMinutes('graceMinutes'),
      dayAfterMinutes: ownMinutes('dayAfterMinutes'),
    },
    merchantSettings: { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes },
    allowOneWay: row.allowOneWay,
    oneWayStoreIds: row.oneWayStores,
    photos: inOrder(photos, row.photoIds),
    version: row.version,
    fees: beside.fees.map(({ id, kind, name }) => ({ feeConfigId: id, kind, name })),
    vehicleCount: hanging.vehicles,
    openOrderCount: hanging.orders,
  }
}
