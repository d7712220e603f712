import { advance } from '@cheyi/domain/advance'
import type { Source } from '@cheyi/domain/booking/order/codes'
import {
  type ChannelAction,
  type ChannelFacts,
  type ChannelStatus,
  channelSteps,
  isPaused,
  isSelling,
} from '@cheyi/domain/sales/channel/steps'
import { startsAt } from '@cheyi/domain/step'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/* The steps of a channel by staff, whichever screen they use. */

type Locked = Awaited<ReturnType<typeof store.lock>>

/** Takes a step of a locked channel and writes it to the log. @throws Refusal of the state machine */
export async function takeStep(ctx: Context, row: Locked, action: ChannelAction) {
  const { source } = row
  const status =
    action === 'enable' || action === 'close'
      ? advance(channelSteps, action, row.status, await factsOf(ctx, source))
      : advance(channelSteps, action, row.status)
  ctx.audit({ targetType: 'channel', targetId: String(source), before: { status: row.status }, after: { status } })
  const openedAt = action === 'apply' ? ctx.now : undefined
  return { ...row, status, version: await store.update(ctx, row, { status, openedAt }) }
}

/** The facts that the steps of the channel depend on. */
async function factsOf(ctx: Context, source: Source): Promise<ChannelFacts> {
  const [rows, openOrders] = await Promise.all([store.channels(ctx, source), store.openOrders(ctx, source)])
  return { ...rows[0]!, openOrders }
}

/**
 * Opens a channel for sale, whatever its status: with every store and model, where none was chosen yet.
 * @throws Refusal mappingMissing (9003) without a store, a model or a price
 */
export async function openForSale(ctx: Context, source: Source): Promise<ChannelStatus> {
  let row = await store.lock(ctx, source)
  if (isSelling(row.status)) return row.status
  if (isPaused(row.status)) return (await takeStep(ctx, row, 'resume')).status
  if (startsAt(channelSteps, 'apply', row.status)) row = await takeStep(ctx, row, 'apply')
  const [{ stores, models }] = (await store.channels(ctx, source)) as [store.ChannelRow]
  if (stores === 0 && models === 0) await store.openEverything(ctx, source)
  return (await takeStep(ctx, row, 'enable')).status
}

/** Closes a channel for new orders; those that were booked stay. */
export async function closeForSale(ctx: Context, source: Source): Promise<ChannelStatus> {
  const row = await store.lock(ctx, source)
  return isSelling(row.status) ? (await takeStep(ctx, row, 'pause')).status : row.status
}
