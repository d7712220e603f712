import type { Source } from '@cheyi/domain/booking/order/codes'
import { merchantDoors } from '@cheyi/domain/platform/merchant/goes-on'
import { isSelling } from '@cheyi/domain/sales/channel/steps'
import { pauseAfter } from '@cheyi/domain/sales/channel-push/delivery'
import { addDays, END_OF_TIME, localDate, toIso } from '@cheyi/domain/time'
import { saleDays } from '../../fleet/stock/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { runForSome } from '../../kernel/process/jobs.ts'
import { type Followed, type Follower, followOn } from '../../platform/stream/actions.ts'
import { dayPrices } from '../../pricing/price/actions.ts'
import { channelNow } from '../channel/actions.ts'
import * as store from './store-stock.ts'
import type { Message } from './wires.ts'

/*
 * Stock and prices for channels that receive them. A follower of events marks the pools that may have changed, so
 * that a booking writes nothing for it; the state of a pool is calculated when it is sent, two seconds after the first
 * change, so that a receiver that missed messages is right after the next.
 */

const COALESCE = 2000
/** Number of days that are sent, from today. */
const DAYS = 30

type Types = 'stock.changed' | 'record.changed'

/** Records that decide on stock or prices of channels. */
const deciding: readonly string[] = ['price', 'terms', 'store', 'model', 'channel']

export const stockFollower: Follower<Types> = {
  name: 'channelStock',
  types: ['stock.changed', 'record.changed'],
  async begin(ctx) {
    await store.markAll(ctx, null, ctx.now + COALESCE)
  },
  async follow(ctx, events: readonly Followed<Types>[]) {
    const all = events.some(({ type, data }) => type === 'record.changed' && deciding.includes(data.feature))
    const pools = events.flatMap(({ type, data }) => (type === 'stock.changed' ? [data] : []))
    if (all) await store.markAll(ctx, null, ctx.now + COALESCE)
    else if (pools.length > 0) await store.mark(ctx, pools, ctx.now + COALESCE)
    return END_OF_TIME
  },
}

const pushing = async ({ pools }: Kernel) =>
  (
    await pools.side.query<{ id: string; stirred: boolean }>('select id, stirred from merchants_pushing($1, $2)', [
      stockFollower.name,
      stockFollower.types,
    ])
  ).rows

/** Follows the events of merchants that have any, each second. */
export async function followStock(kernel: Kernel, stop: AbortSignal): Promise<void> {
  const ids = (await pushing(kernel)).filter(({ stirred }) => stirred).map(({ id }) => id)
  const work = async (ctx: Context) => {
    while (await followOn(ctx, stockFollower)) if (stop.aborted) return
  }
  await runForSome(kernel, { name: stockFollower.name, ids, work, stop })
}

/** Moves the positions of the others forward, so that their events can be deleted. */
export async function moveStock(kernel: Kernel): Promise<void> {
  const { pools, clock } = kernel
  if ((await pushing(kernel)).length > 0)
    await pools.side.query('select from merchants_to_follow($1, $2, $3, $4)', [
      stockFollower.name,
      stockFollower.types,
      at(clock.now()),
      merchantDoors.followers.states,
    ])
}

const HOUR_SECONDS = 3600

/** Marks everything each night, at a second of the hour that depends on the merchant. */
export async function pushAll(kernel: Kernel, stop: AbortSignal): Promise<void> {
  const ids = (await pushing(kernel)).map(({ id }) => id)
  const work = async (ctx: Context) => {
    await store.markAll(ctx, null, ctx.now + Number(BigInt(ctx.merchantId) % BigInt(HOUR_SECONDS)) * 1000)
  }
  await runForSome(kernel, { name: 'channelNight', ids, work, stop })
}

export interface TakenStock {
  readonly storeId: string
  readonly pools: readonly store.DirtyPool[]
  readonly message: Message
}

/** The newest state of pools of one store that are due; undefined: there are none. */
export async function takeStock(ctx: Context, source: Source): Promise<TakenStock | undefined> {
  const pools = await store.due(ctx, source)
  if (pools.length === 0) return undefined
  const { storeId } = pools[0]!
  const from = localDate(ctx.now)
  const dates = Array.from({ length: DAYS }, (_, i) => addDays(from, i))
  const open = pools.filter((pool) => pool.open).map(({ modelId }) => modelId)
  const [channel, days, ...prices] = await Promise.all([
    channelNow(ctx, source),
    saleDays(ctx, storeId, open, source, dates),
    ...open.map((modelId) => dayPrices(ctx, { storeId, modelId, source }, from, dates.at(-1)!)),
  ])
  const selling = isSelling(channel.status)
  const states = pools.map(({ modelId }) => {
    const price = prices[open.indexOf(modelId)]
    const stock = new Map(days.get(modelId)?.map((day) => [day.date, day]))
    return {
      storeId,
      modelId,
      // What is not open to the channel, or not any more, is closed.
      days: dates.map((date) => {
        const day = stock.get(date)
        return {
          date,
          sellable: selling ? (day?.sellable ?? 0) : 0,
          total: day?.total ?? 0,
          closed: day?.closed ?? true,
          priceFen: day === undefined || day.closed ? null : (price?.get(date) ?? null),
        }
      }),
    }
  })
  const id = await newId(ctx)
  const timestamp = toIso(ctx.now)
  const type = 'stock.updated'
  const content = { eventId: id, type, timestamp, data: { asOf: timestamp, pools: states } }
  return { storeId, pools, message: { id, type, content } }
}

/** Removes the pools that were sent, unless they changed meanwhile; after a failure they are sent again later. */
export const settleStock = (ctx: Context, source: Source, taken: TakenStock, failures: number): Promise<unknown> =>
  failures === 0
    ? store.remove(ctx, source, taken, ctx.now + COALESCE)
    : store.postpone(ctx, source, taken, ctx.now + pauseAfter(failures, Math.random()))
