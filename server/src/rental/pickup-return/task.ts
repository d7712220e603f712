import { pickupType as pickupTypes, returnType as returnTypes } from '@cheyi/domain/booking/order/codes'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { readingsOf } from '@cheyi/domain/fleet/vehicle-control/readings'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelKindOf } from '@cheyi/domain/rental/pickup-return/record'
import { flowSteps, stepState } from '@cheyi/domain/rental/pickup-return/steps'
import { can, keyOf } from '@cheyi/domain/step'
import { type OrderRow, readOrder } from '../../booking/order/actions.ts'
import { dashboardOf } from '../../fleet/vehicle-control/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { mediaViews } from '../../platform/media/actions.ts'
import { damagedParts } from '../damage/actions.ts'
import { paperFaults, personBriefs } from '../driver/actions.ts'
import { openRenewal } from '../renewal/actions.ts'
import { blocksOf, situationOf, stepsOfPeople } from './facts.ts'
import { earlyPrice } from './return/early.ts'
import * as store from './store.ts'
import { recordViews } from './view.ts'

/** All data that the handover pages need to open at any step, in one response. */
export async function task({ orderId, type }: { orderId: string; type: HandoverType }, ctx: Context) {
  ctx.require(keyOf(orderSteps, type === handoverType.pickup ? 'pickUp' : 'return'))
  const order = await readOrder(ctx, orderId)
  const situation = await situationOf(ctx, order, type)
  const { vehicle, record, outdated, pickupRecord } = situation
  const begun = record?.at ?? ctx.now
  // A draft does not stop the rental period, which may end before its confirmation.
  const actualAt = type === handoverType.pickup && ctx.now >= order.returnAt ? ctx.now : begun
  const drivers = [...(order.renterId === null ? [] : [order.renterId]), ...order.codriverIds]
  const parkingPhotoId = type === handoverType.pickup ? (vehicle?.parkingPhotoId ?? null) : null
  const [people, faults, names, model, blocking, early, parts, carOut, parking, renewal, dashboard] = await Promise.all(
    [
      personBriefs(ctx, drivers),
      type === handoverType.pickup ? paperFaults(ctx, drivers) : new Map<string, never>(),
      store.storeNames(ctx.db, [order.storeId, order.returnStoreId]),
      store.modelOf(ctx.db, order.modelId),
      blocksOf(ctx, situation, type, { actualAt, owed: dueFen(order), override: false }),
      mayPassEarly(ctx, order, type) ? earlyPrice(ctx, order, actualAt) : null,
      type === handoverType.return ? damagedParts(ctx, order.id) : [],
      type === handoverType.pickup && vehicle !== null ? store.holderOf(ctx, vehicle.id, order.id) : null,
      parkingPhotoId === null ? null : mediaViews(ctx, [parkingPhotoId]),
      type === handoverType.return ? openRenewal(ctx, order.id) : null,
      vehicle === null ? undefined : dashboardOf(ctx, vehicle.id),
    ],
  )
  const plate = vehicle?.plate ?? ''
  const views = await recordViews(
    ctx,
    [record, pickupRecord].filter((row) => row !== undefined),
    (id) => (id === vehicle?.id ? plate : ''),
  )
  const viewOf = (row: store.RecordRow | undefined) => views.find((view) => view.recordId === row?.id) ?? null
  const done = outdated === undefined ? (record?.stepDone ?? []) : stepsOfPeople(outdated)
  return {
    type,
    order: {
      ...order,
      orderId: order.id,
      phone: order.contactPhoneMask,
      pickupPlace: order.pickupType === pickupTypes.store ? (names.get(order.storeId) ?? '') : order.pickupAddress,
      returnPlace:
        order.returnType === returnTypes.store ? (names.get(order.returnStoreId) ?? '') : order.returnAddress,
      modelName: vehicle?.modelName ?? model.name,
      total: order.totalFen,
      owed: dueFen(order),
      prepay: order.prepayFen,
      prepayDue: order.prepayDueFen,
      graceMinutes: order.quoteSnapshot.graceMinutes,
    },
    early: early && {
      from: early.snapshot.input.pickupAt,
      total: order.totalFen + early.difference,
      difference: early.difference,
      changes: [...early.changes],
    },
    vehicle: vehicle === null ? null : { ...vehicle, vehicleId: vehicle.id },
    parkingPhoto: (parkingPhotoId !== null && parking?.get(parkingPhotoId)) || null,
    carOut,
    openRenewal: renewal,
    damagedParts: parts,
    fuelKind: fuelKindOf(vehicle?.energy ?? model.energy),
    device: dashboard === undefined ? null : { at: dashboard.at, ...readingsOf(dashboard, vehicle!) },
    people: people.map((person) => ({ ...person, faults: faults.get(person.personId) ?? [] })),
    record: viewOf(record),
    pickupRecord: viewOf(pickupRecord),
    steps: flowSteps(type).map(({ step, name }) => ({
      step,
      name,
      state: stepState(step, done, blocking),
      hint: blocking.find((block) => block.step === step)?.text ?? null,
    })),
    blocking,
  }
}

/** A caller who may not approve an early pickup sees no price for it. */
const mayPassEarly = (ctx: Context, order: OrderRow, type: HandoverType): boolean =>
  type === handoverType.pickup && can(orderSteps, 'pickUp', order.status).ok && ctx.can('order.override')
