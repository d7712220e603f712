import { pick } from '@cheyi/domain/pick'
import type { Context } from '../../../kernel/context.ts'
import { type PayAccount, providerNameOf } from '../../../kernel/pay-port.ts'
import type * as store from './store.ts'

/** The column names that the vault binds to the encrypted secrets. */
export const KEY_PLACE = 'pay_channel.key'
export const SECRET_PLACE = 'pay_channel.secret'
export const APP_SECRET_PLACE = 'pay_channel.app_secret'

/** A contract with decrypted secrets; only for the adapter of the provider. */
export const accountOf = (ctx: Pick<Context, 'vault'>, row: store.ChannelRow): PayAccount => ({
  provider: providerNameOf(row.payWay),
  ...pick(row, 'appId', 'merchantNo', 'keySerial', 'providerKey', 'providerKeyId', 'certificates', 'serviceId'),
  privateKey: ctx.vault.open(KEY_PLACE, row.id, row.keyEnc),
  secret: row.secretEnc === null ? '' : ctx.vault.open(SECRET_PLACE, row.id, row.secretEnc),
  appSecret: row.appSecretEnc === null ? '' : ctx.vault.open(APP_SECRET_PLACE, row.id, row.appSecretEnc),
})
