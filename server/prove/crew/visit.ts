import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import { Caller } from './caller.ts'
import { book } from './clients.ts'
import { prepare } from './crew.ts'
import { Journal } from './journal.ts'
import { morningIn } from './morning.ts'

/* Somebody of the staff of a demo, at a server that has just been started somewhere. */

const CUSTOMER = '陌生客户'

async function staff(url: string) {
  const works = { urls: () => [url], gatewayPort: () => 0 }
  const { token, shops } = await prepare(works, undefined, false)
  return { shops, caller: new Caller(works.urls, new Journal(), AbortSignal.timeout(60_000), token) }
}

/** Opens the page, signs in and books. @param inDays a car is free once @returns the order */
export async function bookAsVisitor(url: string, inDays = 60): Promise<string> {
  const page = await (await fetch(url)).text()
  if (!page.includes('<div id="root">')) throw new Error(`the page is another one:\n${page.slice(0, 500)}`)
  const { shops, caller } = await staff(url)
  const pickupAt = morningIn(inDays)
  const trip = { storeId: shops[0]!.storeId, modelId: shops[0]!.modelIds[0]!, pickupAt, returnAt: pickupAt + DAY }
  const booked = await book(caller, trip, { contactName: CUSTOMER, contactPhone: '13700000000' })
  if (booked === undefined) throw new Error(`no car is free in ${inDays} days`)
  return booked.orderId
}

/** @throws Error when the order that was acknowledged is not there as it was */
export async function requireBooking(url: string, orderId: string): Promise<void> {
  const { caller } = await staff(url)
  const { contactName } = await caller.ask(contract.order.detail, { orderId })
  if (contactName !== CUSTOMER) throw new Error(`the order that was acknowledged is another one: ${contactName}`)
}
