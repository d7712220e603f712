import type { CodeOf } from '../../enumeration.ts'
import type { Instant } from '../../time.ts'
import { vehicleUse, type vehicleUses } from './codes.ts'

/*
 * Who may move a car: kept as rows, each with its time, by the database whenever an order, a ticket, a driver's task or a stop of sale
 * changes. Whoever asks reads these rows and no others, so that an alarm, a command and a bill never differ about a car.
 */

export type VehicleUseKind = CodeOf<typeof vehicleUses>

export interface VehicleUse {
  readonly kind: VehicleUseKind
  readonly since: Instant
  /** Half-open; null while it goes on. */
  readonly until: Instant | null
  /** When it should end; null: no time was agreed. */
  readonly dueAt: Instant | null
}

const isHeld = ({ since, until }: VehicleUse, at: Instant): boolean => since <= at && (until === null || at < until)

/** The use that counts at a moment; null: nobody may move the car. */
export const useAt = <U extends VehicleUse>(uses: readonly U[], at: Instant): U | null =>
  uses.filter((one) => isHeld(one, at)).reduce<U | null>((first, one) => (isBefore(one, first) ? one : first), null)

/** Of one kind the latest: a car that was swapped back is with the order that took it last. */
const isBefore = (one: VehicleUse, other: VehicleUse | null): boolean =>
  other === null || one.kind < other.kind || (one.kind === other.kind && one.since > other.since)

/** Until when the customer has it who has it at a moment; null: no customer has it. */
export function dueAtOf(uses: readonly VehicleUse[], at: Instant): Instant | null {
  const use = useAt(uses, at)
  return use?.kind === vehicleUse.order ? use.dueAt : null
}

/** Its wheels need not turn: a garage or a carrier may take it away with its engine off. */
export const mayBeCarried = (use: VehicleUse | null): boolean =>
  use?.kind === vehicleUse.relocation || use?.kind === vehicleUse.work
