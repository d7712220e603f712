import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { Context } from '../kernel/context.ts'
import { readServices } from './store.ts'

export type ServiceView = OutputOf<typeof contract.quote.services>[number]

/** All services of the merchant as they are answered, those that are off too. */
export async function allServices(ctx: Context): Promise<ServiceView[]> {
  return (await readServices(ctx)).map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    itemType: row.itemType,
    unit: row.unit,
    price: row.priceFen,
    maxQty: row.maxQty,
    capDays: row.capDays,
    mandatory: row.mandatory,
    handling: row.handling,
    storeIds: row.storeIds,
    modelIds: row.modelIds,
    sources: row.sources,
    sort: row.sort,
    enabled: row.enabled,
    version: row.version,
  }))
}
