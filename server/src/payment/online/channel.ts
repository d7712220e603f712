import { type PayWay, payWay } from '@cheyi/domain/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { canBeTold, type PayAccount, type PayProvider, type PayProviderName } from '../../kernel/pay-port.ts'
import * as store from './store.ts'

/** What the columns of a contract's secrets are sealed as. */
export const KEY_PLACE = 'pay_channel.key'
export const SECRET_PLACE = 'pay_channel.secret'
export const APP_SECRET_PLACE = 'pay_channel.app_secret'

export const providerNameOf = (way: PayWay): PayProviderName => (way === payWay.alipay ? 'alipay' : 'wechat')

/** A contract with its secrets in the open: for the provider's adapter alone. */
export const accountOf = (ctx: Pick<Context, 'vault'>, row: store.ChannelRow): PayAccount => ({
  provider: providerNameOf(row.payWay),
  appId: row.appId,
  merchantNo: row.merchantNo,
  privateKey: ctx.vault.open(KEY_PLACE, row.id, row.keyEnc),
  keySerial: row.keySerial,
  providerKey: row.providerKey,
  providerKeyId: row.providerKeyId,
  secret: row.secretEnc === null ? '' : ctx.vault.open(SECRET_PLACE, row.id, row.secretEnc),
  serviceId: row.serviceId,
  appSecret: row.appSecretEnc === null ? '' : ctx.vault.open(APP_SECRET_PLACE, row.id, row.appSecretEnc),
})

/** A contract, and who is asked under it. */
export interface Channel {
  readonly id: string
  readonly provider: PayProvider
  /** Where the provider tells of what happens. */
  readonly notifyUrl: string
}

const open = (ctx: Context, row: store.ChannelRow): Channel => ({
  id: row.id,
  provider: ctx.outside().pay.provider(accountOf(ctx, row)),
  notifyUrl: `${ctx.config.publicUrl ?? ''}/callback/v1/pay/${providerNameOf(row.payWay)}/${row.id}`,
})

/**
 * The contract by which a store takes money online now.
 * @throws Refusal payWayClosed (4008) when there is none
 */
export async function channelFor(ctx: Context, way: PayWay, storeId: string): Promise<Channel> {
  const row = await store.channelFor(ctx.db, way, storeId)
  if (row === undefined || !canBeTold(ctx.config)) throw new Refusal('payWayClosed')
  return open(ctx, row)
}

/** The contract that a payment was made under, switched off since or not. */
export async function channelOf(ctx: Context, channelId: string): Promise<Channel> {
  return open(ctx, (await store.channel(ctx.db, channelId))!)
}
