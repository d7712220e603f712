import { type OccupancyKind, occupancyKind } from '../../inventory/occupancy-codes.ts'
import type { Move, Occupancy, Plan, Pool, Request } from '../pool.ts'

/*
 * Simple and slow reference implementation for pools of a few rows: tries every vehicle for every order. Shares no
 * code with the packing that it checks.
 */

interface Piece {
  readonly from: number
  readonly to: number
  /** When a car that leaves is at the other store; until then its own permanent block matters here. */
  readonly ends: number
  /** Until when it needs valid documents: four weeks at most. */
  readonly papers: number
  /** The only possible vehicle; null: any. */
  readonly on: string | null
  /** Stops and expired documents exclude others, but not each other or a forced request. */
  readonly soft: OccupancyKind | false
}

const FOUR_WEEKS = 28 * 86_400_000

const end = (to: number | null, leaves: boolean | undefined): number =>
  to === null || leaves ? Number.POSITIVE_INFINITY : to

const isOrder = (row: Occupancy): boolean => row.kind === occupancyKind.order || row.kind === occupancyKind.placing

function pieceOf(row: Occupancy, mayMove: boolean): Piece {
  const soft = row.kind === occupancyKind.stop || row.kind === occupancyKind.documentExpired
  const to = end(row.to, row.leaves)
  const ends = end(row.to, false)
  const on = mayMove ? null : row.vehicleId
  return { from: row.from, to, ends, papers: Math.min(ends, row.from + FOUR_WEEKS), on, soft: soft && row.kind }
}

const meetsFor = (a: Piece, b: Piece): boolean => {
  const forGood = b.soft !== false && b.to === Number.POSITIVE_INFINITY
  const lasts = b.soft === occupancyKind.documentExpired || a.to === Number.POSITIVE_INFINITY ? a.papers : a.to
  const until = forGood ? lasts : a.to
  return a.from < b.to && b.from < until
}
/** Both need the same car at the same time. */
const hits = (a: Piece, b: Piece): boolean =>
  !(a.soft !== false && b.soft !== false) && meetsFor(a, b) && meetsFor(b, a)

/** Whether every row of the pool and `n` copies of the request can have a vehicle. Only for pools without shortage. */
export function canServe(pool: Pool, request?: Request, n = 1): boolean {
  const rows = pool.occupancies.filter((row) => row.refId !== request?.refId)
  const asked: Piece[] = []
  if (request)
    for (let k = 0; k < n; k++)
      asked.push({
        from: request.from,
        to: end(request.to, request.leaves),
        ends: end(request.to, false),
        papers: Math.min(end(request.to, false), request.from + FOUR_WEEKS),
        on: request.vehicleId ?? null,
        soft: false,
      })
  const first = asked[0]
  const isHeld = (row: Occupancy) => isOrder(row) && !row.movable && !row.pinned && !row.onRent
  // a forced request displaces unpinned rows on its vehicle, and may overlap stops
  const forced = request?.forces === true && request.vehicleId !== undefined
  const pieces = rows.map((row) => {
    const piece = pieceOf(row, row.movable)
    const pushed = forced && isHeld(row) && row.vehicleId === request.vehicleId && hits(piece, first!)
    return pushed ? { ...piece, on: null } : piece
  })
  const relevant = forced
    ? pieces.filter((piece) => !(piece.soft && piece.on === request.vehicleId && hits(piece, first!)))
    : pieces
  const placed: { piece: Piece; vehicle: string }[] = []
  const all = [...asked, ...relevant].sort((a, b) => Number(a.on === null) - Number(b.on === null))
  const place = (k: number): boolean => {
    const piece = all[k]
    if (piece === undefined) return true
    for (const vehicle of piece.on === null ? pool.vehicles : [piece.on]) {
      const clash = placed.some((other) => other.vehicle === vehicle && hits(other.piece, piece))
      if (clash) continue
      placed.push({ piece, vehicle })
      if (place(k + 1)) return true
      placed.pop()
    }
    return false
  }
  return place(0)
}

/** The largest number of copies of the request that can be added. */
export function mostCopies(pool: Pool, request: Request): number {
  let n = 0
  while (n < pool.vehicles.length && canServe(pool, request, n + 1)) n++
  return n
}

/** The smallest number of orders that have to change vehicles for the request; null when it cannot be served. Only movable rows move. */
export function fewestMoved(pool: Pool, request: Request): number | null {
  const rows = pool.occupancies
  const want = pieceOf(
    { ...request, kind: occupancyKind.order, refId: '', vehicleId: null, pinned: false, onRent: false, movable: true },
    true,
  )
  const all = [want, ...rows.map((row) => pieceOf(row, row.movable))]
  let best = Number.POSITIVE_INFINITY
  const placed: Piece[] = []
  const place = (k: number, moved: number) => {
    if (moved >= best) return
    const piece = all[k]
    if (piece === undefined) {
      best = moved
      return
    }
    const live = rows[k - 1]?.vehicleId ?? null
    for (const on of piece.on === null ? pool.vehicles : [piece.on]) {
      const here = { ...piece, on }
      if (placed.some((other) => other.on === on && hits(other, here))) continue
      placed.push(here)
      place(k + 1, moved + Number(live !== null && on !== live))
      placed.pop()
    }
  }
  place(0, 0)
  return best === Number.POSITIVE_INFINITY ? null : best
}

/** The pool after a plan: with its moves and, when given, the accepted request as one more movable order. */
export function carryOut(pool: Pool, moves: readonly Move[], accepted?: Occupancy): Pool {
  const moved = new Map(moves.map((move) => [move.refId, move.to]))
  const occupancies = pool.occupancies
    .filter((row) => row.refId !== accepted?.refId)
    .map((row) => ({ ...row, vehicleId: moved.get(row.refId) ?? row.vehicleId }))
  return { ...pool, occupancies: accepted ? [...occupancies, accepted] : occupancies }
}

/** Counts at an instant, vehicle by vehicle, of a pool whose vehicles come and go at most once. */
export function countedAt(pool: Pool, t: number, source?: number) {
  const covers = (span: { from: number; to: number | null }) => span.from <= t && t < end(span.to, false)
  const arrived = (vehicle: string, after: number) =>
    pool.deltas.some(
      (delta) => delta.change === 1 && delta.vehicleId === vehicle && delta.at <= t && delta.leftAt > after,
    )
  const isThere = (vehicle: string) => {
    const leaving = pool.occupancies.find((row) => row.leaves && row.vehicleId === vehicle)
    const gone =
      leaving === undefined ? Infinity : leaving.kind === occupancyKind.relocation ? leaving.from : leaving.to!
    return gone <= t ? arrived(vehicle, leaving!.from) : pool.vehicles.includes(vehicle) || arrived(vehicle, -Infinity)
  }
  const rows = pool.occupancies.filter((row) => covers(row) && !(row.leaves && row.kind === occupancyKind.relocation))
  const sums = { ordered: 0, ticketed: 0, stopped: 0 }
  const groupOf = (row: Occupancy) =>
    isOrder(row) ? 'ordered' : row.kind === occupancyKind.stop ? 'stopped' : ('ticketed' as const)
  for (const vehicle of new Set(rows.map((row) => row.vehicleId))) {
    const here = rows.filter((row) => row.vehicleId === vehicle)
    const groups = here.map(groupOf)
    if (vehicle !== null && isThere(vehicle))
      sums[(['ordered', 'ticketed', 'stopped'] as const).find((group) => groups.includes(group))!]++
    else
      here.forEach((row, i) => {
        if (vehicle === null || row.movable || (isOrder(row) && !row.pinned && !row.onRent)) sums[groups[i]!]++
      })
  }
  const total = pool.deltas.reduce((n, delta) => n + (delta.at <= t ? delta.change : 0), pool.vehicles.length)
  for (const stop of pool.stopSales)
    if (covers(stop) && (stop.channels.length === 0 || stop.channels.includes(source ?? -1)))
      sums.stopped += stop.quantity === 'all' ? total : stop.quantity
  return { total, ...sums, spare: total - sums.ordered - sums.ticketed - sums.stopped }
}

/** Overlapping rows on one vehicle (two stops may overlap), as text for a test's message. */
export function clashes(pool: Pool): string[] {
  const found: string[] = []
  pool.occupancies.forEach((a, i) => {
    for (const b of pool.occupancies.slice(i + 1)) {
      if (a.vehicleId === null || a.vehicleId !== b.vehicleId) continue
      const [one, two] = [pieceOf(a, false), pieceOf(b, false)]
      if (hits(one, two)) found.push(`${a.refId} and ${b.refId} on ${a.vehicleId}`)
    }
  })
  return found
}

/** Faults of a plan when it is executed: a car is used twice, something fixed is moved, an order is lost. */
export function faultsOf(pool: Pool, { from, to }: Request, answer: Plan): string[] {
  if (answer.kind !== 'fits') return []
  const fixed = new Set(pool.occupancies.filter((row) => !row.movable).map((row) => row.refId))
  const row = { from, to, kind: occupancyKind.order, refId: 'new', vehicleId: answer.vehicleId }
  const after = carryOut(pool, answer.moves, { ...row, pinned: false, onRent: false, movable: true })
  return [
    ...clashes(after),
    ...answer.moves.filter((move) => fixed.has(move.refId)).map((move) => `${move.refId} may not move`),
    ...(after.occupancies.length === pool.occupancies.length + 1 ? [] : ['an order is lost']),
  ]
}
