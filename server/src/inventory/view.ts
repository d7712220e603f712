import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { Lifecycle } from '@cheyi/domain/inventory/codes'
import { fleetGroupOf } from '@cheyi/domain/inventory/fleet-group'
import { FOREVER } from '../kernel/instant.ts'
import type { FleetRow, HoldingRow } from './store.ts'

export type Card = OutputOf<typeof contract.inventory.list>['list'][number]

/** A vehicle as the list shows it. */
export function cardOf(row: FleetRow, holdings: readonly HoldingRow[]): Card {
  const own = holdings.filter((one) => one.vehicleId === row.id)
  const state = row.runState
  return {
    vehicleId: row.id,
    plate: row.plate,
    plateColor: row.plateColor as Card['plateColor'],
    modelId: row.modelId,
    modelName: row.modelName,
    carType: row.carType as Card['carType'],
    homeStoreId: row.homeStoreId,
    storeId: row.currentStoreId,
    storeName: row.storeName,
    parkingNote: row.parkingNote,
    odometerKm: row.odometerKm,
    lifecycle: row.lifecycle as Lifecycle,
    runState: state,
    group: fleetGroupOf(row.lifecycle as Lifecycle, state),
    expiry: {
      insurance: row.insuranceExpireOn,
      inspection: row.inspectionExpireOn,
      commercial: row.commercialExpireOn,
      plate: row.plateExpireOn,
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
    from: row.fromAt,
    to: row.toAt >= FOREVER ? null : row.toAt,
    orderId: row.orderId,
    contactName: row.contactName,
    pickupAt: row.pickupAt,
    returnAt: row.returnAt,
  }
}
