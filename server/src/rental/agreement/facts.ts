import { chargeLines } from '@cheyi/domain/booking/order/charges'
import { pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { violationAt } from '@cheyi/domain/money/deposit/codes'
import { comesLater } from '@cheyi/domain/money/deposit/status'
import { pick } from '@cheyi/domain/pick'
import type { PaperFacts, PaperHandover, PaperPerson } from '@cheyi/domain/rental/agreement/paper'
import { identityTypes } from '@cheyi/domain/rental/driver/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type OrderRow, returnTermsOf } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type HeadRow, readFacts } from './store.ts'

type Read = Awaited<ReturnType<typeof readFacts>>

/** The number of last characters of the VIN that a document shows. */
export const VIN_TAIL = 6

/** All facts for a document of this order, with masked numbers; a fixed number of queries. */
export async function paperFacts(ctx: Context, order: OrderRow): Promise<PaperFacts> {
  const renterId = order.renterId
  const people = [...(renterId === null ? [] : [renterId]), ...order.codriverIds]
  const read = await readFacts(ctx, order.id, { people, planned: isSoldByTerm(order.quoteSnapshot) })
  const { head } = read
  const terms = await returnTermsOf(ctx, order)
  const person = (id: string) => read.persons.filter((row) => row.id === id).map(paperPerson)
  const brought = order.pickupType === pickupType.delivery
  const fetched = order.returnType === returnType.collection
  return {
    orderNo: order.orderNo,
    lessor: {
      name: head.merchantName,
      licenceNo: head.merchantLicenceNo,
      store: head.storeName,
      address: head.storeAddress,
      phone: head.storePhone ?? '',
    },
    renter: renterId === null ? null : (person(renterId)[0] ?? null),
    codrivers: order.codriverIds.flatMap(person),
    vehicle: vehicleOf(order, head),
    pickup: {
      at: order.pickupAt,
      actualAt: order.actualPickupAt,
      place: brought ? order.pickupAddress : `${head.storeName} ${head.storeAddress}`.trim(),
    },
    return: {
      at: order.returnAt,
      actualAt: order.actualReturnAt,
      place: fetched ? order.returnAddress : `${head.returnStoreName} ${head.returnStoreAddress}`.trim(),
    },
    charges: chargeLines(read.items.map((item) => ({ ...item, unitPrice: item.unitPriceFen, amount: item.amountFen }))),
    total: order.totalFen,
    returnCharges: read.expenses.map(({ name, formula, amountFen }) => ({ name, formula, amount: amountFen })),
    deposits: read.deposits.map((deposit) => ({
      ...deposit,
      amount: deposit.amountFen,
      later: comesLater(deposit, terms.violationAt ?? violationAt.pickup, order.status),
    })),
    pickupRecord: handoverOf(read, handoverType.pickup),
    returnRecord: handoverOf(read, handoverType.return),
    swap: null,
    renewal: null,
    end: null,
    term: termOf(order, read.plan),
    terms: {
      graceMinutes: order.quoteSnapshot.graceMinutes,
      overdueMultiplierBp: terms.overdueMultiplierBp,
      violationHoldDays: order.depositPolicySnapshot.holdDays,
      freeKmPerDay: terms.freeKmPerDay,
      overMileagePerKm: terms.fenPerKm,
      chargeFenPerPct: terms.chargeFenPerPct ?? 0,
      drivingFacts: terms.drivingFacts ?? false,
      ...pick(terms, 'fuelFenPerLitre', 'chargeFenPerKwh', 'energyServiceFeeFen', 'violationAgencyFeeFen'),
      violationDeadlineDays: terms.violationDeadlineDays,
    },
  }
}

/** The terms of a long order with its current plan; null for a regular order. */
function termOf({ quoteSnapshot: sold, pickupAt, returnAt }: OrderRow, rows: Read['plan']): PaperFacts['term'] {
  if (!isSoldByTerm(sold)) return null
  return { length: formatTerm(pickupAt, returnAt), monthlyPrice: sold.monthlyPrice, terms: sold.terms, rows }
}

const paperPerson = (row: Read['persons'][number]): PaperPerson => ({
  name: row.name,
  phone: row.phoneMask,
  identityName: identityTypes.text(row.identityType),
  identityNo: row.identityNoMask,
  licenceNo: row.licenceNoMask,
  licenceClass: row.licenceClass,
})

const vehicleOf = (order: OrderRow, head: HeadRow): PaperFacts['vehicle'] =>
  order.vehicleId === null
    ? null
    : {
        plate: order.plate ?? '',
        model: head.vehicleModelName ?? head.modelName,
        vinTail: (head.vin ?? '').slice(-VIN_TAIL),
      }

/** The handover record of the current car, whose records have the highest `seq` and come first. */
function handoverOf(read: Read, type: number): PaperHandover | null {
  const row = read.records.find((record) => record.type === type && record.seq === read.records[0]!.seq)
  return row === undefined ? null : { ...row, damageMarks: row.damageMarks.length }
}
