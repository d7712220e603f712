import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { Context } from '../../kernel/context.ts'
import { readServices } from './store.ts'

export type ServiceView = OutputOf<typeof contract.quote.services>[number]

/** All services of the merchant as in the contract, disabled ones included. */
export async function allServices(ctx: Context): Promise<ServiceView[]> {
  return (await readServices(ctx)).map(({ priceFen, ...row }) => ({ ...row, price: priceFen }))
}
