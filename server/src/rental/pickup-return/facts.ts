import { energy } from '@cheyi/domain/fleet/inventory/codes'
import { violationAt } from '@cheyi/domain/money/deposit/codes'
import { depositsReady } from '@cheyi/domain/money/deposit/status'
import { agreementStatus, agreementType, leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type Blocking, pickupBlocks, returnBlocks, unexplainedMarks } from '@cheyi/domain/rental/pickup-return/guards'
import { fuelKindOf, type RecordFacts } from '@cheyi/domain/rental/pickup-return/record'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { depositsOf, violationAtOf } from '../../money/deposit/actions.ts'
import { liveExpenses } from '../../money/expense/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { agreementOf } from '../agreement/actions.ts'
import { damagedParts } from '../damage/actions.ts'
import { personFacts } from '../driver/actions.ts'
import * as store from './store.ts'

/** The input of the guards of a handover in addition to the stored data. */
export interface Intent {
  /** The time of the handover, epoch ms. */
  readonly actualAt: number
  /** The customer's debt after this handover, fen. */
  readonly owed: number
  readonly override: boolean
}

export interface Situation {
  readonly order: OrderRow
  readonly vehicle: store.VehicleRow | null
  readonly record: store.RecordRow | undefined
  /** A draft that was started for another car: only the people and the time of it remain valid. */
  readonly outdated: store.RecordRow | undefined
  /** For a return: the record of the pickup. */
  readonly pickupRecord: store.RecordRow | undefined
}

/** Loads the data of a handover; at most three statements, sent together. */
export async function situationOf(ctx: Context, order: OrderRow, type: HandoverType): Promise<Situation> {
  const [vehicle, current, pickupRecord] = await Promise.all([
    order.vehicleId === null ? undefined : store.vehicle(ctx.db, order.vehicleId),
    store.current(ctx.db, order.id, type),
    type === handoverType.return ? store.current(ctx.db, order.id, handoverType.pickup) : undefined,
  ])
  const outdated = current?.draft && current.vehicleId !== order.vehicleId ? current : undefined
  const record = outdated === undefined ? current : undefined
  return { order, vehicle: vehicle ?? null, record, outdated, pickupRecord }
}

/** The steps before those of the car: they remain done when another car is assigned. */
export const stepsOfPeople = (record: store.RecordRow): number[] => record.stepDone.filter((step) => step < 3)

const emptyRecord = { mileageKm: null, fuelEighths: null, batteryPct: null, slots: [] }

export function recordFacts({ vehicle, record }: Situation): RecordFacts {
  const fuelKind = fuelKindOf(vehicle?.energy ?? energy.petrol)
  if (record === undefined) return { fuelKind, ...emptyRecord }
  return { ...record, fuelKind, slots: record.photos.map((photo) => photo.slot) }
}

/** Returns what blocks the confirmation of a handover. */
type Guard = (situation: Situation, intent: Intent) => Blocking[]

/** Everything that blocks the confirmation of a handover now. */
export const blocksOf = async (
  ctx: Context,
  situation: Situation,
  type: HandoverType,
  intent: Intent,
): Promise<Blocking[]> => (await guardOf(ctx, situation.order, type))(situation, intent)

/** Loads what the guard needs in addition to the situation; started together, both share one round trip. */
export const guardOf = (ctx: Context, order: OrderRow, type: HandoverType): Promise<Guard> =>
  type === handoverType.pickup ? pickupGuard(ctx, order) : returnGuard(ctx, order)

async function pickupGuard(ctx: Context, order: OrderRow): Promise<Guard> {
  const [settings, people, deposits, agreement, model, { onRent, engineCut }] = await Promise.all([
    settingsOf(ctx, order.storeId),
    personFacts(ctx, [...(order.renterId === null ? [] : [order.renterId]), ...order.codriverIds]),
    depositsOf(ctx, order.id),
    agreementOf(ctx, order.id, leaseTypes),
    store.modelOf(ctx.db, order.modelId),
    order.vehicleId === null ? { onRent: false, engineCut: false } : store.carBars(ctx, order.vehicleId, order.id),
  ])
  const at = depositsReady(deposits) ? violationAt.pickup : await violationAtOf(ctx, order)
  return (situation, intent) =>
    pickupBlocks({
      now: ctx.now,
      status: order.status,
      pickupAt: order.pickupAt,
      returnAt: order.returnAt,
      actualAt: intent.actualAt,
      earlyPickupMinutes: settings.earlyPickupMinutes,
      renter: order.renterId === null ? null : (people.get(order.renterId) ?? null),
      codrivers: order.codriverIds.flatMap((id) => people.get(id) ?? []),
      licenceClass: situation.vehicle?.licenceClass ?? model.licenceClass,
      depositsReady: depositsReady(deposits, at),
      owedFen: intent.owed,
      record: recordFacts(situation),
      vehicle: { odometerKm: situation.vehicle?.odometerKm ?? 0, onRent, engineCut },
      agreementStatus: agreement?.status ?? agreementStatus.none,
      override: intent.override,
    })
}

async function returnGuard(ctx: Context, order: OrderRow): Promise<Guard> {
  const [agreement, charges, damaged] = await Promise.all([
    agreementOf(ctx, order.id, agreementType.return),
    liveExpenses(ctx, order.id, handoverType.return),
    damagedParts(ctx, order.id),
  ])
  return (situation, intent) =>
    returnBlocks({
      now: ctx.now,
      status: order.status,
      actualPickupAt: order.actualPickupAt ?? order.pickupAt,
      actualAt: intent.actualAt,
      pickupMileageKm: situation.pickupRecord?.mileageKm ?? 0,
      record: recordFacts(situation),
      unexplainedMarks: unexplainedMarks(situation.record?.damageMarks ?? [], charges, damaged),
      owedFen: intent.owed,
      agreementStatus: agreement?.status ?? agreementStatus.none,
      override: intent.override,
    })
}
