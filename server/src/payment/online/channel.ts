import { wayClosed } from '@cheyi/domain/merchant/pay-setting'
import type { PayWay } from '@cheyi/domain/payment/codes'
import type { Context } from '../../kernel/context.ts'
import { canBeTold, type PayProvider } from '../../kernel/pay-port.ts'
import { accountOf, providerNameOf } from './account.ts'
import { renew } from './certificates.ts'
import * as store from './store.ts'

/** A contract, and who is asked under it. */
export interface Channel {
  readonly id: string
  readonly provider: PayProvider
  /** Where the provider tells of what happens. */
  readonly notifyUrl: string
}

/** A contract that was read. */
export const openChannel = (ctx: Context, row: store.ChannelRow): Channel => ({
  id: row.id,
  provider: ctx.outside().pay.provider(accountOf(ctx, row), () => renew(ctx, row.id)),
  notifyUrl: `${ctx.config.publicUrl ?? ''}/callback/v1/pay/${providerNameOf(row.payWay)}/${row.id}`,
})

/**
 * The contract by which a store takes money online now.
 * @throws Refusal payWayClosed (4008) when there is none
 */
export async function channelFor(ctx: Context, way: PayWay, storeId: string): Promise<Channel> {
  const row = await store.channelFor(ctx.db, way, storeId)
  if (row === undefined || !canBeTold(ctx.config)) throw wayClosed(way)
  return openChannel(ctx, row)
}

/** The contract that a payment was made under, switched off since or not. */
export async function channelOf(ctx: Context, channelId: string): Promise<Channel> {
  return openChannel(ctx, (await store.channel(ctx.db, channelId))!)
}
