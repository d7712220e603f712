import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { cancelReason, responsibility, source } from '@cheyi/domain/booking/order/codes'
import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { depositMode } from '@cheyi/domain/money/deposit/codes'
import { expenseCode, expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payKind, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { fuelKind, type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { requiredSlots } from '@cheyi/domain/rental/pickup-return/record'
import { DAY, localDate, MINUTE } from '@cheyi/domain/time'
import { photo } from '../../src/testing/upload.ts'
import { type Caller, Refused } from './caller.ts'
import type { Journal } from './journal.ts'

/* Members of staff: they book, have it paid by the simulated provider, hand over cars and take them back, all by calls of real use. */

export const CLIENTS = 8
/** What a client does in turn: of four rentals one is handed over; the others are booked for later and paid. */
const TURNS: readonly Work[] = ['handover', 'payment', 'payment', 'payment']
const PAUSE_MS = 100
/** Fen. */
const CLEANING = 5000
const HALF_HOUR = 30 * MINUTE

/** A rental that is booked and paid; one that is cancelled after that; a car that is handed over; one that comes back as well. */
export type Work = 'payment' | 'refund' | 'handover' | 'return'

export interface Shop {
  readonly storeId: string
  readonly modelIds: readonly string[]
}

/** Has the payer of a payment agree, by its number at the provider. */
export type Approve = (no: string) => Promise<void>

const saves = {
  [handoverType.pickup]: {
    biz: 'pickup',
    save: contract.pickupReturn.pickUp,
    sign: contract.agreement.generatePickup,
  },
  [handoverType.return]: {
    biz: 'return',
    save: contract.pickupReturn.returnVehicle,
    sign: contract.agreement.generateReturn,
  },
} as const

/** Stores with the models of which they have cars. */
export async function shops(caller: Caller): Promise<Shop[]> {
  const from = Date.now() + 40 * DAY
  const found: Shop[] = []
  for (const { id } of await caller.ask(contract.store.list, {})) {
    const models = await caller.ask(contract.stock.free, { storeId: id, from, to: from + DAY, source: source.offline })
    const modelIds = models.filter(({ why }) => why === null).map(({ modelId }) => modelId)
    if (modelIds.length > 0) found.push({ storeId: id, modelIds })
  }
  return found
}

export interface Trip {
  readonly storeId: string
  readonly modelId: string
  readonly pickupAt: number
  readonly returnAt: number
}

/** Books at the counter. @returns undefined when no car is free */
export async function book(
  caller: Caller,
  trip: Trip,
  customer: { readonly contactName: string; readonly contactPhone: string; readonly renterId?: string },
) {
  const quote = await caller.ask(contract.quote.quote, { ...trip, source: source.offline })
  if (quote.freeCapacity === 0) return undefined
  const { orderId } = await caller.ask(contract.order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    ...customer,
  })
  return { orderId, total: quote.total }
}

/** One serial for all clients and scenarios of a run: each trip begins on another day or in another pool. */
let serial = 0
/** Numbers of cars and customers begin elsewhere with each run, since a number is taken once. */
const FIRST = Date.now()

export class Client {
  readonly #caller: Caller
  readonly #journal: Journal
  readonly #shops: readonly Shop[]
  readonly #run: string
  readonly #stop: AbortSignal
  readonly #approve: Approve
  /** Asks for what a provider answers: at the server that plays it, or anywhere where it lives outside. */
  readonly #provider: Caller

  constructor(
    caller: Caller,
    journal: Journal,
    all: readonly Shop[],
    run: string,
    stop: AbortSignal,
    approve?: Approve,
  ) {
    this.#caller = caller
    this.#journal = journal
    this.#shops = all
    this.#run = run
    this.#stop = stop
    this.#provider = approve ? caller : caller.atFirst()
    this.#approve =
      approve ?? (async (no) => void (await this.#provider.ask(contract.simulation.payAct, { no, act: 'approve' })))
  }

  async work(turns = TURNS): Promise<void> {
    const works = {
      payment: () => this.#bookAndPay(),
      refund: () => this.#cancel(),
      handover: () => this.#handOver(),
      return: () => this.#takeBack(),
    } as const
    for (let n = 0; !this.#stop.aborted; n++) {
      try {
        await works[turns[n % turns.length]!]()
      } catch (error) {
        if (this.#stop.aborted) return
        this.#journal.fault(error instanceof Refused ? error.message : String(error))
      }
      await after(PAUSE_MS)
    }
  }

  async #bookAndPay() {
    const n = serial++
    const { storeId, modelIds } = this.#shops[n % this.#shops.length]!
    const modelId = modelIds[Math.floor(n / this.#shops.length) % modelIds.length]!
    const pickupAt = Math.ceil(Date.now() / HALF_HOUR) * HALF_HOUR + DAY * (20 + (n % 150))
    const booked = await this.#book({ storeId, modelId, pickupAt, returnAt: pickupAt + DAY }, n)
    return booked && { ...booked, isPaid: await this.#pay(booked) }
  }

  /** The customer changes their mind and gets the money back by the provider. */
  async #cancel(): Promise<void> {
    const booked = await this.#bookAndPay()
    if (!booked) return
    const { orderId } = booked
    const { penalty } = await this.#caller.ask(contract.order.cancelRule, { orderId })
    await this.#caller.ask(contract.order.cancel, {
      orderId,
      reason: cancelReason.tripOff,
      responsibility: responsibility.customer,
      expectPenalty: penalty,
    })
    // A payment whose code never came is not paid, so there is nothing to give back.
    if (booked.isPaid) this.#journal.add('refund', orderId)
  }

  async #book(trip: Trip, n: number, renter?: { readonly renterId: string; readonly contactPhone: string }) {
    // The name is stored as it is, so it finds the order again without any answer.
    const contactName = `${this.#run}-${n}`
    const contactPhone = `137${String(n).padStart(8, '0')}`
    const booked = await book(this.#caller, trip, { contactPhone, ...renter, contactName })
    if (booked === undefined) return undefined
    this.#journal.add('booking', contactName)
    this.#journal.orders.push(booked.orderId)
    return booked
  }

  /** By the provider, whose payer agrees at once. @returns whether the money is acknowledged */
  async #pay({ orderId, total }: { readonly orderId: string; readonly total: number }): Promise<boolean> {
    const request = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.wechat }
    const { paymentId, qr } = await this.#provider.ask(contract.payment.collect, request)
    const no = qr && new URL(qr, 'http://provider').searchParams.get('no')
    if (!no) return false
    await this.#approve(no)
    const { status } = await this.#provider.ask(contract.payment.query, { paymentId })
    const isPaid = status === paymentStatus.succeeded
    if (isPaid) this.#journal.add('payment', paymentId)
    return isPaid
  }

  /** A customer who comes now, to a car that was bought for them. */
  async #handOver(): Promise<string | undefined> {
    const n = serial++
    const ask = this.#caller.ask.bind(this.#caller)
    const { storeId, modelIds } = this.#shops[n % this.#shops.length]!
    const modelId = modelIds[0]!
    const vehicleId = await this.#car(n, modelId, storeId)
    const renter = await this.#renter(n)
    const pickupAt = Math.ceil(Date.now() / HALF_HOUR) * HALF_HOUR
    const booked = await this.#book({ storeId, modelId, pickupAt, returnAt: pickupAt + DAY }, n, renter)
    if (!booked) return undefined
    const { orderId } = booked
    await this.#pay(booked)
    const { rows } = await ask(contract.deposit.forPickup, { orderId })
    const amount = rows.reduce((sum, row) => sum + row.due, 0)
    await ask(contract.deposit.pay, { orderId, kind: 3, mode: depositMode.offline, payWay: payWay.cash, amount })
    const { list } = await ask(contract.arrange.available, { orderId })
    const free = list.filter(({ group }) => group !== 'conflict').map((car) => car.vehicleId)
    // Another order may have been put on it already.
    const chosen = free.includes(vehicleId) ? vehicleId : free[0]
    if (chosen === undefined) {
      this.#journal.fault('no car was free for a handover')
      return undefined
    }
    await ask(contract.arrange.plan, { orderId, vehicleId: chosen })
    const type = handoverType.pickup
    await this.#record(orderId, type)
    const { early, order } = await ask(contract.pickupReturn.task, { orderId, type })
    const due = order.owed + (early?.difference ?? 0)
    await ask(contract.pickupReturn.confirm, {
      orderId,
      type,
      actualAt: Date.now(),
      expectAmount: due,
      ...(due > 0 && { settle: expenseSettle.offline, payWay: payWay.cash }),
      overrideReason: '提前到店',
    })
    this.#journal.add('handover', orderId)
    return orderId
  }

  /** The car comes back at once, with something to pay for its cleaning. */
  async #takeBack(): Promise<void> {
    const orderId = await this.#handOver()
    if (!orderId) return
    const ask = this.#caller.ask.bind(this.#caller)
    const type = handoverType.return
    const { mileageKm, ...readings } = await this.#record(orderId, type)
    await ask(contract.expense.saveAll, { orderId, type, items: [{ code: expenseCode.cleaning, amount: CLEANING }] })
    const actualReturnAt = Date.now()
    const { balance } = await ask(contract.pickupReturn.settlement, { orderId, actualReturnAt, mileageKm, ...readings })
    await ask(contract.pickupReturn.confirm, {
      orderId,
      type,
      actualAt: actualReturnAt,
      expectAmount: balance,
      ...(balance > 0 && { settle: expenseSettle.offline, payWay: payWay.cash }),
    })
    this.#journal.add('return', orderId)
  }

  /** What is seen of the car, and the signed paper of it. @returns the readings */
  async #record(orderId: string, type: HandoverType) {
    const ask = this.#caller.ask.bind(this.#caller)
    const { biz, save, sign } = saves[type]
    const { vehicle: car, fuelKind: fuel } = await ask(contract.pickupReturn.task, { orderId, type })
    const ids = await this.#photos(biz, requiredSlots.length)
    const readings = {
      mileageKm: car!.odometerKm,
      ...(fuel !== fuelKind.electric && { fuelEighths: 8 }),
      ...(fuel !== fuelKind.oil && { batteryPct: 90 }),
    }
    const photos = requiredSlots.map((slot, at) => ({ slot, mediaId: ids[at]! }))
    const { record } = await ask(save, { orderId, draft: false, ...readings, photos })
    await ask(sign, { orderId, recordId: record.recordId, photoIds: await this.#photos('agreement', 1) })
    return readings
  }

  async #car(n: number, modelId: string, homeStoreId: string): Promise<string> {
    const ask = this.#caller.ask.bind(this.#caller)
    const number = String((FIRST + n) % 1_000_000).padStart(6, '0')
    const { vehicleId } = await ask(contract.inventory.save, {
      plate: `沪K${number.slice(1)}`,
      vin: `LSVNV2186E3${number}`,
      modelId,
      homeStoreId,
      odometerKm: 12_000,
    })
    const endOn = localDate(Date.now() + 300 * DAY)
    await ask(contract.inventory.saveDocument, { vehicleId, kind: 3, insuranceKind: 1, endOn })
    await ask(contract.inventory.saveDocument, { vehicleId, kind: 4, endOn })
    await ask(contract.inventory.setLifecycle, { vehicleId, lifecycle: lifecycle.inService })
    return vehicleId
  }

  async #renter(n: number) {
    const born = localDate(Date.UTC(1960) + ((FIRST + n) % (31 * 365)) * DAY).replaceAll('-', '')
    const digits = `310104${born}${String(n % 1000).padStart(3, '0')}`
    const identityNo = digits + idCheckSign(digits)
    const phone = `136${String((FIRST + n) % 1e8).padStart(8, '0')}`
    const { personId } = await this.#caller.ask(contract.driver.savePerson, {
      name: '核对客户',
      phone,
      identityType: 1,
      identityNo,
      identityExpire: '2036-01-01',
      licenceNo: identityNo,
      licenceClass: 'C1',
      licenceFirstIssue: '2015-03-01',
      licenceExpire: '2031-03-01',
    })
    await this.#caller.ask(contract.driver.verifyPerson, { personId, pass: true, waiveReason: '已核对原件' })
    return { renterId: personId, contactPhone: phone }
  }

  async #photos(biz: MediaBiz, count: number): Promise<string[]> {
    const { bytes } = await photo()
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const { mediaId } = await this.#caller.upload(contract.media.upload.path, { biz }, file)
      ids.push(mediaId)
    }
    return ids
  }
}
