import type { OutputOf } from '@cheyi/contract/call'
import type { contract } from '@cheyi/contract/index'
import type { Context } from '../kernel/context.ts'
import { readServices } from './store.ts'

export type ServiceView = OutputOf<typeof contract.pricing.services>[number]

/** All services of the merchant as they are answered, those that are off too. */
export async function allServices(ctx: Context): Promise<ServiceView[]> {
  return (await readServices(ctx)).map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    itemType: row.item_type as ServiceView['itemType'],
    unit: row.unit as ServiceView['unit'],
    price: row.price_fen,
    maxQty: row.max_qty,
    capDays: row.cap_days,
    mandatory: row.mandatory,
    handling: row.handling,
    storeIds: row.store_ids,
    modelIds: row.model_ids,
    sources: row.sources,
    sort: row.sort,
    enabled: row.enabled,
    version: row.version,
  }))
}
