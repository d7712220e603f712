import type { WatchedCar } from '../alarm.ts'
import type { VehicleUse, VehicleUseKind } from '../use.ts'

/* A car that tests of alarms watch, and who may move it. */

export const store = { lng: 121.4, lat: 31.2 }
/** Degrees of latitude. */
export const METRE = 1 / 111_195

export const car = (more: Partial<WatchedCar> = {}): WatchedCar => ({
  vehicleId: '1',
  storeIds: ['5'],
  store,
  uses: [],
  freed: null,
  off: [],
  todayMetres: 0,
  open: [],
  ...more,
})
export const use = (kind: VehicleUseKind, more: Partial<VehicleUse> = {}): VehicleUse => ({
  kind,
  since: 0,
  until: null,
  dueAt: null,
  ...more,
})
