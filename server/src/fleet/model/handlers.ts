import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { type CarType, carType, isModelOff } from '@cheyi/domain/fleet/inventory/codes'
import { proposedDeposits } from '@cheyi/domain/money/deposit/proposal'
import { refuseFaults } from '@cheyi/domain/pricing/price/rule'
import { depositFaults } from '@cheyi/domain/pricing/terms/check'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { searchByName } from '../../platform/lookup/actions.ts'
import { inOrder, linkMedia, mediaPaths, mediaViews, unlinkMedia } from '../../platform/media/actions.ts'
import { modelImage } from './actions.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.model.save>

/**
 * Changes a model or adds a new one; a copy from the library is also saved here, as the merchant's own.
 * @throws Refusal modelExists (6005), stale (-5), notFound (-4)
 */
const save: HandlerOf<'model', 'save'> = async (input, ctx) => {
  const before = input.modelId === undefined ? null : requireFound(await store.lock(ctx.db, input.modelId))
  if (before !== null) requireVersion(input.version, before.version)
  const id = before?.id ?? (await newId(ctx))
  const link = { biz: 'model', bizId: id } as const
  await linkMedia(ctx, input.imageIds, link)
  const gone = before?.imageIds.filter((image) => !input.imageIds.includes(image)) ?? []
  await unlinkMedia(ctx, gone, link)
  const row = rowOf(input, await mediaPaths(ctx, input.imageIds))
  // A rank from the seed or set by the merchant does not change, unless the type of the car does.
  const rank = before?.carType === input.carType ? {} : { classRank: rankOf[input.carType] }
  const columns = { ...row, ...rank }
  const saved =
    before === null ? await store.insert(ctx.db, { ...columns, id }) : await store.update(ctx.db, id, columns)
  ctx.audit({
    targetType: 'model',
    targetId: id,
    ...(before === null ? { after: { name: row.name, config: row.config } } : changesOf(before, row)),
  })
  return { modelId: id, version: saved.version }
}

/** A car of the same or a higher rank may replace another as an upgrade; only a camper may replace a camper. */
const rankOf: Readonly<Record<CarType, number>> = {
  [carType.economy]: 1,
  [carType.comfort]: 2,
  [carType.suv]: 3,
  [carType.mpv]: 4,
  [carType.luxury]: 5,
  [carType.sports]: 6,
  [carType.camper]: 8,
  [carType.pickup]: 3,
  [carType.other]: 7,
}

const rowOf = (
  {
    modelId,
    version,
    modelYear,
    depositRent,
    depositViolation,
    overMileageFenPerKm,
    careEveryKm,
    careEveryDays,
    largeCases,
    smallCases,
    ...rest
  }: Input,
  paths: readonly string[],
) => ({
  ...rest,
  modelYear: modelYear ?? null,
  depositRentFen: depositRent ?? null,
  depositViolationFen: depositViolation ?? null,
  overMileagePerKmFen: overMileageFenPerKm,
  careEveryKm: careEveryKm ?? null,
  careEveryDays: careEveryDays ?? null,
  largeCases: largeCases ?? null,
  smallCases: smallCases ?? null,
  images: [...paths],
})

export const model = implement(contract.model, {
  async list(input, ctx) {
    return listAnswer(input, {
      rows: store.page(ctx.db, input),
      count: () => store.count(ctx.db, input),
      keys: ({ sort, id }) => [sort, id],
      view: (row) => ({
        ...modelView(row),
        image: modelImage(ctx, row.images),
        vehicleCount: row.vehicleCount ?? 0,
      }),
    })
  },

  async detail({ modelId }, ctx) {
    const row = requireFound(await store.byId(ctx.db, modelId))
    const [images, cars] = await Promise.all([mediaViews(ctx, row.imageIds), carsOf(ctx, row.id)])
    return {
      ...modelView(row),
      images: inOrder(images, row.imageIds),
      vehicleCount: cars.all,
      inServiceCount: cars.inService,
    }
  },

  save,

  async setStatus({ modelId, status, version }, ctx) {
    const row = requireFound(await store.lock(ctx.db, modelId))
    requireVersion(version, row.version)
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
      const before = requireFound(await store.lock(ctx.db, modelId))
      const columns = { depositRentFen: depositRent, depositViolationFen: depositViolation }
      await store.update(ctx.db, modelId, columns)
      ctx.audit({ targetType: 'model', targetId: modelId, ...changesOf(before, columns) })
    }
    return { count: models.length }
  },

  async library(input, ctx) {
    const all = await store.library(ctx.db, input)
    const nameOf = ({ brand, series, name, config }: (typeof all)[number]) => `${brand} ${series} ${name} ${config}`
    const rows = input.keyword ? await searchByName(all, input.keyword, nameOf) : all
    return rows.map((row) => ({ ...row, libraryId: row.id }))
  },
})

/** Counts all cars, including those that the caller does not see. */
const carsOf = (ctx: Context, modelId: string) => ctx.elevated(() => store.cars(ctx.db, modelId))

/** Renames the columns of a row for the answer. */
const modelView = <R extends store.ModelRow>(row: R) => ({
  ...row,
  modelId: row.id,
  depositRent: row.depositRentFen,
  depositViolation: row.depositViolationFen,
  overMileageFenPerKm: row.overMileagePerKmFen,
})
