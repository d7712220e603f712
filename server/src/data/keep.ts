import { carPieces } from '@cheyi/domain/data/car-time'
import {
  allPartsOf,
  carParts,
  cashParts,
  gathered,
  keptFrom,
  lastKept,
  monthOf,
  monthsFrom,
  nameOf,
  type Part,
  takenBack,
  wholeDay,
  wholeDays,
} from '@cheyi/domain/data/parts'
import type { Window } from '@cheyi/domain/data/window'
import { addDays, addMonths, type LocalDate, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import type { Followed, Follower } from '../stream/actions.ts'
import { cashIn } from './facts.ts'
import * as store from './store.ts'
import * as kept from './store-kept.ts'

/*
 * Kept figures. A subject is an order, a car or the tills; what it adds to each day that is over is reckoned by the rule that reckons
 * today, compared with what it had added, and the difference goes into the sums of those days. So the sums are exact however old
 * the day is that a change reaches, and reckoning a subject twice changes nothing.
 */

/** A subject of which something else was kept than it says. */
export interface Kept {
  readonly subject: kept.Subject
  readonly subjectId: string
  readonly month: LocalDate
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => `${part.day} ${nameOf(part)} ${JSON.stringify(Object.entries(part.sums).toSorted())}`)
    .toSorted()
    .join()

/**
 * Keeps what subjects add; of these months alone, or of all.
 * @returns what was kept otherwise
 */
async function keep(
  ctx: Context,
  subject: kept.Subject,
  parts: ReadonlyMap<string, readonly Part[]>,
  months: readonly LocalDate[] | null,
): Promise<Kept[]> {
  const before = Map.groupBy(
    await kept.partsKept(ctx, subject, [...parts.keys()], months),
    ({ subjectId }) => subjectId,
  )
  const changed: (kept.KeptPart & { readonly old: readonly Part[] })[] = []
  for (const [subjectId, all] of parts) {
    const now = kept.byMonth(all)
    const then = new Map((before.get(subjectId) ?? []).map(({ month, shares }) => [month, shares]))
    for (const month of new Set([...now.keys(), ...then.keys()])) {
      const [shares, old] = [now.get(month) ?? [], then.get(month) ?? []]
      if (textOf(shares) !== textOf(old)) changed.push({ subjectId, month, shares, old })
    }
  }
  if (changed.length === 0) return []
  await kept.writeParts(ctx, subject, changed)
  await kept.moveDays(
    ctx,
    gathered([...changed.flatMap(({ old }) => takenBack(old)), ...changed.flatMap(({ shares }) => shares)]),
  )
  return changed.map(({ subjectId, month }) => ({ subject, subjectId, month }))
}

/** Reckons these orders anew, all their days. */
export async function keepOrders(ctx: Context, ids: readonly string[], keptTo: LocalDate): Promise<Kept[]> {
  if (ids.length === 0) return []
  const orders = new Map((await store.ordersOf(ctx, ids)).map((order) => [order.orderId, order]))
  const parts = (id: string) => {
    const order = orders.get(id)
    return order === undefined ? [] : allPartsOf(order, keptTo)
  }
  return keep(ctx, 'order', new Map(ids.map((id) => [id, parts(id)])), null)
}

/** The days of these months that are kept. */
const daysKept = (months: readonly LocalDate[], keptTo: LocalDate) =>
  months.flatMap((month) => wholeDays(month, addDays(addMonths(month, 1), -1))).filter(({ day }) => day <= keptTo)

/** Reckons these cars anew, in these months. */
export async function keepCars(
  ctx: Context,
  ids: readonly string[],
  months: readonly LocalDate[],
  keptTo: LocalDate,
): Promise<Kept[]> {
  const days = daysKept(months, keptTo)
  if (ids.length === 0 || days.length === 0) return []
  const end = startOfDate(addDays(keptTo, 1))
  const windows: Window[] = [...Map.groupBy(days, ({ day }) => monthOf(day)).values()].map((of) => ({
    from: of[0]!.from,
    until: of.at(-1)!.until,
  }))
  const [service, held, down] = await Promise.all([
    store.serviceIn(ctx, windows, ids),
    store.heldIn(ctx, windows, ids),
    store.downIn(ctx, windows, ids),
  ])
  const of = <T extends { readonly vehicleId: string }>(rows: readonly T[]) => Map.groupBy(rows, (row) => row.vehicleId)
  const [serviceOf, heldOf, downOf] = [of(service), of(held), of(down)]
  const parts = ids.map((id) => {
    const facts = { service: serviceOf.get(id) ?? [], held: heldOf.get(id) ?? [], down: downOf.get(id) ?? [] }
    return [id, carParts(carPieces(facts, end), days)] as const
  })
  return keep(ctx, 'car', new Map(parts), months)
}

/** What came into the tills and left them belongs to no order's days: its own subject. */
const TILLS = '0'

/** Adds up anew what came and went in these months. */
export async function keepCash(ctx: Context, months: readonly LocalDate[], keptTo: LocalDate): Promise<Kept[]> {
  const days = daysKept(months, keptTo)
  if (days.length === 0) return []
  const cash = await cashIn(ctx, { from: days[0]!.from, until: days.at(-1)!.until })
  return keep(ctx, 'cash', new Map([[TILLS, cashParts(cash, days)]]), months)
}

/** All subjects that have to do with a day are reckoned anew, once it is over. */
async function keepDay(ctx: Context, day: LocalDate): Promise<void> {
  const window = wholeDay(day)
  const [orders, cars] = await Promise.all([store.ordersIn(ctx, [window]), store.carsIn(ctx, [window])])
  const ids = orders.map(({ orderId }) => orderId)
  for (let at = 0; at < ids.length; at += BATCH) await keepOrders(ctx, ids.slice(at, at + BATCH), day)
  for (let at = 0; at < cars.length; at += BATCH) await keepCars(ctx, cars.slice(at, at + BATCH), [monthOf(day)], day)
  await keepCash(ctx, [monthOf(day)], day)
}

/** So many orders are taken up at once. */
const BATCH = 300
/** So many cars, with all their life. */
const CARS = 20

/** Takes up some of what there was before the sums. */
async function fill(ctx: Context, { keptTo, filling }: kept.KeptState & { filling: kept.Filling }): Promise<void> {
  const { subject, after } = filling
  if (subject === 'cash') {
    const first = await store.firstTaken(ctx)
    if (first !== null) await keepCash(ctx, monthsFrom(first, keptTo), keptTo)
    return kept.setState(ctx, { keptTo, filling: null }).then(() => {})
  }
  const size = subject === 'order' ? BATCH : CARS
  const ids = await store.idsAfter(ctx, subject === 'order' ? 'order' : 'vehicle', after, size)
  if (subject === 'order') await keepOrders(ctx, ids, keptTo)
  else if (ids.length > 0) {
    const first = await store.firstInService(ctx, ids)
    if (first !== null) await keepCars(ctx, ids, monthsFrom(first, keptTo), keptTo)
  }
  const next = { order: 'car', car: 'cash' } as const
  await kept.setState(ctx, {
    keptTo,
    filling: ids.length < size ? { subject: next[subject], after: '0' } : { subject, after: ids.at(-1)! },
  })
}

type Change = Followed<'order.changed' | 'figures.changed'>

/** Reckons anew what events say has changed. */
async function keepChanged(ctx: Context, events: readonly Change[], keptTo: LocalDate): Promise<void> {
  const orders = new Set<string>()
  const cars = new Map<string, LocalDate>()
  const tills: LocalDate[] = []
  for (const { type, data } of events) {
    if (type === 'order.changed') orders.add(data.orderId)
    else if (data.what === 'order') orders.add(data.id)
    else {
      const since = monthOf(localDate(data.from))
      if (data.what === 'cash') tills.push(since)
      else if (since < (cars.get(data.id) ?? '9999')) cars.set(data.id, since)
    }
  }
  await keepOrders(ctx, [...orders], keptTo)
  for (const [first, some] of Map.groupBy(cars, ([, since]) => since))
    await keepCars(
      ctx,
      some.map(([id]) => id),
      monthsFrom(first, keptTo),
      keptTo,
    )
  await keepCash(ctx, [...new Set(tills)], keptTo)
}

/** Keeps the figures of days that are over, as orders, cars and takings change. */
export const figuresFollower: Follower<'order.changed' | 'figures.changed'> = {
  name: 'figures',
  types: ['order.changed', 'figures.changed'],
  async begin(ctx) {
    await kept.dropAll(ctx)
    await kept.setState(ctx, { keptTo: lastKept(ctx.now), filling: { subject: 'order', after: '0' } })
  },
  async follow(ctx, events) {
    const state = await kept.stateOf(ctx)
    if (state === null) throw new Error('figures are followed and not begun')
    const { keptTo, filling } = state
    if (filling !== null) {
      await fill(ctx, { keptTo, filling })
      return ctx.now
    }
    const next = addDays(keptTo, 1)
    if (keptTo < lastKept(ctx.now)) {
      await keepDay(ctx, next)
      await kept.setState(ctx, { keptTo: next, filling: null })
      return ctx.now
    }
    await keepChanged(ctx, events, keptTo)
    return keptFrom(next)
  },
}
