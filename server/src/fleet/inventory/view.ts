import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { fleetGroupOf } from '@cheyi/domain/fleet/inventory/fleet-group'
import type { Context } from '../../kernel/context.ts'
import { FOREVER } from '../../kernel/db/instant.ts'
import { modelImage } from '../model/actions.ts'
import type { FleetRow, HoldingRow } from './store.ts'

export type Card = OutputOf<typeof contract.inventory.list>['list'][number]

/** A vehicle as the list shows it. */
export function cardOf(ctx: Context, row: FleetRow, holdings: readonly HoldingRow[]): Card {
  const own = holdings.filter((one) => one.vehicleId === row.id)
  return {
    ...row,
    vehicleId: row.id,
    image: modelImage(ctx, row.images),
    storeId: row.currentStoreId,
    group: fleetGroupOf(row.lifecycle, row.runState),
    expiry: {
      insurance: row.insuranceExpireOn,
      inspection: row.inspectionExpireOn,
      commercial: row.commercialExpireOn,
      plate: row.plateExpireOn,
    },
    now: holdingOf(own.find((one) => !one.next)),
    next: holdingOf(own.find((one) => one.next)),
  }
}

function holdingOf(row: HoldingRow | undefined): Card['now'] {
  if (row === undefined) return null
  return { ...row, from: row.fromAt, to: row.toAt >= FOREVER ? null : row.toAt }
}
