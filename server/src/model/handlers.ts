import type { OutputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { implement } from '../kernel/context.ts'
import { isFirstPage, paged, totalOf } from '../kernel/paging.ts'
import * as store from './store.ts'

type Row = OutputOf<typeof contract.model.list>['list'][number]

export const model = implement(contract.model, {
  async list(input, ctx) {
    const [rows, count] = await Promise.all([
      store.page(ctx.db, input),
      isFirstPage(input) ? store.count(ctx.db, input) : null,
    ])
    const page = paged(rows, input, (row) => [row.sort, row.id])
    return {
      list: page.rows.map((row) => ({
        modelId: row.id,
        name: row.name,
        carType: row.car_type as Row['carType'],
        energy: row.energy as Row['energy'],
        gearbox: row.gearbox as Row['gearbox'],
        seats: row.seats,
        displacement: row.displacement,
        image: row.images[0] ?? null,
        brand: row.brand,
        series: row.series,
        modelYear: row.model_year,
        doors: row.doors,
        tankL: row.tank_l,
        batteryKwh: row.battery_kwh,
        rangeKm: row.range_km,
        licenceClass: row.licence_class,
        depositRent: row.deposit_rent_fen,
        depositIllegal: row.deposit_illegal_fen,
        mileageLimitKmPerDay: row.mileage_limit_km_per_day,
        overMileageFenPerKm: row.over_mileage_per_km_fen,
        vehicleCount: Number(row.vehicle_count ?? 0),
        status: row.status,
        sort: row.sort,
        version: row.version,
      })),
      ...totalOf(count),
      nextCursor: page.nextCursor,
    }
  },
})
