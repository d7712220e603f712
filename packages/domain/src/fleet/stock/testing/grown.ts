import { DAY, HOUR, type Instant, MINUTE } from '../../../time.ts'
import { occupancyKind } from '../../inventory/occupancy-codes.ts'
import { layOut, movesOf, type Question } from '../board.ts'
import type { Move, Occupancy, Pool, Request, Search } from '../pool.ts'
import { randomFrom } from '../search/random.ts'
import { solve } from '../search/solve.ts'
import { carryOut } from './oracle.ts'
import { LENGTHS, LOCK_WINDOW, NOW } from './sample.ts'

/*
 * Realistic pools, grown booking by booking: each is placed by {@link solve}, with cancellations, extensions, cars
 * assigned by hand and maintenance tickets in between. The same seed gives the same pool on every machine.
 */

export interface GrowOptions {
  readonly vehicles: number
  /** This number of days from now on has the use of `use`; then demand falls, by ten days in the mean, up to 60 days ahead. */
  readonly fullDays: number
  /** Share of the vehicles' time in these days that is taken, turnaround and maintenance included, 0–1. */
  readonly use: number
  /** Share of the bookings that are assigned by hand, and so pinned; some of them to a vehicle that the customer chooses. */
  readonly pinnedShare: number
}

export interface Grown {
  readonly pool: Pool
  readonly now: Instant
  /** The use that was reached: less than requested when the pool could not be filled further. */
  readonly use: number
  readonly events: Readonly<Record<Event, number>>
  /** One more customer of the same kind: requests a time for which the calendar shows a free car at each moment. */
  readonly ask: (seed: number) => Request
}

/** `full`: the calendar had no free car; `refused`, `undecided`: it had, but there was no plan, or none in time. */
type Event = 'booked' | 'full' | 'refused' | 'undecided' | 'cancelled' | 'extended' | 'tickets'

const SLOT = 30 * MINUTE
/** Bookings begin up to this long before now, so that cars are out at now. */
const PAST = 10 * DAY
const LONGEST = 12 * DAY
/** A customer who finds nothing searches within this time around, then for a shorter rental, but at least this length. */
const SHIFT = 2 * DAY
const SHORTEST = 6 * HOUR
const TURNAROUND = HOUR
/** Mean of the exponential distribution by which demand falls. */
const TAIL = 10 * DAY
const HORIZON = 60 * DAY
/** Share of the pinned bookings for which the customer chooses any of the free cars; the others are pinned to the assigned one. */
const CHOSEN = 0.2
/** Probabilities after a booking: an order is cancelled, one is extended by a day, or a car gets maintenance. */
const CANCELLED = 0.12
const EXTENDED = 0.06
const TICKETS = 0.03
/** The generator stops after so many customers in a row for whom the pool had no car. */
const PATIENCE = 60
/**
 * Limits of the growth's own searches, in reads of the clock (see {@link countedClock}): much lower than in
 * production, so that a pool is grown in seconds and is mixed even more.
 */
const LIMITS = { giveUpAfter: 6, improveFor: 2 }

/** A clock that advances by a millisecond at each read: limits count work, so that results do not depend on the machine. */
export function countedClock(limits: Omit<Search, 'elapsed'> = {}): Search {
  let looks = 0
  return { elapsed: () => looks++, ...limits }
}

type Stay = { readonly from: Instant; readonly to: Instant }
type Asked = Stay & { readonly refId: string; readonly vehicleId?: string }

export function growPool(seed: number, { vehicles: size, fullDays, use, pinnedShare }: GrowOptions): Grown {
  const random = randomFrom(seed)
  const full = NOW + fullDays * DAY
  const vehicles = Array.from({ length: size }, (_, v) => `v${v + 1}`)
  const calendar = createCalendar(size, full)
  const events = { booked: 0, full: 0, refused: 0, undecided: 0, cancelled: 0, extended: 0, tickets: 0 }
  let pool: Pool = { vehicles, occupancies: [], deltas: [], stopSales: [] }
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const orders = () => pool.occupancies.filter((row) => row.kind === occupancyKind.order)

  /** Like in production: {@link solve} with the same board as for a booking, and its answer executed. */
  const put = ({ refId, vehicleId, ...stay }: Asked, row: Pick<Occupancy, 'kind' | 'pinned'>): boolean => {
    const others = pool.occupancies.filter((other) => other.refId !== refId && other.vehicleId === vehicleId)
    if (others.some((other) => !other.movable && overlaps(other, stay))) return false
    const question: Question =
      vehicleId === undefined
        ? { wanted: [{ row: null, ...stay, ends: stay.to, home: -1 }] }
        : { without: refId, mandatory: { ...stay, vehicleId, forces: false } }
    const board = layOut(pool, question)
    const answer = solve(board, countedClock(LIMITS))
    if (answer.kind === 'plan')
      accept(movesOf(board, answer.at), {
        ...row,
        ...stay,
        refId,
        vehicleId: vehicleId ?? vehicles[answer.at.at(-1)!]!,
      })
    else events[answer.kind === 'no' ? 'refused' : 'undecided']++
    return answer.kind === 'plan'
  }
  const accept = (moves: readonly Move[], row: Omit<Occupancy, 'onRent' | 'movable'>) => {
    const before = pool.occupancies.find((other) => other.refId === row.refId)
    if (before) calendar.add(before, -1)
    pool = carryOut(pool, moves, { ...row, onRent: false, movable: !row.pinned })
    calendar.add(row, 1)
  }

  const book = (): boolean => {
    const stay = wish(random, calendar, NOW - PAST, full)
    if (stay === null) {
      events.full++
      return false
    }
    const pinned = random() < pinnedShare
    const taken = new Set(pool.occupancies.filter((row) => overlaps(row, stay)).map((row) => row.vehicleId))
    const chosen = pinned && random() < CHOSEN ? pick(vehicles.filter((v) => !taken.has(v))) : undefined
    const request = { ...stay, refId: `o${events.booked}`, ...(chosen !== undefined && { vehicleId: chosen }) }
    if (!put(request, { kind: occupancyKind.order, pinned })) return false
    events.booked++
    return true
  }
  const cancel = () => {
    const out = pick(orders())
    if (out === undefined) return
    calendar.add(out, -1)
    pool = { ...pool, occupancies: pool.occupancies.filter((row) => row !== out) }
    events.cancelled++
  }
  const extend = () => {
    const order = pick(orders())
    if (order === undefined) return
    const to = order.to! + DAY
    if (calendar.open(order.to!, DAY) < DAY) return
    const { from, refId, vehicleId, kind, pinned } = order
    if (put({ from, to, refId, vehicleId: vehicleId! }, { kind, pinned })) events.extended++
  }
  const service = () => {
    const from = halfHour(startOf(random, NOW, full))
    const to = from + halfHour((4 + random() * 20) * HOUR)
    if (calendar.open(from, to - from) < to - from) return
    const request = { from, to, refId: `t${events.tickets}`, vehicleId: pick(vehicles)! }
    if (put(request, { kind: occupancyKind.maintenance, pinned: true })) events.tickets++
  }

  for (let most = 0, since = 0; calendar.use() < use && since < PATIENCE; since++) {
    if (!book()) continue
    const dice = random()
    if (dice < CANCELLED) cancel()
    else if (dice < CANCELLED + EXTENDED) extend()
    else if (dice < CANCELLED + EXTENDED + TICKETS) service()
    if (calendar.use() <= most) continue
    most = calendar.use()
    since = 0
  }

  const begin = (row: Occupancy): Occupancy =>
    row.from <= NOW
      ? { ...row, onRent: row.kind === occupancyKind.order, pinned: true, movable: false }
      : { ...row, movable: row.movable && row.from > NOW + LOCK_WINDOW }
  const occupancies = pool.occupancies.filter((row) => row.to! > NOW).map(begin)
  return {
    pool: { ...pool, occupancies },
    now: NOW,
    use: calendar.use(),
    events,
    ask: (n) => {
      const chance = randomFrom(n)
      for (;;) {
        const stay = wish(chance, calendar, NOW + LOCK_WINDOW, full)
        if (stay !== null) return stay
      }
    },
  }
}

const halfHour = (t: number): number => Math.round(t / SLOT) * SLOT
const overlaps = (row: Occupancy, stay: Stay): boolean => row.from < stay.to && stay.from < row.to!

interface Calendar {
  readonly add: (row: { readonly from: Instant; readonly to: Instant | null }, by: 1 | -1) => void
  /** For how long from `from` on a car is free at each moment, up to `most`. */
  readonly open: (from: Instant, most: number) => number
  /** Share of the vehicles' time in the full days that is taken. */
  readonly use: () => number
}

/** Number of vehicles that are out in each half hour. */
function createCalendar(vehicles: number, full: Instant): Calendar {
  const slot = (t: Instant) => Math.round((t - NOW + PAST) / SLOT)
  const load = new Int16Array(slot(NOW + HORIZON + 5 * LONGEST))
  return {
    add({ from, to }, by) {
      for (let s = slot(from); s < slot(to!); s++) load[s]! += by
    },
    open(from, most) {
      let s = slot(from)
      while ((s - slot(from)) * SLOT < most && load[s]! < vehicles) s++
      return (s - slot(from)) * SLOT
    },
    use() {
      const ahead = load.subarray(slot(NOW), slot(full))
      return ahead.reduce((sum, out) => sum + out, 0) / (ahead.length * vehicles)
    },
  }
}

/** Random start of a rental or ticket: uniform up to the end of the full days, then falling. */
function startOf(random: () => number, earliest: Instant, full: Instant): Instant {
  const even = full - earliest
  const place = random() * (even + TAIL)
  if (place < even) return earliest + place
  return Math.min(full - TAIL * Math.log(1 - random()), NOW + HORIZON - DAY)
}

/** Handovers are between 8:00 and 20:00 (`NOW` is 9:00). */
const isOpen = (t: Instant): boolean => (((t - NOW) % DAY) + DAY + HOUR) % DAY <= 12 * HOUR

/**
 * A customer's request: a length and a start, moved by up to two days to where the calendar has a free car; if that
 * fails, the rental is shortened at the same start. null: nothing found.
 */
function wish(random: () => number, calendar: Calendar, earliest: Instant, full: Instant): Stay | null {
  const latest = NOW + HORIZON
  const hour = (): number => Math.floor(random() * 25) * SLOT - HOUR
  const date = Math.floor((startOf(random, earliest, full) - NOW) / DAY)
  const start = NOW + date * DAY + hour()
  const end = NOW + (date + LENGTHS[Math.floor(random() * LENGTHS.length)]!) * DAY + hour() + TURNAROUND
  const long = end - start
  const sign = random() < 0.5 ? 1 : -1
  for (let shift = 0; shift <= SHIFT; shift += SLOT)
    for (const from of [start + sign * shift, start - sign * shift]) {
      if (from < earliest || from >= latest || !isOpen(from) || !isOpen(from + long - TURNAROUND)) continue
      if (calendar.open(from, long) >= long) return { from, to: from + long }
    }
  for (let rest = calendar.open(start, long); rest >= SHORTEST; rest -= SLOT)
    if (start >= earliest && isOpen(start + rest - TURNAROUND)) return { from: start, to: start + rest }
  return null
}
