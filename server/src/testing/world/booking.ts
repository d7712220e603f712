import { contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { parseDateTime } from '@cheyi/domain/time'
import type { Envelope, TestApp } from '../app.ts'
import type { World } from './world.ts'

type Trip = InputOf<typeof contract.quote.quote>
type Form = Partial<InputOf<typeof contract.order.create>>

/** Local time as tests write it. */
export const local = (text: string): number => parseDateTime(text)!

/** A trip at Hongqiao with a Lavida, Saturday ten to Monday ten, unless said otherwise. */
export const tripOf = (w: World, trip: Partial<Trip> = {}): Trip => ({
  storeId: w.stores.hongqiao,
  modelId: w.models.lavida,
  pickupAt: local('2026-11-21 10:00'),
  returnAt: local('2026-11-23 10:00'),
  ...trip,
})

export const quote = (t: TestApp, w: World, trip: Partial<Trip> = {}, token = w.tokens.owner) =>
  t.call(contract.quote.quote, tripOf(w, trip), { token })

export const formOf = (
  quoted: { quoteId: string; total: number },
  form: Form = {},
): InputOf<typeof contract.order.create> => ({
  submit: true,
  quoteId: quoted.quoteId,
  expectTotal: quoted.total,
  contactName: '周明轩',
  contactPhone: '18621070937',
  ...form,
})

/** Quotes and books; the whole way a clerk goes. */
export async function book(
  t: TestApp,
  w: World,
  trip: Partial<Trip> = {},
  form: Form = {},
): Promise<OutputOf<typeof contract.order.create>> {
  const quoted = await quote(t, w, trip)
  return t.call(contract.order.create, formOf(quoted, form), { token: w.tokens.owner })
}

/** The same, answering the envelope: for the ways that are refused. */
export async function tryBook(t: TestApp, w: World, trip: Partial<Trip> = {}, form: Form = {}): Promise<Envelope> {
  const quoted = await quote(t, w, trip)
  return t.send(contract.order.create, formOf(quoted, form), { token: w.tokens.owner })
}
