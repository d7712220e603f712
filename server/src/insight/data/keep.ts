import { carPieces } from '@cheyi/domain/insight/data/car-time'
import {
  allPartsOf,
  carParts,
  cashParts,
  lastStorableDay,
  monthOf,
  monthsFrom,
  nameOf,
  negatedParts,
  type Part,
  storableAt,
  sumByGrain,
  wholeDay,
  wholeDays,
} from '@cheyi/domain/insight/data/contributions'
import { packOrder, packPieces } from '@cheyi/domain/insight/data/facts'
import type { Window } from '@cheyi/domain/insight/data/window'
import { addDays, addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { compareAllAgain, markMoved } from '../../money/payment/check/actions.ts'
import type { Followed, Follower } from '../../platform/stream/actions.ts'
import { cashIn } from './facts.ts'
import * as store from './store.ts'
import { moveCars } from './store-cars.ts'
import { type DayFact, writeFacts } from './store-facts.ts'
import * as kept from './store-kept.ts'

/*
 * Stored figures. A subject is an order, a car or the cashShifts. Its share of each past day is computed by the same rule as
 * that of today and compared with its stored share; the difference is added to the sums of those days. So the sums are
 * exact however old the changed day is, and processing a subject twice changes nothing. For orders and cars the
 * underlying facts are stored as well, for those days and the one after: a day that is cut at a minute is computed from
 * them.
 */

/** A subject whose stored share differed from its computed one. */
export interface Kept {
  readonly subject: kept.Subject
  readonly subjectId: string
  readonly month: LocalDate
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .map(
      (part) =>
        `${part.day} ${nameOf(part)} ${part.vehicleId ?? 0} ${JSON.stringify(Object.entries(part.sums).toSorted())}`,
    )
    .toSorted()
    .join()

/** The day after those with stored sums, which only has stored facts: today, except some minutes after midnight. */
export const dayOpen = (keptTo: LocalDate): LocalDate => addDays(keptTo, 1)

/** The shares of subjects: parts of days with sums, and the facts of each day. */
interface Adding {
  readonly parts: ReadonlyMap<string, readonly Part[]>
  readonly facts: ReadonlyMap<string, ReadonlyMap<LocalDate, string | null>>
}

/**
 * Stores the shares of subjects; only of these months, or of all.
 * @param factDays days whose facts are written again; by default all old and new ones
 * @returns the subjects whose stored shares differed
 */
async function keep(
  ctx: Context,
  subject: kept.Subject,
  { parts, facts }: Adding,
  months: readonly LocalDate[] | null,
  factDays?: readonly LocalDate[],
): Promise<Kept[]> {
  const before = Map.groupBy(
    months?.length === 0 ? [] : await kept.partsKept(ctx, subject, [...parts.keys()], months),
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
  if (subject !== 'cash') {
    const factsNow = [...parts.keys()].flatMap((subjectId): DayFact[] => {
      const now = facts.get(subjectId)!
      const then = (before.get(subjectId) ?? []).flatMap(({ shares }) => shares.map(({ day }) => day))
      const days = factDays ?? [...new Set([...then, ...now.keys()])]
      return days.map((day) => ({ subjectId, day, text: now.get(day) ?? null }))
    })
    await writeFacts(ctx, subject, factsNow)
  }
  if (changed.length === 0) return []
  await kept.writeParts(ctx, subject, changed)
  await kept.moveDays(
    ctx,
    sumByGrain([...changed.flatMap(({ old }) => negatedParts(old)), ...changed.flatMap(({ shares }) => shares)]),
  )
  await moveCars(ctx, subject, changed)
  return changed.map(({ subjectId, month }) => ({ subject, subjectId, month }))
}

/** Computes these orders again, for all their days. */
export async function keepOrders(
  ctx: Context,
  ids: readonly string[],
  keptTo: LocalDate,
  factDays?: readonly LocalDate[],
): Promise<Kept[]> {
  if (ids.length === 0) return []
  const orders = new Map((await store.ordersOf(ctx, ids)).map((order) => [order.orderId, order]))
  const parts = new Map<string, readonly Part[]>()
  const facts = new Map<string, Map<LocalDate, string | null>>()
  for (const id of ids) {
    const order = orders.get(id)
    const all = order === undefined ? [] : allPartsOf(order, dayOpen(keptTo))
    parts.set(
      id,
      all.filter(({ day }) => day <= keptTo),
    )
    // For the day that is not over, nothing is stored that says whether it has facts.
    const days = new Map<LocalDate, string | null>([[dayOpen(keptTo), null]])
    for (const { day } of all) days.set(day, packOrder(order!, wholeDay(day)))
    facts.set(id, days)
  }
  return keep(ctx, 'order', { parts, facts }, null, factDays)
}

/** The days of these months that have stored sums. */
const daysKept = (months: readonly LocalDate[], keptTo: LocalDate) =>
  months.flatMap((month) => wholeDays(month, addDays(addMonths(month, 1), -1))).filter(({ day }) => day <= keptTo)

/** Computes these cars again, for these months and the day that is not over. */
export async function keepCars(
  ctx: Context,
  ids: readonly string[],
  months: readonly LocalDate[],
  keptTo: LocalDate,
  factDays?: readonly LocalDate[],
): Promise<Kept[]> {
  if (ids.length === 0) return []
  const open = wholeDay(dayOpen(keptTo))
  const days = daysKept(months, keptTo)
  const windows: Window[] = [...Map.groupBy([...days, open], ({ day }) => monthOf(day)).values()].map((of) => ({
    from: of[0]!.from,
    until: of.at(-1)!.until,
  }))
  const [service, held, down, used] = await Promise.all([
    store.serviceIn(ctx, windows, ids),
    store.carHoldings(ctx, windows, ids),
    store.carDownTimes(ctx, windows, ids),
    store.carUses(ctx, windows, ids),
  ])
  const of = <T extends { readonly vehicleId: string }>(rows: readonly T[]) => Map.groupBy(rows, (row) => row.vehicleId)
  const [serviceOf, heldOf, downOf, usedOf] = [of(service), of(held), of(down), of(used)]
  const parts = new Map<string, readonly Part[]>()
  const facts = new Map<string, Map<LocalDate, string | null>>()
  for (const id of ids) {
    const of = {
      service: serviceOf.get(id) ?? [],
      held: heldOf.get(id) ?? [],
      down: downOf.get(id) ?? [],
      used: usedOf.get(id) ?? [],
    }
    const pieces = carPieces(of, open.until)
    parts.set(
      id,
      carParts(pieces, days).map((part) => ({ ...part, vehicleId: id })),
    )
    facts.set(id, new Map([...days, open].map((day) => [day.day, packPieces(pieces, day)])))
  }
  return keep(ctx, 'car', { parts, facts }, months, factDays)
}

/** Money received and paid belongs to no order's days, so it is a subject of its own. */
const CASH_SHIFTS = '0'

/** Computes the money received and paid in these months again. */
export async function keepCash(ctx: Context, months: readonly LocalDate[], keptTo: LocalDate): Promise<Kept[]> {
  const days = daysKept(months, keptTo)
  if (days.length === 0) return []
  const [cash] = await cashIn(ctx, [{ from: days[0]!.from, until: days.at(-1)!.until }])
  return keep(ctx, 'cash', { parts: new Map([[CASH_SHIFTS, cashParts(cash!, days)]]), facts: new Map() }, months)
}

/** Computes all subjects of a day again once it is over, and those of the following day. */
async function keepDay(ctx: Context, day: LocalDate): Promise<void> {
  const windows = [wholeDay(day), wholeDay(dayOpen(day))]
  const [orders, cars] = await Promise.all([store.ordersIn(ctx, windows), store.carsIn(ctx, windows)])
  const ids = orders.map(({ orderId }) => orderId)
  const days = [day, dayOpen(day)]
  for (let at = 0; at < ids.length; at += BATCH) await keepOrders(ctx, ids.slice(at, at + BATCH), day, days)
  for (let at = 0; at < cars.length; at += BATCH)
    await keepCars(ctx, cars.slice(at, at + BATCH), [monthOf(day)], day, days)
  await keepCash(ctx, [monthOf(day)], day)
}

/** Orders per batch: a row of facts contains many orders, and would be written again for each single one. */
const BATCH = 2000
/** Cars per batch, each with its whole life. */
const CARS = 200

/** Processes a batch of the data from before the stored figures. */
async function fill(ctx: Context, { keptTo, filling }: kept.KeptState & { filling: kept.Filling }): Promise<void> {
  const { subject, after } = filling
  if (subject === 'cash') {
    const first = await store.firstTaken(ctx)
    if (first !== null) await keepCash(ctx, monthsFrom(first, keptTo), keptTo)
    await kept.putInOrder(ctx)
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

/** Computes the subjects again that changed according to the events. */
async function keepChanged(ctx: Context, events: readonly Change[], keptTo: LocalDate): Promise<void> {
  const orders = new Set<string>()
  /** The first changed month of each car. */
  const cars = new Map<string, LocalDate>()
  const cashShifts: LocalDate[] = []
  for (const { type, data } of events) {
    if (type === 'order.changed') orders.add(data.orderId)
    else if (data.what === 'order') orders.add(data.id)
    else if (data.what !== 'person') {
      const since = localDate(data.from)
      if (data.what === 'cash') cashShifts.push(monthOf(since))
      else if (since < (cars.get(data.id) ?? AFTER)) cars.set(data.id, since <= keptTo ? monthOf(since) : AFTER)
    }
  }
  // The books of these orders are compared in the night.
  if (orders.size > 0) await markMoved(ctx, [...orders])
  await keepOrders(ctx, [...orders], keptTo)
  // An order also changes what its cars did today.
  for (const id of await store.carsOf(ctx, [...orders])) if (!cars.has(id)) cars.set(id, AFTER)
  for (const [first, some] of Map.groupBy(cars, ([, since]) => since))
    await keepCars(
      ctx,
      some.map(([id]) => id),
      first === AFTER ? [] : monthsFrom(first, keptTo),
      keptTo,
    )
  await keepCash(ctx, [...new Set(cashShifts)], keptTo)
}

/** Later than any stored day. */
const AFTER: LocalDate = '9999-12-31'

/** Updates the figures of past days when orders, cars and payments change. */
export const figuresFollower: Follower<'order.changed' | 'figures.changed'> = {
  name: kept.FOLLOWER,
  types: ['order.changed', 'figures.changed'],
  async begin(ctx) {
    await kept.dropAll(ctx)
    await compareAllAgain(ctx)
    await kept.setState(ctx, { keptTo: lastStorableDay(ctx.now), filling: { subject: 'order', after: '0' } })
  },
  async follow(ctx, events) {
    const state = await kept.stateOf(ctx)
    if (state === null) throw new Error('figures are followed and not begun')
    if (!state.byCar) {
      await figuresFollower.begin(ctx)
      return ctx.now
    }
    const { keptTo, filling } = state
    if (filling !== null) {
      await fill(ctx, { keptTo, filling })
      return ctx.now
    }
    const next = addDays(keptTo, 1)
    if (keptTo < lastStorableDay(ctx.now)) {
      await keepDay(ctx, next)
      await kept.setState(ctx, { keptTo: next, filling: null })
      return ctx.now
    }
    await keepChanged(ctx, events, keptTo)
    return storableAt(next)
  },
}

/** Computes all figures at once, for a demo whose follower has not run. */
export async function keepAllFigures(ctx: Context): Promise<void> {
  await figuresFollower.begin(ctx)
  for (let state = await kept.stateOf(ctx); state?.filling; state = await kept.stateOf(ctx))
    await fill(ctx, { keptTo: state.keptTo, filling: state.filling })
}
