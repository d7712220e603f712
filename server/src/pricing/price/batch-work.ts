import { retentions } from '@cheyi/domain/platform/retention/rules'
import { type AdjustedPlace, adjustedChanges, standsAsShown } from '@cheyi/domain/pricing/price/adjust'
import { keyOf, keyText } from '@cheyi/domain/pricing/price/change'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { batchOutcome, bulkWork, type Left } from '../../platform/job/actions.ts'
import { apply, auditPrices, requirePlaces } from './apply.ts'
import * as store from './store.ts'

type Place = AdjustedPlace & Pick<store.PlaceRow, 'storeName' | 'modelName'>

interface Done {
  /** Number of processed places. */
  readonly tried: number
  readonly left: readonly Left[]
}

/** Places per transaction, which holds the lock of prices. */
const AT_ONCE = 100

/**
 * Writes the prices of a batch as its preview showed them. A price that another account changed in the meantime is skipped and reported.
 * A process that crashes leaves complete steps, and the next one continues after them.
 */
export const changeShown = bulkWork<{ readonly places: readonly Place[] }, Done>({
  kind: 'priceBatch',
  key: 'price.edit',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { places } = run.input
    let done: Done = run.kept ?? { tried: 0, left: [] }
    while (done.tried < places.length) {
      const before = done
      done = await run.step((ctx) => next(ctx, places, before))
      await run.progress(done.tried, places.length)
    }
    return batchOutcome(run, { noun: '价格', total: places.length, left: done.left })
  },
})

async function next(ctx: Context, places: readonly Place[], { tried, left }: Done): Promise<Done> {
  const now = places.slice(tried, tried + AT_ONCE)
  await requirePlaces(ctx, now)
  await store.lockPrices(ctx)
  const { state } = await store.readState(ctx, now.map(keyOf), localDate(ctx.now))
  const kept = now.map((place) => ({
    ...place,
    prices: place.prices.filter((price) => standsAsShown(state.get(keyText(place))!, price)),
  }))
  const { records } = await apply(ctx, adjustedChanges(kept))
  auditPrices(ctx, null, records)
  const changed = now.flatMap((place, index) => {
    const prices = place.prices.filter((price) => !kept[index]!.prices.includes(price))
    if (prices.length === 0) return []
    const value = `${place.modelName} · ${place.storeName}`
    const reason = `${prices.map(({ label }) => label).join('、')}已被他人修改，没有调整`
    return [{ row: tried + index + 1, value, reason }]
  })
  return { tried: tried + now.length, left: [...left, ...changed] }
}
