import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { Lifecycle, RunState } from '@cheyi/domain/vehicle/codes'
import { fleetGroupOf } from '@cheyi/domain/vehicle/fleet-group'
import { FOREVER, ms, msOrNull } from '../kernel/instant.ts'
import type { FleetRow, HoldingRow } from './store.ts'

export type Card = OutputOf<typeof contract.inventory.list>['list'][number]

/** A vehicle as the list shows it. */
export function cardOf(row: FleetRow, holdings: readonly HoldingRow[]): Card {
  const own = holdings.filter((one) => one.vehicle_id === row.id)
  const state = row.run_state as RunState | null
  return {
    vehicleId: row.id,
    plate: row.plate,
    plateColor: row.plate_color as Card['plateColor'],
    modelId: row.model_id,
    modelName: row.model_name,
    carType: row.car_type as Card['carType'],
    homeStoreId: row.home_store_id,
    storeId: row.current_store_id,
    storeName: row.store_name,
    parkingNote: row.parking_note,
    odometerKm: row.odometer_km,
    lifecycle: row.lifecycle as Lifecycle,
    runState: state,
    group: fleetGroupOf(row.lifecycle as Lifecycle, state),
    expiry: {
      insurance: row.insurance_expire_on,
      inspection: row.inspection_expire_on,
      commercial: row.commercial_expire_on,
      plate: row.plate_expire_on,
    },
    now: holdingOf(own.find((one) => !one.next)),
    next: holdingOf(own.find((one) => one.next)),
    version: row.version,
  }
}

function holdingOf(row: HoldingRow | undefined): Card['now'] {
  if (row === undefined) return null
  return {
    kind: row.kind as NonNullable<Card['now']>['kind'],
    from: ms(row.from_at),
    to: ms(row.to_at) >= FOREVER ? null : ms(row.to_at),
    orderId: row.order_id,
    contactName: row.contact_name,
    pickupAt: msOrNull(row.pickup_at),
    returnAt: msOrNull(row.return_at),
  }
}
