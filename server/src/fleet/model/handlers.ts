import { contract } from '@cheyi/contract/index'
import { isModelOff } from '@cheyi/domain/fleet/inventory/codes'
import { proposedDeposits } from '@cheyi/domain/money/deposit/proposal'
import { refuseFaults } from '@cheyi/domain/pricing/price/rule'
import { depositFaults } from '@cheyi/domain/pricing/terms/check'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, found, implement, sameVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { named } from '../../platform/lookup/actions.ts'
import { inOrder, mediaViews } from '../../platform/media/actions.ts'
import { modelImage } from './actions.ts'
import { save } from './save.ts'
import * as store from './store.ts'

export const model = implement(contract.model, {
  async list(input, ctx) {
    return listAnswer(input, {
      rows: store.page(ctx.db, input),
      count: () => store.count(ctx.db, input),
      keys: ({ sort, id }) => [sort, id],
      view: (row) => ({
        ...answered(row),
        image: modelImage(ctx, row.images),
        vehicleCount: row.vehicleCount ?? 0,
      }),
    })
  },

  async detail({ modelId }, ctx) {
    const row = found(await store.byId(ctx.db, modelId))
    const [images, cars] = await Promise.all([mediaViews(ctx, row.imageIds), carsOf(ctx, row.id)])
    return {
      ...answered(row),
      images: inOrder(images, row.imageIds),
      vehicleCount: cars.all,
      inServiceCount: cars.inService,
    }
  },

  save,

  async setStatus({ modelId, status, version }, ctx) {
    const row = found(await store.lock(ctx.db, modelId))
    sameVersion(version, row.version)
    if (isModelOff(status) && (await carsOf(ctx, row.id)).inService > 0) throw new Refusal('modelInService')
    const saved = await store.update(ctx.db, row.id, { status })
    ctx.audit({ targetType: 'model', targetId: row.id, before: { status: row.status }, after: { status } })
    return { status, version: saved.version }
  },

  async depositGaps(_, ctx) {
    return (await store.withoutDeposits(ctx)).map((row) => {
      const { rental, violation } = proposedDeposits(row.carType)
      return { ...row, depositRent: rental, depositViolation: violation }
    })
  },

  async setDeposits({ models }, ctx) {
    // Concurrent calls lock their models in the same order.
    for (const { modelId, depositRent, depositViolation } of models.toSorted(
      (a, b) => Number(a.modelId) - Number(b.modelId),
    )) {
      refuseFaults(depositFaults({ rentalFen: depositRent, violationFen: depositViolation }))
      const before = found(await store.lock(ctx.db, modelId))
      const columns = { depositRentFen: depositRent, depositViolationFen: depositViolation }
      await store.update(ctx.db, modelId, columns)
      ctx.audit({ targetType: 'model', targetId: modelId, ...changesOf(before, columns) })
    }
    return { count: models.length }
  },

  async library(input, ctx) {
    const all = await store.library(ctx.db, input)
    const nameOf = ({ brand, series, name, config }: (typeof all)[number]) => `${brand} ${series} ${name} ${config}`
    const rows = input.keyword ? await named(all, input.keyword, nameOf) : all
    return rows.map((row) => ({ ...row, libraryId: row.id }))
  },
})

/** Counts all cars, including those that the caller does not see. */
const carsOf = (ctx: Context, modelId: string) => ctx.elevated(() => store.cars(ctx.db, modelId))

/** Renames the columns of a row for the answer. */
const answered = <R extends store.ModelRow>(row: R) => ({
  ...row,
  modelId: row.id,
  depositRent: row.depositRentFen,
  depositViolation: row.depositViolationFen,
  overMileageFenPerKm: row.overMileagePerKmFen,
})
