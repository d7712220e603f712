import { order } from '@cheyi/contract/booking/order'
import { inventory } from '@cheyi/contract/fleet/inventory'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { deposit } from '@cheyi/contract/money/deposit'
import { expense } from '@cheyi/contract/money/expense'
import { type MediaBiz, media } from '@cheyi/contract/platform/media'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { terms } from '@cheyi/contract/pricing/terms'
import { agreement } from '@cheyi/contract/rental/agreement'
import { arrange } from '@cheyi/contract/rental/arrange'
import { driver } from '@cheyi/contract/rental/driver'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { source } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { depositKind, depositMode } from '@cheyi/domain/money/deposit/codes'
import { expenseCode, expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { refusals } from '@cheyi/domain/refusal'
import { fuelKind, type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { drawn, SMALL } from './pictures.ts'
import { type Booked, carsFor, freeStay, pay, stranger } from './prepare.ts'

/* Rentals under way, made through the calls: for flows about their end. */

/**
 * Channels that nobody else books by: their orders have a large deposit, and their cancel costs more than one may take
 * alone. One for each file, since files run side by side and each sets the terms of its own.
 */
export type Dear = typeof source.partner7 | typeof source.partner8

/** Fen, all of it out of the deposit. */
export const DEAR_PENALTY = 600_000
const DEAR_DEPOSIT = 2_000_000

/** Uploads pictures past the page, which only draws them. @returns their media ids */
export async function upload(page: Page, api: Api, biz: MediaBiz, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const file = { name: `${biz}-${n}.jpg`, mimeType: 'image/jpeg', buffer: await drawn(page, `${biz} ${n}`, SMALL) }
    const answer = await page.request.post(media.upload.path, {
      headers: { token: api.token, 'idempotency-key': crypto.randomUUID() },
      multipart: { biz, file },
    })
    ids.push((await answer.json()).data.mediaId)
  }
  return ids
}

/** The terms of a dear channel, once for all runs on the same data. */
async function setDearTerms(api: Api, dear: Dear): Promise<void> {
  const policies = await api.ask(terms.depositPolicies, {})
  if (policies.some((policy) => policy.source === dear)) return
  await api.ask(terms.saveDepositPolicy, {
    source: dear,
    rentalFen: DEAR_DEPOSIT,
    violationFen: 100_000,
    modes: [depositMode.offline],
  })
  await api.ask(terms.saveCancelRule, {
    name: `高额违约金${dear}`,
    sources: [dear],
    storeIds: [],
    season: 'normal',
    tiers: [{ minMinutesBefore: 0, fixedFen: DEAR_PENALTY }],
    base: 3,
    penaltyFromDeposit: true,
  })
}

/** Takes the deposits of an order in cash. */
export async function takeDeposits(api: Api, orderId: string): Promise<void> {
  const { rows } = await api.ask(deposit.forPickup, { orderId })
  const amount = rows.reduce((sum, row) => sum + row.due, 0)
  await api.ask(deposit.pay, { orderId, kind: 3, mode: depositMode.offline, payWay: payWay.cash, amount })
}

/** The shop's card machine holds the rental deposit of an order; the violation deposit is paid in cash. */
export async function holdByMachine(api: Api, orderId: string): Promise<void> {
  const { rows } = await api.ask(deposit.forPickup, { orderId })
  const [rental, violation] = rows.map(({ due }) => due)
  const slip = { authNo: String(Date.now() % 1_000_000_000), cardTail: '8812' }
  const held = { mode: depositMode.online, payWay: payWay.pos, amount: rental ?? 0 }
  await api.ask(deposit.pay, { orderId, kind: depositKind.rental, ...held, ...slip })
  if (!violation) return
  const cash = { mode: depositMode.offline, payWay: payWay.cash, amount: violation }
  await api.ask(deposit.pay, { orderId, kind: depositKind.violation, ...cash })
}

/** Somebody whose papers were passed, as a booking names them. */
export async function knownRenter(api: Api, name: string) {
  const { phone, identityNo } = stranger(name)
  const { personId } = await api.ask(driver.savePerson, {
    name,
    phone,
    identityType: 1,
    identityNo,
    identityExpire: '2036-01-01',
    licenceNo: identityNo,
    licenceClass: 'C1',
    licenceFirstIssue: '2015-03-01',
    licenceExpire: '2031-03-01',
  })
  await api.ask(driver.verifyPerson, { personId, pass: true, waiveReason: '已核对原件' })
  return { renterId: personId, contactName: name, contactPhone: phone }
}

/**
 * Puts one of the cars on an order that stands at the store: one that is overdue may be planned on, but not handed out, and
 * another flow may have been given one meanwhile.
 */
export async function arrangeAtHand(api: Api, orderId: string, cars: Cars): Promise<void> {
  for (const { vehicleId, group } of cars) {
    if (group === 'conflict') continue
    const planned = await api.ask(arrange.plan, { orderId, vehicleId }).catch((error: Error) => {
      if (error.message.includes(` ${refusals.vehicleTaken.code} `)) return null
      throw error
    })
    if (planned === null) continue
    const { blocking } = await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })
    if (blocking.every(({ code }) => code !== 'vehicleOut')) return
  }
  throw new Error('no car stands at the store')
}

/** A car more of a model at its store, ready to go: flows run side by side, and the demo's few may all be out. */
export async function oneMoreCar(
  api: Api,
  { modelId, homeStoreId }: { readonly modelId: string; readonly homeStoreId: string },
): Promise<{ readonly vehicleId: string; readonly plate: string; readonly odometerKm: number }> {
  const serial = String(Date.now() % 1_000_000).padStart(6, '0')
  const [plate, odometerKm] = [`沪M${serial.slice(1)}`, 12_000]
  const vin = `LSVNV2186E2${serial}`
  const { vehicleId } = await api.ask(inventory.save, { plate, vin, modelId, homeStoreId, odometerKm })
  const endOn = localDate(Date.now() + 300 * DAY)
  await api.ask(inventory.saveDocument, { vehicleId, kind: 3, insuranceKind: 1, endOn })
  await api.ask(inventory.saveDocument, { vehicleId, kind: 4, endOn })
  await api.ask(inventory.setLifecycle, { vehicleId, lifecycle: lifecycle.inService })
  return { vehicleId, plate, odometerKm }
}

/** A car that no other flow has planned on: of the fifty that a ticket may choose first, all may be taken by the end of a run. */
export async function ownCar(api: Api) {
  const [any] = await carsFor(api, 'free')
  return oneMoreCar(api, await api.ask(inventory.detail, { vehicleId: any!.vehicleId }))
}

interface Booking {
  readonly name: string
  readonly inHours: number
  readonly days: number
  /** Begins so many hours after the car is free, and is for a day then. */
  readonly later?: number
  readonly dear?: Dear
}

type Cars = OutputOf<typeof arrange.available>['list']

/** Books for somebody known. @returns with it the cars that can be had for the whole stay */
export async function bookKnown(
  api: Api,
  { name, inHours, days, later = 0, dear }: Booking,
): Promise<Booked & { readonly cars: Cars }> {
  if (dear !== undefined) await setDearTerms(api, dear)
  const { store, modelId, from, to } = await freeStay(api, { inHours }, days)
  const where = { storeId: store.id, modelId }
  await oneMoreCar(api, { modelId, homeStoreId: store.id })
  const { list: cars } = await api.ask(arrange.available, { ...where, pickupAt: from, returnAt: to })
  const quote = await api.ask(quotes.quote, {
    ...where,
    pickupAt: from + later * HOUR,
    returnAt: later === 0 ? to : from + (later + 24) * HOUR,
    source: dear ?? source.offline,
  })
  const { orderId, orderNo } = await api.ask(order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    ...(await knownRenter(api, name)),
    ...(dear !== undefined && { channelOrderNo: crypto.randomUUID().slice(0, 18), autoConfirm: true }),
  })
  return { orderId, orderNo, total: quote.total, cars }
}

/** Books for somebody known from now on, with a car that stands at the store. */
export async function bookAtHand(api: Api, name: string, days: number): Promise<Booked> {
  const { cars, ...booked } = await bookKnown(api, { name, inHours: 0, days })
  await arrangeAtHand(api, booked.orderId, cars)
  return booked
}

const saves = {
  [handoverType.pickup]: { biz: 'pickup', save: pickupReturn.pickUp, sign: agreement.generatePickup },
  [handoverType.return]: { biz: 'return', save: pickupReturn.returnVehicle, sign: agreement.generateReturn },
} as const

/** What is seen of the car at a handover: five pictures and readings. @returns the id of the record */
export async function inspect(page: Page, api: Api, orderId: string, type: HandoverType): Promise<string> {
  const { biz, save } = saves[type]
  const { vehicle: car, fuelKind: fuel } = await api.ask(pickupReturn.task, { orderId, type })
  const ids = await upload(page, api, biz, requiredSlots.length)
  const { record } = await api.ask(save, {
    orderId,
    draft: false,
    mileageKm: car!.odometerKm,
    ...(fuel !== fuelKind.electric && { fuelEighths: 8 }),
    ...(fuel !== fuelKind.oil && { batteryPct: 90 }),
    photos: requiredSlots.map((slot, n) => ({ slot, mediaId: ids[n]! })),
  })
  return record.recordId
}

/** Everything of a handover but its confirmation: five pictures, readings, the signed paper. */
export async function prepare(page: Page, api: Api, orderId: string, type: HandoverType): Promise<void> {
  const recordId = await inspect(page, api, orderId, type)
  await api.ask(saves[type].sign, { orderId, recordId, photoIds: await upload(page, api, 'agreement', 1) })
}

/** The paper of a handover that is prepared already, signed for what the order is now. */
export async function signAnew(page: Page, api: Api, orderId: string, type: HandoverType): Promise<void> {
  const { record } = await api.ask(pickupReturn.task, { orderId, type })
  await api.ask(saves[type].sign, {
    orderId,
    recordId: record!.recordId,
    photoIds: await upload(page, api, 'agreement', 1),
  })
}

/** A car that left just now for a day, all paid: one that nobody else waits for. */
export async function handOutOwn(page: Page, api: Api, name: string): Promise<Booked> {
  const { cars, ...booked } = await bookKnown(api, { name, inHours: 0, days: 1 })
  await leave(
    page,
    api,
    booked,
    cars.filter(({ next }) => next === null),
  )
  return booked
}

/** A car that left just now, all paid. */
export async function handOut(
  page: Page,
  api: Api,
  name: string,
  dear?: Dear,
  collect: typeof takeDeposits = takeDeposits,
): Promise<Booked> {
  // Channels are booked some hours ahead: such a customer comes early.
  const { cars, ...booked } = await bookKnown(api, {
    name,
    inHours: 0,
    days: 2,
    later: dear === undefined ? 0 : 12,
    dear,
  })
  await leave(page, api, booked, cars, collect)
  return booked
}

async function leave(page: Page, api: Api, booked: Booked, cars: Cars, collect = takeDeposits): Promise<void> {
  const { orderId } = booked
  await pay(api, booked)
  await collect(api, orderId)
  await arrangeAtHand(api, orderId, cars)
  const type = handoverType.pickup
  await prepare(page, api, orderId, type)
  const { early, order: at } = await api.ask(pickupReturn.task, { orderId, type })
  const due = at.owed + (early?.difference ?? 0)
  await api.ask(pickupReturn.confirm, {
    orderId,
    type,
    actualAt: Date.now(),
    expectAmount: due,
    ...(due > 0 && { settle: expenseSettle.offline, payWay: payWay.cash }),
    overrideReason: '提前到店',
  })
}

/** It is back, and owes what its cleaning costs; only the word of staff and customer is missing. */
export async function bringBack(page: Page, api: Api, orderId: string, cleaning: number): Promise<void> {
  const type = handoverType.return
  await prepare(page, api, orderId, type)
  if (cleaning > 0)
    await api.ask(expense.saveAll, { orderId, type, items: [{ code: expenseCode.cleaning, amount: cleaning }] })
}
