import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { beforeEach } from 'vitest'
import type { TestApp } from '../app.ts'
import { runDue } from '../jobs.ts'
import { monthlyRent } from '../months/monthly-rent.ts'
import { uploadPhotos } from '../upload.ts'
import { book } from './bookings.ts'
import { confirmed, payDeposits, prepare, renter, sendConfirm } from './handover.ts'
import { ownMerchant, t, w } from './merchant.ts'
import type { World } from './world.ts'

/** The day before L1 begins. */
const EVE = Date.parse('2027-01-30T09:00:00+08:00')

const L1_BEGINS = Date.parse('2027-01-31T10:00:00+08:00')

interface LongMerchant {
  readonly cars?: number
  /** Of the merchant, in place of what new ones have. */
  readonly settings?: object
}

/** Each test of this file begins on the eve of L1 with a merchant of its own that lets its cars by the month, for nothing but rent. */
export function longMerchant({ cars = 2, settings }: LongMerchant = {}): void {
  ownMerchant({ cars, poolSize: 4, now: EVE })
  beforeEach(async () => {
    await t.root.query('update service_item set enabled = false where merchant_id = $1', [w.merchantId])
    if (settings !== undefined)
      await t.root.query('update merchant set settings = settings || $2 where id = $1', [w.merchantId, settings])
    await saveLongPrices(t, w)
  })
}

export const saveLongPrices = (t: TestApp, w: World, modelId = w.models.lavida) =>
  t.call(contract.price.saveLong, { storeId: w.stores.hongqiao, modelId, rows: monthlyRent }, { token: w.tokens.owner })

type Trip = Partial<InputOf<typeof contract.quote.quote>>
type Form = Partial<InputOf<typeof contract.order.create>>

/** Sells a long rental, as {@link book}: six months from 2027-01-31 with nothing but rent (L1), unless said otherwise. */
export function bookLong(
  t: TestApp,
  w: World,
  { trip = {}, form = {}, token }: { readonly trip?: Trip; readonly form?: Form; readonly token?: string } = {},
): ReturnType<typeof book> {
  const term = trip.returnAt === undefined ? { returnAt: undefined, termMonths: 6 } : {}
  return book(t, w, {
    trip: { orderKind: orderKind.long, pickupAt: L1_BEGINS, ...term, ...trip },
    form: { orderKind: orderKind.long, ...form },
    ...(token !== undefined && { token }),
  })
}

/** Sells a long rental of this car and hands it over at the time of the clock, its first instalment paid. @returns its id */
export async function handOutLong(
  t: TestApp,
  w: World,
  { trip = {}, form = {}, deposits }: { readonly trip?: Trip; readonly form?: Form; readonly deposits?: number } = {},
): Promise<string> {
  const { orderId } = await bookLong(t, w, { trip, form })
  await payInstalment(t, w, orderId, 1)
  await payDeposits(t, w, orderId, deposits)
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: 0, expectAmount: 0 }))
  return orderId
}

/** As {@link handOutLong}, at the time that L1 begins, to a customer whose papers were looked at. @returns its id */
export async function driveLong(t: TestApp, w: World, trip: Trip = {}, form: Form = {}): Promise<string> {
  const renterId = await renter(t, w)
  t.clock.set(Number(trip.pickupAt ?? L1_BEGINS))
  return handOutLong(t, w, { trip, form: { renterId, vehicleId: w.vehicles.lavida[0]!.id, ...form } })
}

/** Every due date of a plan comes, with the ends of months before it, and some of its rows are paid on theirs. */
export async function passMonths(
  t: TestApp,
  w: World,
  orderId: string,
  until: string,
  paid: readonly number[],
): Promise<void> {
  const { rows } = await t.call(contract.instalment.list, { orderId }, { token: w.tokens.owner })
  for (const { seq, dueDate } of rows) {
    if (seq === 1 || dueDate > until) continue
    t.clock.set(Date.parse(`${dueDate}T00:30:00+08:00`))
    if (dueDate.endsWith('-01')) await runDue(t, 'monthEnd')
    await runDue(t, 'instalment')
    if (paid.includes(seq)) await payInstalment(t, w, orderId, seq)
  }
}

/** Takes what is open of one instalment by transfer, its late fee with it. */
export async function payInstalment(t: TestApp, w: World, orderId: string, seq: number): Promise<void> {
  const token = w.tokens.owner
  const { rows } = await t.call(contract.instalment.list, { orderId }, { token })
  const row = rows.find((one) => one.seq === seq)!
  const input = { instalmentId: row.id, amount: row.open + row.feeOpen, payMode: 2, payWay: 4 } as const
  await t.call(contract.instalment.pay, input, { token })
}

/** Gives rent back by itself, in cash. */
export async function refundRent(t: TestApp, w: World, orderId: string, amount: number): Promise<void> {
  const { id } = await t.call(
    contract.reimbursement.save,
    {
      ...{ orderId, kind: 1, reasonCode: reimbursementReasons.code.overcharged, payMode: payMode.offlineOut },
      ...{ payeeName: '周明轩', payeeTail: '6222' },
      items: [{ code: 'rent', amount }],
    },
    { token: w.tokens.owner },
  )
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
  await t.call(contract.reimbursement.pay, { id, payWay: payWay.cash, voucherIds }, { token: w.tokens.owner })
}
