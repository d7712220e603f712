import type { OutputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, found, implement, sameVersion } from '../kernel/context.ts'
import { isFirstPage, paged, totalOf } from '../kernel/paging.ts'
import { inOrder, mediaViews } from '../media/actions.ts'
import { modelImage } from './actions.ts'
import { save } from './save.ts'
import * as store from './store.ts'

type Facts = Omit<OutputOf<typeof contract.model.library>[number], 'libraryId' | 'owned'>

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
        carType: row.carType,
        energy: row.energy,
        gearbox: row.gearbox,
        seats: row.seats,
        displacement: row.displacement,
        image: modelImage(ctx, row.images),
        brand: row.brand,
        series: row.series,
        config: row.config,
        modelYear: row.modelYear,
        doors: row.doors,
        tankL: row.tankL,
        batteryKwh: row.batteryKwh,
        rangeKm: row.rangeKm,
        licenceClass: row.licenceClass,
        depositRent: row.depositRentFen,
        depositIllegal: row.depositIllegalFen,
        mileageLimitKmPerDay: row.mileageLimitKmPerDay,
        overMileageFenPerKm: row.overMileagePerKmFen,
        vehicleCount: Number(row.vehicleCount ?? 0),
        status: row.status,
        sort: row.sort,
        version: row.version,
      })),
      ...totalOf(count),
      nextCursor: page.nextCursor,
    }
  },

  async detail({ modelId }, ctx) {
    const row = found(await store.byId(ctx.db, modelId))
    const [images, cars] = await Promise.all([mediaViews(ctx, row.imageIds), carsOf(ctx, row.id)])
    return {
      modelId: row.id,
      ...factsOf(row),
      depositRent: row.depositRentFen,
      depositIllegal: row.depositIllegalFen,
      mileageLimitKmPerDay: row.mileageLimitKmPerDay,
      overMileageFenPerKm: row.overMileagePerKmFen,
      images: inOrder(images, row.imageIds),
      sort: row.sort,
      status: row.status,
      version: row.version,
      vehicleCount: cars.all,
      inServiceCount: cars.inService,
    }
  },

  save,

  async setStatus({ modelId, status, version }, ctx) {
    const row = found(await store.lock(ctx.db, modelId))
    sameVersion(version, row.version)
    if (status === OFF && (await carsOf(ctx, row.id)).inService > 0) throw new Refusal('modelInService')
    const saved = await store.update(ctx.db, row.id, { status })
    ctx.audit({ targetType: 'model', targetId: row.id, before: { status: row.status }, after: { status } })
    return { status, version: saved.version }
  },

  async library(input, ctx) {
    const rows = await store.library(ctx.db, input)
    return rows.map((row) => ({ libraryId: row.id, ...factsOf(row), owned: Boolean(row.owned) }))
  },
})

/** Out of use: kept for its orders, offered no more. */
const OFF = 0

/** Cars are counted whoever may see them. */
const carsOf = (ctx: Context, modelId: string) => ctx.elevated(() => store.cars(ctx.db, modelId))

const factsOf = (row: store.FactsRow): Facts => ({
  brand: row.brand,
  series: row.series,
  name: row.name,
  config: row.config,
  modelYear: row.modelYear,
  carType: row.carType,
  seats: row.seats,
  doors: row.doors,
  gearbox: row.gearbox,
  energy: row.energy,
  displacement: row.displacement,
  tankL: row.tankL,
  batteryKwh: row.batteryKwh,
  rangeKm: row.rangeKm,
  licenceClass: row.licenceClass,
})
