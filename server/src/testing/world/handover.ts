import { contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import type { CallOptions, Envelope, TestApp } from '../app.ts'
import { uploadPhotos } from '../upload.ts'
import { book } from './bookings.ts'
import type { World } from './world.ts'

/*
 * Handing cars out and taking them back by the calls of real use, paper and pictures included.
 */

type Confirm = InputOf<typeof contract.pickupReturn.confirm>
type Save = InputOf<typeof contract.pickupReturn.pickUp>
type Person = Partial<InputOf<typeof contract.driver.savePerson>>
type Booking = Parameters<typeof book>[2]

const flow = {
  [handoverType.pickup]: { biz: 'pickup', save: contract.pickupReturn.pickUp },
  [handoverType.return]: { biz: 'return', save: contract.pickupReturn.returnVehicle },
} as const

let people = 0

/** A customer whose documents somebody looked at. @returns the id */
export async function renter(t: TestApp, w: World, more: Person = {}, verified = true): Promise<string> {
  const token = w.tokens.owner
  const person = ++people
  const born = `199001${String(1 + Math.floor(person / 1000)).padStart(2, '0')}`
  const digits = `310104${born}${String(person % 1000).padStart(3, '0')}`
  const { personId } = await t.call(
    contract.driver.savePerson,
    {
      name: '周明轩',
      phone: '18621070937',
      identityType: 1,
      identityNo: digits + idCheckSign(digits),
      identityExpire: '2036-01-01',
      licenceNo: digits + idCheckSign(digits),
      licenceClass: 'C1',
      licenceFirstIssue: '2015-03-01',
      licenceExpire: '2031-03-01',
      ...more,
    },
    { token },
  )
  if (verified)
    await t.call(contract.driver.verifyPerson, { personId, pass: true, waiveReason: '已核对原件' }, { token })
  return personId
}

/** An order of a verified customer on its own car. */
export async function bookArranged(t: TestApp, w: World, booking: Booking = {}, person: Person = {}) {
  const renterId = await renter(t, w, person)
  const vehicleId = w.vehicles.lavida[0]!.id
  return book(t, w, { ...booking, form: { renterId, vehicleId, ...booking?.form } })
}

export const payRent = (t: TestApp, w: World, orderId: string, amount: number) =>
  t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount, payWay: payWay.cash },
    { token: w.tokens.owner },
  )

/** Both deposits in cash: of a lavida 3000.00 and 2000.00. */
export const payDeposits = (t: TestApp, w: World, orderId: string, amount = 500_000) =>
  t.call(contract.deposit.pay, { orderId, kind: 3, mode: 1, payWay: payWay.cash, amount }, { token: w.tokens.owner })

/** Five pictures, freshly uploaded: front, rear, both sides, dashboard. */
export async function pictures(t: TestApp, w: World, type: HandoverType): Promise<NonNullable<Save['photos']>> {
  const ids = await uploadPhotos(t, flow[type].biz, requiredSlots.length, w.tokens.owner)
  return requiredSlots.map((slot, i) => ({ slot, mediaId: ids[i]! }))
}

/** Saves the record of a handover, complete unless said otherwise. */
export async function saveRecord(
  t: TestApp,
  w: World,
  orderId: string,
  type: HandoverType,
  fields: Partial<Save> = {},
): Promise<OutputOf<typeof contract.pickupReturn.pickUp>> {
  const photos = fields.photos ?? (await pictures(t, w, type))
  const readings = { mileageKm: 10_000, fuelEighths: 8 }
  return t.call(flow[type].save, { orderId, draft: false, ...readings, ...fields, photos }, { token: w.tokens.owner })
}

/** The signed paper of a handover, photographed. */
export async function signPaper(
  t: TestApp,
  w: World,
  orderId: string,
  type: HandoverType,
  recordId: string,
): Promise<void> {
  const call = type === handoverType.pickup ? contract.agreement.generatePickup : contract.agreement.generateReturn
  const photoIds = await uploadPhotos(t, 'agreement', 1, w.tokens.owner)
  await t.call(call, { orderId, recordId, photoIds }, { token: w.tokens.owner })
}

/** Answers the whole envelope, good or bad. */
export const sendConfirm = (
  t: TestApp,
  w: World,
  input: Omit<Confirm, 'actualAt' | 'expectAmount'> & Partial<Confirm>,
  options: CallOptions = {},
): Promise<Envelope> =>
  t.send(
    contract.pickupReturn.confirm,
    { actualAt: t.clock.now(), expectAmount: 0, ...input },
    { token: w.tokens.owner, ...options },
  )

/** What a swap says besides the two cars: why, and of both what they show, kilometres. Pictures are freshly uploaded. */
export const swapOf = async (t: TestApp, w: World, km: { readonly old: number; readonly new: number }) => ({
  reason: '发动机故障',
  old: { mileageKm: km.old, fuelEighths: 4, batteryPct: 50, photos: await pictures(t, w, handoverType.return) },
  new: { mileageKm: km.new, fuelEighths: 8, batteryPct: 90, photos: await pictures(t, w, handoverType.pickup) },
})

/** Everything a pickup needs but its confirmation. @returns the record */
export async function prepare(t: TestApp, w: World, orderId: string, fields: Partial<Save> = {}) {
  const { record } = await saveRecord(t, w, orderId, handoverType.pickup, fields)
  await signPaper(t, w, orderId, handoverType.pickup, record.recordId)
  return record
}

/** Books, collects, prepares and hands over a lavida at the agreed time. */
export async function handOut(
  t: TestApp,
  w: World,
  booking: Booking & { readonly paid?: boolean; readonly deposits?: boolean | typeof payDeposits } = {},
): Promise<{ orderId: string; total: number }> {
  const { paid = true, deposits = true } = booking
  const { orderId, total } = await bookArranged(t, w, booking)
  if (paid) await payRent(t, w, orderId, total)
  if (deposits !== false) await (deposits === true ? payDeposits : deposits)(t, w, orderId)
  const { rows } = await t.root.query('select pickup_at from "order" where id = $1', [orderId])
  t.clock.set(rows[0].pickupAt.getTime())
  await prepare(t, w, orderId)
  await confirmed(
    sendConfirm(t, w, {
      orderId,
      type: handoverType.pickup,
      expectAmount: paid ? 0 : total,
      ...(paid ? {} : { overrideReason: '月结客户' }),
    }),
  )
  return { orderId, total }
}

/** The answer of a confirmation that must succeed. */
export async function confirmed(sent: Promise<Envelope>): Promise<OutputOf<typeof contract.pickupReturn.confirm>> {
  const envelope = await sent
  if (!envelope.success)
    throw new Error(`confirm: ${envelope.errorCode} ${envelope.message} ${JSON.stringify(envelope.data)}`)
  return envelope.data as never
}

export interface Return {
  readonly at: number
  /** When that is said, where it is dated back. */
  readonly now?: number
  readonly mileageKm?: number
  readonly fuelEighths?: number
  /** Another store than the agreed one. */
  readonly returnStoreId?: string
  readonly confirm?: Partial<Confirm>
}

/** Saves the return, shows the preview, signs and confirms what was shown. */
export async function bringBack(t: TestApp, w: World, orderId: string, back: Return) {
  t.clock.set(back.now ?? back.at)
  const token = w.tokens.owner
  const readings = {
    mileageKm: back.mileageKm ?? 10_100,
    fuelEighths: back.fuelEighths ?? 8,
    ...(back.returnStoreId !== undefined && { returnStoreId: back.returnStoreId }),
  }
  const { record } = await saveRecord(t, w, orderId, handoverType.return, { ...readings, at: back.at })
  await signPaper(t, w, orderId, handoverType.return, record.recordId)
  const preview = await t.call(
    contract.pickupReturn.settlement,
    { orderId, actualReturnAt: back.at, ...readings },
    { token },
  )
  const answer = await confirmed(
    sendConfirm(t, w, {
      orderId,
      type: handoverType.return,
      actualAt: back.at,
      expectAmount: preview.balance,
      ...(preview.balance > 0 ? { settle: 2 as const, payWay: payWay.cash } : {}),
      ...back.confirm,
    }),
  )
  return { preview, settlement: answer.settlement!, answer }
}

/** Inserts a confirmed return record directly, without the steps of a return. */
export async function storedReturn(t: TestApp, w: World, orderId: string, vehicleId: string): Promise<string> {
  const { rows } = await t.root.query(
    `insert into pickup_return_record (merchant_id, order_id, type, vehicle_id, mileage_km, fuel_eighths, operator_id, draft, at)
     values ($1, $2, 1, $3, 10000, 8, 0, false, now()) returning id`,
    [w.merchantId, orderId, vehicleId],
  )
  return rows[0].id
}
