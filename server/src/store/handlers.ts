import type { OutputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { implement } from '../kernel/context.ts'
import * as store from './store.ts'

type Row = OutputOf<typeof contract.store.list>[number]

export const storeRoom = implement(contract.store, {
  async list(input, ctx) {
    const { identity } = ctx
    const rows = await store.list(ctx.db, { ...input, ids: identity.scope === 'all' ? null : identity.storeIds })
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      cityCode: row.city_code,
      cityName: row.city_name,
      address: row.address,
      lat: row.lat,
      lng: row.lng,
      phones: row.phones,
      status: row.status as Row['status'],
      hours: row.hours as Row['hours'],
      pickupModes: row.pickup_modes as Row['pickupModes'],
      returnModes: row.return_modes as Row['returnModes'],
      allowOneWay: row.allow_one_way,
      oneWayStoreIds: row.one_way_stores,
      minRentHours: row.min_rent_hours,
      maxRentDays: row.max_rent_days,
      maxAdvanceDays: row.max_advance_days,
    }))
  },
})
