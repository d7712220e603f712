import { insuranceKind, isModelInUse } from '@cheyi/domain/fleet/inventory/codes'
import type { ReadyFacts } from '@cheyi/domain/fleet/inventory/lifecycle'
import type { Papers } from '@cheyi/domain/fleet/inventory/papers'
import { isOpenStore, isPausedStore } from '@cheyi/domain/platform/merchant/codes'
import { localDate } from '@cheyi/domain/time'
import { coversOf, type VehicleTable } from './store.ts'

type Documents = Parameters<typeof coversOf>[0]

export const papersOf = (vehicle: Pick<VehicleTable, 'inspectionExpireOn'>, documents: Documents): Papers => ({
  compulsory: coversOf(documents, insuranceKind.compulsory),
  inspectionExpireOn: vehicle.inspectionExpireOn,
})

/** The facts that decide whether a vehicle may be put into service. `open`: status of its model and store; null: deleted. */
export const readyFacts = (
  vehicle: VehicleTable,
  documents: Documents,
  open: { readonly model: number | null; readonly store: number | null },
  now: number,
): ReadyFacts => ({
  ...vehicle,
  modelOpen: isModelInUse(open.model),
  // A paused store keeps its cars; a closed one has none.
  storeOpen: isOpenStore(open.store) || isPausedStore(open.store),
  papers: papersOf(vehicle, documents),
  today: localDate(now),
})
