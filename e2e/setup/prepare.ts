import { createHash } from 'node:crypto'
import { order } from '@cheyi/contract/booking/order'
import { stock } from '@cheyi/contract/fleet/stock'
import { ticket } from '@cheyi/contract/fleet/ticket'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { payment } from '@cheyi/contract/money/payment'
import { store } from '@cheyi/contract/platform/store'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { arrange } from '@cheyi/contract/rental/arrange'
import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { DAY, HOUR, localDate, MINUTE } from '@cheyi/domain/time'
import { test } from '@playwright/test'
import type { Api } from './api.ts'

/*
 * What a flow begins with, made through the calls: orders and customers of its own, so that tests leave each other's
 * alone.
 */

const HALF_HOUR = 30 * MINUTE

/** A customer nobody has met, with numbers that pass the checks. */
export interface Stranger {
  readonly name: string
  readonly phone: string
  readonly identityNo: string
}

export function stranger(name: string): Stranger {
  const random = (length: number) => String(Math.floor(Math.random() * 10 ** length)).padStart(length, '0')
  // Of 31 years, since a hundred people of one year were now and then born on one day with one number.
  const born = localDate(Date.UTC(1960) + Math.floor(Math.random() * 31 * 365) * DAY).replaceAll('-', '')
  const digits = `310104${born}${random(3)}`
  return { name, phone: `139${random(8)}`, identityNo: digits + idCheckSign(digits) }
}

export interface Booked {
  readonly orderId: string
  readonly orderNo: string
  /** Fen. */
  readonly total: number
}

export interface Wish {
  readonly name: string
  /** Begins at the half hour after so many hours from now. */
  readonly inHours: number
  /** Where nothing is free then: so many days later at the most. */
  readonly orDaysLater?: number
}

/** Hours from now to a day some weeks or months ahead, another with each call: runs on one database do not pile up. */
export const farAhead = (): number => (30 + Math.floor(Math.random() * 100)) * 24

export interface Stay {
  readonly store: OutputOf<typeof store.list>[number]
  readonly modelId: string
  readonly from: number
  readonly to: number
}

/** The first stay of so many days with a car left, at any store, of the model with the most: flows run side by side. */
export async function freeStay(
  api: Api,
  { inHours, orDaysLater = 0, apart = false }: Omit<Wish, 'name'> & { readonly apart?: boolean },
  days = 1,
): Promise<Stay> {
  const stores = await api.ask(store.list, {})
  const first = Math.ceil((Date.now() + inHours * HOUR) / HALF_HOUR) * HALF_HOUR
  for (let later = 0; later <= orDaysLater; later++) {
    const from = first + later * DAY
    const to = from + days * DAY
    const offers = await Promise.all(
      stores.map(async (each) => {
        const models = await api.ask(stock.free, { storeId: each.id, from, to, source: source.offline })
        return models.map((model) => ({ ...model, store: each }))
      }),
    )
    const free = offers
      .flat()
      .filter(({ why, sellable }) => why === null && sellable > 0)
      .toSorted((a, b) => b.sellable - a.sellable)
    const other = apart ? free.find(({ store }) => store.id !== free[0]!.store.id) : undefined
    const best = other ?? free[0]
    if (best) return { store: best.store, modelId: best.modelId, from, to }
  }
  throw new Error(`no car is free in ${inHours} hours`)
}

/** Books a day; confirmed, not paid. Whoever asks may book outside opening hours, since tests run at any hour. */
export async function book(api: Api, { name, ...when }: Wish): Promise<Booked> {
  const { store: at, modelId, from, to } = await freeStay(api, when)
  const quote = await api.ask(quotes.quote, {
    storeId: at.id,
    modelId,
    pickupAt: from,
    returnAt: to,
    source: source.offline,
    services: [],
    reduces: [],
  })
  const made = await api.ask(order.create, {
    submit: true,
    quoteId: quote.quoteId,
    expectTotal: quote.total,
    contactName: name,
    contactPhone: stranger(name).phone,
  })
  if (made.status !== orderStatus.confirmed) throw new Error(`booked, but ${made.status}`)
  return { orderId: made.orderId, orderNo: made.orderNo, total: quote.total }
}

/** Takes the whole price in cash. */
export async function pay(api: Api, { orderId, total }: Booked): Promise<void> {
  await api.ask(payment.collect, { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash })
}

/** Books an order and puts the best car on it: what a pickup begins with. */
export async function bookArranged(api: Api, wish: Wish): Promise<Booked> {
  const booked = await book(api, wish)
  const { list } = await api.ask(arrange.available, { orderId: booked.orderId })
  const best = list.find(({ group }) => group !== 'conflict')
  if (!best) throw new Error('no car is free')
  await api.ask(arrange.plan, { orderId: booked.orderId, vehicleId: best.vehicleId })
  return booked
}

/** Cars that a ticket may take, in an order of each test's own: tests that run at the same time begin with different ones. */
export async function carsFor(api: Api, by: NonNullable<InputOf<typeof ticket.vehicles>['by']>) {
  const { testId } = test.info()
  const rank = (vehicleId: string) => createHash('sha256').update(`${testId} ${vehicleId}`).digest('hex')
  const cars = await api.ask(ticket.vehicles, { by })
  return cars.toSorted((a, b) => (rank(a.vehicleId) < rank(b.vehicleId) ? -1 : 1))
}
