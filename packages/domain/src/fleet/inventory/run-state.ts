import { orderStatus } from '../../booking/order/codes.ts'
import { DAY, type Instant } from '../../time.ts'
import { type RunState, runState } from './codes.ts'
import { type OccupancyKind, occupancyKind } from './occupancy-codes.ts'

/** One occupancy of the vehicle, as far as its state depends on it. */
export interface HoldingRow {
  readonly kind: OccupancyKind
  readonly from: Instant
  /** null: without end. */
  readonly to: Instant | null
  /** Only for a stop: the car was swapped out and is being prepared, as after a return. */
  readonly cleaning?: boolean
  /** Status of the order; null for tickets, stops and documents. */
  readonly orderStatus: number | null
  /** Agreed return of the order. */
  readonly returnAt: Instant | null
}

/** The state of a vehicle: the first that applies, from overdue to idle. */
export function runStateOf(rows: readonly HoldingRow[], now: Instant, graceMinutes: number): RunState {
  const current = rows.filter((row) => row.from <= now && (row.to === null || now < row.to))
  const has = (kind: OccupancyKind) => current.some((row) => row.kind === kind)
  const rented = rows.find((row) => row.orderStatus === orderStatus.pickedUp)
  if (rented !== undefined) {
    const late = rented.returnAt !== null && rented.returnAt + graceMinutes * 60_000 < now
    return late ? runState.overdue : runState.onRent
  }
  if (has(occupancyKind.relocation)) return runState.relocation
  if (has(occupancyKind.maintenance)) return runState.maintenance
  if (has(occupancyKind.inspection)) return runState.inspection
  if (current.some((row) => row.orderStatus === orderStatus.returned || row.cleaning)) return runState.turnaround
  if (has(occupancyKind.stop) || has(occupancyKind.documentExpired)) return runState.stopped
  const soon = rows.some((row) => row.kind === occupancyKind.order && row.from > now && row.from <= now + DAY)
  return soon || has(occupancyKind.order) ? runState.waitingPickup : runState.idle
}
