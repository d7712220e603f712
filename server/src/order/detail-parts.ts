import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import { availableFen } from '@cheyi/domain/deposit/steps'
import { driverTaskType } from '@cheyi/domain/driver/codes'
import { chargeLines, isCharged, takenBack } from '@cheyi/domain/order/charges'
import { pickupType, returnType } from '@cheyi/domain/order/codes'
import { hasCar } from '@cheyi/domain/order/steps'
import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import type { Context } from '../kernel/context.ts'
import type { DepositPart, DriverPart, HeadRow, LineRow, PersonRow, VehicleRow } from './store-detail.ts'
import { vehicleElsewhere } from './store-detail.ts'

type Detail = OutputOf<typeof contract.order.detail>
type Place = Detail['pickupPlace']
type Person = NonNullable<Detail['renter']>

/** Where the car is handed over: at the customer's address when it is brought or fetched, else at the store. */
export function placesOf(head: HeadRow): { pickupPlace: Place; returnPlace: Place } {
  const brought = head.pickup_type === pickupType.delivery
  const fetched = head.return_type === returnType.collection
  return {
    pickupPlace: {
      storeId: head.store_id,
      storeName: head.store_name,
      storePhone: head.store_phone,
      address: brought ? head.pickup_address : head.store_address,
      lng: brought ? head.pickup_lng : head.store_lng,
      lat: brought ? head.pickup_lat : head.store_lat,
      distanceM: head.pickup_distance_m,
    },
    returnPlace: {
      storeId: head.return_store_id,
      storeName: head.return_store_name,
      storePhone: head.return_store_phone,
      address: fetched ? head.return_address : head.return_store_address,
      lng: fetched ? head.return_lng : head.return_store_lng,
      lat: fetched ? head.return_lat : head.return_store_lat,
      distanceM: head.return_distance_m,
    },
  }
}

/** The car that was decided on; one more query when it has left the caller's stores since. */
export async function vehicleOf(ctx: Context, head: HeadRow): Promise<Detail['vehicle']> {
  if (head.assigned_id === null || !hasCar(head.status)) return null
  const row = head.vehicle_id === null ? await vehicleElsewhere(ctx, head.id) : (head as VehicleRow)
  if (row === undefined) return null
  return {
    vehicleId: row.vehicle_id,
    plate: row.vehicle_plate,
    plateColor: row.plate_color as NonNullable<Detail['vehicle']>['plateColor'],
    modelId: row.vehicle_model_id,
    modelName: row.vehicle_model_name,
    odometerKm: row.odometer_km,
    fuelPct: row.fuel_pct,
    batteryPct: row.battery_pct,
    parkingNote: row.parking_note,
  }
}

/** The renter and whoever else drives, in the order they were named. */
export function peopleOf(head: HeadRow, people: readonly PersonRow[]): { renter: Person | null; codrivers: Person[] } {
  const byId = new Map(people.map((row) => [row.id, person(row)]))
  return {
    renter: byId.get(head.renter_id ?? '') ?? null,
    codrivers: head.codriver_ids.flatMap((id) => byId.get(id) ?? []),
  }
}

const person = (row: PersonRow): Person => ({
  personId: row.id,
  name: row.name,
  phone: row.phone_mask,
  identityType: row.identity_type as Person['identityType'],
  identityNo: row.identity_no_mask,
  licenceClass: row.licence_class,
  licenceExpire: row.licence_expire,
  verifyStatus: row.verify_status as Person['verifyStatus'],
  blacklist: row.blacklist,
  orderCount: row.order_count,
})

export function driverTask(head: HeadRow, task: DriverPart): Detail['drivers'][number] {
  const { pickupPlace, returnPlace } = placesOf(head)
  const place = task.type === driverTaskType.deliver ? pickupPlace : returnPlace
  return {
    taskId: task.id,
    orderId: head.id,
    orderNo: head.order_no,
    orderStatus: head.status as Detail['status'],
    type: task.type as Detail['drivers'][number]['type'],
    status: task.status as Detail['drivers'][number]['status'],
    planAt: task.planAt,
    accountId: task.accountId,
    driverName: task.name,
    storeName: place.storeName,
    address: place.address,
    distanceM: place.distanceM,
    contactName: head.contact_name,
    phone: head.contact_phone_mask,
    modelName: head.model_name,
    plate: hasCar(head.status) ? head.plate : null,
    version: task.version,
  }
}

/** What may still be deducted or released of a deposit, fen. */
export const availableOf = (deposit: DepositPart): number =>
  availableFen({
    heldFen: deposit.held,
    capturedFen: deposit.captured,
    releasedFen: deposit.released,
    inFlightFen: deposit.inFlight,
  })

export const depositRow = (deposit: DepositPart): Detail['deposits'][number] => {
  const { id, inFlight: _, ...shown } = deposit
  return { depositId: id, ...shown, available: availableOf(deposit) } as Detail['deposits'][number]
}

/** Money of the order, deposits aside but for what was deducted from them; the lines add up to the total. */
export function feesOf(
  head: HeadRow,
  rows: readonly LineRow[],
  deposits: readonly Pick<DepositPart, 'captured'>[],
): Detail['fees'] {
  const paid = head.paid_fen + deposits.reduce((sum, { captured }) => sum + captured, 0)
  const charged = rows.filter((row) => row.handover === null || isCharged(row.handover as HandoverType, head.status))
  const lines = chargeLines(
    charged.map((row) => ({
      code: row.code,
      name: row.name,
      unit: row.unit,
      unitPrice: row.unit_price_fen,
      amount: row.amount_fen,
      formula: row.formula,
    })),
  )
  if (head.penalty_fen > 0) lines.push({ name: '违约金', formula: '', amount: head.penalty_fen })
  const listed = lines.reduce((sum, line) => sum + line.amount, 0)
  const back = takenBack(head.status, listed, paid - head.refunded_fen + head.owed_fen)
  return {
    lines: back === null ? lines : [...lines, back],
    total: listed + (back?.amount ?? 0),
    paid,
    refunded: head.refunded_fen,
    owed: head.owed_fen,
    byPlatform: head.by_platform,
  }
}
