import type { OutputOf, ParsedOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { effectiveSettings, isSettingValue } from '@cheyi/domain/merchant/setting'
import { type Context, found } from '../kernel/context.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import { inSight } from './scope.ts'
import * as store from './store.ts'

type Detail = OutputOf<typeof contract.store.detail>

/** Everything that is written down about a store, and what its form needs besides. */
export async function detail({ storeId }: ParsedOf<typeof contract.store.detail>, ctx: Context): Promise<Detail> {
  const row = found(await store.byId(ctx.db, inSight(ctx, storeId)))
  const [beside, hanging, photos] = await Promise.all([
    store.beside(ctx.db, row),
    ctx.elevated(() => store.hanging(ctx, row.id)),
    mediaViews(ctx, row.photo_ids),
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
    cityCode: row.city_code,
    cityName: row.city_name,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    phones: row.phones,
    manager: beside.manager === undefined ? null : { accountId: beside.manager.id, name: beside.manager.name },
    hours: row.hours as Detail['hours'],
    holidays: (row.holidays as { date: string; closed?: boolean; hours?: Detail['hours'] }[])
      .map(({ date, closed = false, hours = [] }) => ({ date, closed, hours }))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    pickupModes: row.pickup_modes as Detail['pickupModes'],
    returnModes: row.return_modes as Detail['returnModes'],
    serviceAreas: (row.service_areas as Omit<Detail['serviceAreas'][number], 'hours'>[]).map((area) => ({
      hours: [],
      ...area,
    })),
    minLeadMinutes: row.min_lead_minutes,
    maxAdvanceDays: row.max_advance_days,
    minRentHours: row.min_rent_hours,
    maxRentDays: row.max_rent_days,
    settings: {
      turnaroundMinutes: ownMinutes('turnaroundMinutes'),
      prepMinutes: ownMinutes('prepMinutes'),
      graceMinutes: ownMinutes('graceMinutes'),
      dayAfterMinutes: ownMinutes('dayAfterMinutes'),
    },
    merchantSettings: { turnaroundMinutes, prepMinutes, graceMinutes, dayAfterMinutes },
    allowOneWay: row.allow_one_way,
    oneWayStoreIds: row.one_way_stores,
    photos: inOrder(photos, row.photo_ids),
    version: row.version,
    fees: beside.fees.map(({ id, kind, name }) => ({ feeConfigId: id, kind, name })),
    vehicleCount: hanging.vehicles,
    openOrderCount: hanging.orders,
  }
}
