import { type Lifecycle, lifecycle, type RunState, runState } from './codes.ts'

/** Groups of the fleet: ready to be rented, blocked, rented out, not in service. */
export const fleetGroups = ['free', 'care', 'rented', 'off'] as const
export type FleetGroup = (typeof fleetGroups)[number]

export const fleetGroupNames: Readonly<Record<FleetGroup, string>> = {
  free: '可租',
  care: '维保与调车',
  rented: '在租',
  off: '未上架',
}

/** States of vehicles in service by group. */
export const statesOf: Readonly<Record<Exclude<FleetGroup, 'off'>, readonly RunState[]>> = {
  free: [runState.idle, runState.waitingPickup, runState.turnaround],
  care: [runState.maintenance, runState.inspection, runState.relocation, runState.stopped],
  rented: [runState.overdue, runState.onRent],
}

/** The group of a vehicle; null once it is disposed of. `state` only matters for a vehicle in service. */
export function fleetGroupOf(life: Lifecycle, state: RunState | null): FleetGroup | null {
  if (life === lifecycle.disposed) return null
  if (life !== lifecycle.inService || state === null) return 'off'
  return fleetGroups.find((group) => group !== 'off' && statesOf[group].includes(state)) ?? 'off'
}
