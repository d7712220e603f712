import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { type CarType, carType } from '@cheyi/domain/fleet/inventory/codes'
import { found, type HandlerOf, newId, sameVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { linkMedia, mediaPaths, unlinkMedia } from '../../platform/media/actions.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.model.save>

/**
 * Changes a model or adds a new one; a copy from the library is also saved here, as the merchant's own.
 * @throws Refusal modelExists (6005), stale (-5), notFound (-4)
 */
export const save: HandlerOf<'model', 'save'> = async (input, ctx) => {
  const before = input.modelId === undefined ? null : found(await store.lock(ctx.db, input.modelId))
  if (before !== null) sameVersion(input.version, before.version)
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
  images: [...paths],
})
