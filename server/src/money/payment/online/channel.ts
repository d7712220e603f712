import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import type { Context } from '../../../kernel/context.ts'
import {
  canBeTold,
  NoAnswer,
  type Outcome,
  type PayProvider,
  PayRefused,
  providerNameOf,
} from '../../../kernel/pay-port.ts'
import { accountOf } from './account.ts'
import { renew } from './certificates.ts'
import * as store from './store.ts'

export interface Channel {
  readonly id: string
  readonly provider: PayProvider
  /** The address for the provider's notifications. */
  readonly notifyUrl: string
}

export const openChannel = (ctx: Context, row: store.ChannelRow): Channel => ({
  id: row.id,
  provider: ctx.outside().pay.provider(accountOf(ctx, row), () => renew(ctx, row.id)),
  notifyUrl: `${ctx.config.publicUrl ?? ''}/callback/v1/pay/${providerNameOf(row.payWay)}/${row.id}`,
})

/**
 * The contract that a store uses now to take money online.
 * @throws Refusal payWayClosed (4008) when there is none
 */
export async function channelFor(ctx: Context, way: PayWay, storeId: string): Promise<Channel> {
  const row = await store.channelFor(ctx.db, way, storeId)
  if (row === undefined || !canBeTold(ctx.config)) throw wayClosed(way)
  return openChannel(ctx, row)
}

/** The contract of an existing payment, which may be disabled since. */
export async function channelOf(ctx: Context, channelId: string): Promise<Channel> {
  return openChannel(ctx, (await store.channel(ctx.db, channelId))!)
}

/** The answer of a provider, or the result of `refused`. Undefined when there was no answer: the caller retries later. */
export async function answerOrNone<T>(
  ask: () => Promise<T>,
  refused?: (error: PayRefused) => T,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PayRefused) return refused?.(error)
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** A final refusal of the provider is a failure. */
export const failedOutcome = ({ message }: PayRefused): Outcome => ({
  state: 'failed',
  providerNo: null,
  at: null,
  reason: message,
})
