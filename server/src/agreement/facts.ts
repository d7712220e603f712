import type { PaperFacts, PaperHandover, PaperPerson } from '@cheyi/domain/agreement/paper'
import { identityTypes } from '@cheyi/domain/driver/codes'
import { chargeLines } from '@cheyi/domain/order/charges'
import { pickupType, returnType } from '@cheyi/domain/order/codes'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote'
import type { Context } from '../kernel/context.ts'
import { ms, msOrNull } from '../kernel/instant.ts'
import { type OrderRow, returnTermsOf } from '../order/actions.ts'
import type { DepositTerms } from '../pricing/actions.ts'
import { type HeadRow, readFacts } from './store.ts'

type Read = Awaited<ReturnType<typeof readFacts>>

const VIN_TAIL = 6

/** Everything a paper of this order says, numbers masked; a fixed number of queries. */
export async function paperFacts(ctx: Context, order: OrderRow): Promise<PaperFacts> {
  const renterId = order.renter_id
  const read = await readFacts(ctx, order.id, [...(renterId === null ? [] : [renterId]), ...order.codriver_ids])
  const { head } = read
  const terms = await returnTermsOf(ctx, order)
  const person = (id: string) => read.persons.filter((row) => row.id === id).map(paperPerson)
  const brought = order.pickup_type === pickupType.delivery
  const fetched = order.return_type === returnType.collection
  return {
    orderNo: order.order_no,
    lessor: {
      name: head.merchant_name,
      licenceNo: head.merchant_licence_no,
      store: head.store_name,
      address: head.store_address,
      phone: head.store_phone ?? '',
    },
    renter: renterId === null ? null : (person(renterId)[0] ?? null),
    codrivers: order.codriver_ids.flatMap(person),
    vehicle: vehicleOf(order, head),
    pickup: {
      at: ms(order.pickup_at),
      actualAt: msOrNull(order.actual_pickup_at),
      place: brought ? order.pickup_address : `${head.store_name} ${head.store_address}`.trim(),
    },
    return: {
      at: ms(order.return_at),
      actualAt: msOrNull(order.actual_return_at),
      place: fetched ? order.return_address : `${head.return_store_name} ${head.return_store_address}`.trim(),
    },
    charges: chargeLines(
      read.items.map(({ unit_price_fen, amount_fen, ...item }) => ({
        ...item,
        unitPrice: unit_price_fen,
        amount: amount_fen,
      })),
    ),
    total: order.total_fen,
    returnCharges: read.expenses.map(({ name, formula, amount_fen }) => ({ name, formula, amount: amount_fen })),
    deposits: read.deposits.map((deposit) => ({
      kind: deposit.kind as PaperFacts['deposits'][number]['kind'],
      amount: deposit.amount_fen,
      payStatus: deposit.pay_status as PaperFacts['deposits'][number]['payStatus'],
    })),
    pickupRecord: handoverOf(read, handoverType.pickup),
    returnRecord: handoverOf(read, handoverType.return),
    terms: {
      graceMinutes: (order.quote_snapshot as unknown as QuoteSnapshot).graceMinutes,
      overdueMultiplierBp: terms.overdueMultiplierBp,
      illegalHoldDays: (order.deposit_policy_snapshot as DepositTerms).holdDays,
      freeKmPerDay: terms.freeKmPerDay,
      overMileagePerKm: terms.fenPerKm,
    },
  }
}

const paperPerson = (row: Read['persons'][number]): PaperPerson => ({
  name: row.name,
  phone: row.phone_mask,
  identityName: identityTypes.text(row.identity_type),
  identityNo: row.identity_no_mask,
  licenceNo: row.licence_no_mask,
  licenceClass: row.licence_class,
})

const vehicleOf = (order: OrderRow, head: HeadRow): PaperFacts['vehicle'] =>
  order.vehicle_id === null
    ? null
    : {
        plate: order.plate ?? '',
        model: head.vehicle_model_name ?? head.model_name,
        vinTail: (head.vin ?? '').slice(-VIN_TAIL),
      }

/** The newest record of a handover: after a swap that of the car driven now. */
function handoverOf(read: Read, type: number): PaperHandover | null {
  const row = read.records.find((record) => record.type === type)
  if (row === undefined) return null
  return {
    mileageKm: row.mileage_km,
    fuelKind: row.fuel_kind as PaperHandover['fuelKind'],
    fuelEighths: row.fuel_eighths,
    batteryPct: row.battery_pct,
    damageMarks: (row.damage_marks as unknown[]).length,
  }
}
