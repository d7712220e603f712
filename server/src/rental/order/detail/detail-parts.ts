import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { chargeLines, comesTo, isCharged, reversalLine } from '@cheyi/domain/booking/order/charges'
import { pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { hasCar } from '@cheyi/domain/booking/order/steps'
import { openFen } from '@cheyi/domain/money/debt/due'
import { comesLater } from '@cheyi/domain/money/deposit/status'
import { availableFen } from '@cheyi/domain/money/deposit/steps'
import { pick } from '@cheyi/domain/pick'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { modelImage } from '../../../fleet/model/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import type { DepositPart, DriverPart, HeadRow, LineRow, PersonRow, VehicleRow } from './store-detail.ts'
import { vehicleElsewhere } from './store-detail.ts'

type Detail = OutputOf<typeof contract.order.detail>
type Place = Detail['pickupPlace']
type Person = NonNullable<Detail['renter']>

/** The place of each handover: the customer's address for delivery or collection, otherwise the store. */
export function placesOf(head: HeadRow): { pickupPlace: Place; returnPlace: Place } {
  const brought = head.pickupType === pickupType.delivery
  const fetched = head.returnType === returnType.collection
  return {
    pickupPlace: {
      storeId: head.storeId,
      storeName: head.storeName,
      storePhone: head.storePhone,
      address: brought ? head.pickupAddress : head.storeAddress,
      lng: brought ? head.pickupLng : head.storeLng,
      lat: brought ? head.pickupLat : head.storeLat,
      distanceM: head.pickupDistanceM,
    },
    returnPlace: {
      storeId: head.returnStoreId,
      storeName: head.returnStoreName,
      storePhone: head.returnStorePhone,
      address: fetched ? head.returnAddress : head.returnStoreAddress,
      lng: fetched ? head.returnLng : head.returnStoreLng,
      lat: fetched ? head.returnLat : head.returnStoreLat,
      distanceM: head.returnDistanceM,
    },
  }
}

/** The assigned car; needs one more query when the car has since left the caller's stores. */
export async function vehicleOf(ctx: Context, head: HeadRow): Promise<Detail['vehicle']> {
  if (head.assignedId === null || !hasCar(head.status)) return null
  const row = inSight(head) ? head : await vehicleElsewhere(ctx, head.id)
  if (row === undefined) return null
  return {
    ...row,
    plate: row.vehiclePlate,
    modelId: row.vehicleModelId,
    modelName: row.vehicleModelName,
    carType: row.vehicleCarType,
    energy: row.vehicleEnergy,
    gearbox: row.vehicleGearbox,
    seats: row.vehicleSeats,
    image: modelImage(ctx, row.vehicleImages),
    higher: row.classRank > head.bookedClassRank,
  }
}

/** Whether the assigned car belongs to the caller's stores. */
const inSight = (head: HeadRow): head is HeadRow & VehicleRow => head.vehicleId !== null

/** The renter and the additional drivers, in the order in which they were named. */
export function peopleOf(head: HeadRow, people: readonly PersonRow[]): { renter: Person | null; codrivers: Person[] } {
  const byId = new Map(people.map((row) => [row.id, person(row)]))
  return {
    renter: byId.get(head.renterId ?? '') ?? null,
    codrivers: head.codriverIds.flatMap((id) => byId.get(id) ?? []),
  }
}

const person = (row: PersonRow): Person => ({
  ...row,
  personId: row.id,
  phone: row.phoneMask,
  identityNo: row.identityNoMask,
})

export function driverTask(head: HeadRow, task: DriverPart): Detail['drivers'][number] {
  const { pickupPlace, returnPlace } = placesOf(head)
  const place = task.type === driverTaskType.deliver ? pickupPlace : returnPlace
  return {
    ...place,
    ...task,
    taskId: task.id,
    ...pick(head, 'orderNo', 'orderKind', 'contactName', 'modelName'),
    orderId: head.id,
    orderStatus: head.status,
    driverName: task.name,
    phone: head.contactPhoneMask,
    plate: hasCar(head.status) ? head.plate : null,
  }
}

/** The amount of a deposit that can still be deducted or released, fen. */
export const availableOf = (deposit: DepositPart): number =>
  availableFen({
    heldFen: deposit.held,
    capturedFen: deposit.captured,
    releasedFen: deposit.released,
    inFlightFen: deposit.inFlight,
  })

export const depositRow = (head: HeadRow, deposit: DepositPart): Detail['deposits'][number] => ({
  ...deposit,
  later: comesLater(deposit, head.violationAt, head.status),
  depositId: deposit.id,
  available: availableOf(deposit),
})

/** The amount that was written off and not paid later, fen. */
export const openWriteOffOf = (rows: readonly LineRow[]): number =>
  rows.reduce((sum, row) => (row.code === 'writeOff' ? sum - row.amountFen : sum), 0)

const moneyOf = (head: HeadRow) => ({
  total: head.totalFen,
  paid: head.paidFen,
  refunded: head.refundedFen,
  owed: head.owedFen,
  refundExpenseFen: head.refundExpenseFen,
})

/**
 * The charges of the order, including deductions from its deposits; the lines add up to the total. Who may see no 费用明细 gets the total
 * alone, unless they hand cars over and say there what is charged.
 */
export function feesOf(
  head: HeadRow,
  rows: readonly LineRow[],
  { seesLines, seesMoney }: { readonly seesLines: boolean; readonly seesMoney: boolean },
): Detail['fees'] {
  const charged = rows.filter(
    (row) => row.code !== 'writeOff' && (row.handover === null || isCharged(row.handover, head.status)),
  )
  const writtenOff = openWriteOffOf(rows)
  const lines = chargeLines(charged.map((row) => ({ ...row, unitPrice: row.unitPriceFen, amount: row.amountFen })))
  if (head.penaltyFen > 0) lines.push({ name: '违约金', formula: '', amount: head.penaltyFen })
  const listed = lines.reduce((sum, line) => sum + line.amount, 0)
  const back = reversalLine(head.status, listed, comesTo(head.status, { ...moneyOf(head), writtenOff }))
  return {
    lines: seesLines ? [...lines, ...(back === null ? [] : [back])] : [],
    total: listed + (back?.amount ?? 0),
    paid: head.paidFen,
    refunded: head.refundedFen,
    owed: openFen(head),
    prepay: head.prepayFen,
    prepayDue: head.prepayDueFen,
    writtenOff,
    offset: head.refundExpenseFen,
    byPlatform: head.byPlatform,
    commission: seesMoney ? head.commissionFen : null,
  }
}
