import { randomUUID } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { DAY, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { withClient } from './data/cluster.ts'
import type { Hot } from './data/prepare.ts'
import { type App, send } from './local-app.ts'

/** One booking: what the call is given, and the key of its one action. */
export interface Booking {
  readonly input: InputOf<typeof contract.order.create>
  readonly key: string
}

/** Store and model of the n-th trip. */
type PoolOf = (n: number) => { readonly storeId: string; readonly modelId: string }

const anyPool =
  ({ storeIds, modelIds }: Hot): PoolOf =>
  (n) => ({
    storeId: storeIds[n % storeIds.length]!,
    modelId: modelIds[Math.floor(n / storeIds.length) % modelIds.length]!,
  })

/** Quotes so many trips that have a car, unless told otherwise each from another store, model and day, two weeks to two months ahead. */
export async function quoteTrips(
  app: App,
  hot: Hot,
  count: number,
  rootUrl: string,
  poolOf = anyPool(hot),
): Promise<Booking[]> {
  const today = startOfDate(localDate(app.kernel.clock.now()))
  const bookings: Booking[] = []
  for (let n = 0; bookings.length < count; n++) {
    // Once all pools have had theirs, those of the next turn come two weeks later: each finds the car that it was quoted.
    const pickupAt = today + DAY * (14 + ((n * 7) % 46)) + HOUR * (9 + (n % 9))
    const { quoteId, total, freeCapacity } = await send(app, contract.quote.quote, hot.token, {
      ...poolOf(n),
      pickupAt,
      returnAt: pickupAt + DAY * (1 + (n % 4)),
    })
    if (freeCapacity === 0) continue
    bookings.push({
      input: {
        submit: true,
        quoteId,
        expectTotal: total,
        contactName: '周明轩',
        contactPhone: `136${String(n).padStart(8, '0')}`,
      },
      key: randomUUID(),
    })
  }
  // They must live until their round has come.
  await withClient(rootUrl, (client) => client.query("update quote set expires_at = expires_at + interval '1 day'"))
  return bookings
}
