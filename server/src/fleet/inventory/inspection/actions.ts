import { documentKind, isDisposed } from '@cheyi/domain/fleet/inventory/codes'
import { newEndProblem } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import { type Context, newId } from '../../../kernel/context.ts'
import { linkMedia } from '../../../platform/media/actions.ts'
import { tellDays } from '../documents.ts'
import { lockVehicle } from '../life.ts'
import * as store from '../store.ts'

/*
 * What other features may write about the inspection of a car. It calls the stock, so it is separate from the actions
 * that the stock itself calls.
 */

/** The certificate of the station: validity of the inspection, and its photos. */
export interface Inspected {
  readonly vehicleId: string
  readonly startOn: string
  readonly endOn: string
  readonly mediaIds: readonly string[]
}

/**
 * Replaces the inspection document of a vehicle; the stock may plan with the vehicle until the new end. Photos of the
 * previous document remain, because a ticket shows them.
 * @throws Refusal badInput (-2) for a day that is not later, and for a photo of another document or vehicle; stale (-5)
 */
export async function renewInspection(ctx: Context, { vehicleId, startOn, endOn, mediaIds }: Inspected) {
  const vehicle = await lockVehicle(ctx, vehicleId, undefined)
  if (isDisposed(vehicle.lifecycle)) throw new Refusal('stale')
  const problem = newEndProblem(endOn, vehicle.inspectionExpireOn, localDate(ctx.now))
  if (problem !== null) throw badInput('newEndOn', problem)
  const stored = (await store.documents(ctx, vehicle.id)).find(({ kind }) => kind === documentKind.inspection)
  const id = stored?.id ?? (await newId(ctx))
  if (mediaIds.some((one) => stored?.mediaIds.includes(one))) throw badInput('photoIds', '请上传本次年检的证明')
  await linkMedia(ctx, mediaIds, { biz: 'vehicle', bizId: id }).catch((error: unknown) => {
    throw error instanceof Refusal && error.key === 'notFound'
      ? badInput('photoIds', '年检证明不存在，或属于其他车辆')
      : error
  })
  const values = { startOn, endOn, mediaIds: [...mediaIds] }
  if (stored !== undefined) await store.updateDocument(ctx, id, values)
  else await store.insertDocuments(ctx, [{ id, vehicleId, kind: documentKind.inspection, ...values }])
  const { released } = await tellDays(ctx, vehicle)
  ctx.audit({
    targetType: 'vehicle',
    targetId: vehicle.id,
    before: { inspectionExpireOn: vehicle.inspectionExpireOn },
    after: { inspectionExpireOn: endOn },
  })
  return { released }
}
