import { contract } from '@cheyi/contract/index'
import { pickupType, returnType } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { freeCount } from '@cheyi/domain/fleet/stock/count/sellable'
import type { Pool } from '@cheyi/domain/fleet/stock/pool'
import { agreedMonths } from '@cheyi/domain/pricing/quote/company-prices'
import { sumOf } from '@cheyi/domain/pricing/quote/lines/lines'
import { tryLongPrice } from '@cheyi/domain/pricing/quote/long/price'
import type { PriceInput } from '@cheyi/domain/pricing/quote/quote'
import { tryPrice } from '@cheyi/domain/pricing/quote/try-price'
import { Refusal } from '@cheyi/domain/refusal'
import { addDays, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import { implement, requireFound } from '../../kernel/context.ts'
import { inSight } from '../../platform/store/actions.ts'
// biome-ignore lint/plugin: free cars are shown with their prices, by statements that are sent together.
import { type LoadedRules, monthlyPrices, offersOf, priceInput } from '../../pricing/quote/actions.ts'
import type { Stay } from './actions.ts'
import { conflicts, repackOrder, repairs } from './conflict.ts'
import { openingOf } from './fleet/opening.ts'
import { stopRemove, stopSave } from './stop-sale.ts'
import * as store from './store.ts'
import { day, timeline } from './view/day.ts'
// Registers its counter of the home page.
import './view/oversold.ts'
import { modelBrief, overview, summary } from './view/overview.ts'

/** Dates are only listed for few models: a picker of all models shows the stay as a whole. */
const MODELS_WITH_DATES = 3

export const stock = implement(contract.stock, {
  overview,
  summary,
  day,
  timeline,
  stopSave,
  stopRemove,
  conflicts,
  repairs,
  repack: repackOrder,

  async free(input, ctx) {
    if (input.to <= input.from) throw new Refusal('returnBeforePickup', { field: 'to' })
    // An order that is visible to the account may stay at its store, even if that store is not.
    const modified = await store.orderOf(ctx, input.exceptOrderId)
    if (modified?.storeId !== input.storeId) inSight(ctx, input.storeId)
    const [models, opening] = await Promise.all([
      store.modelsOf(ctx, input.storeId, input.modelIds),
      openingOf(ctx, input.storeId),
    ])
    const modelIds = models.map((model) => model.id)
    const stay = {
      ...input,
      companyId: modified?.companyId ?? input.companyId,
      returnStoreId: input.returnStoreId ?? input.storeId,
      pickupAt: input.from,
      returnAt: input.to,
      pickupType: input.pickupType ?? pickupType.store,
      returnType: input.returnType ?? returnType.store,
    }
    const { settings } = requireFound(opening)
    const { loaded, of: offered } = await offersOf(ctx, { ...stay, modelIds }, settings)
    if (stay.companyId !== undefined && models[0] !== undefined && loaded.agreed(models[0].id) === null)
      throw new Refusal('notFound', { field: 'companyId' })
    // The rent does not depend on the place of the handover, and the address of a delivery may not be known yet.
    const atStore = { pickupType: pickupType.store, returnType: returnType.store }
    const asked = await priceInput(ctx, { ...stay, ...atStore, modelId: '' }, loaded, 'estimate')
    const search = { elapsed: ctx.elapsed }
    const byMonths = profileOf(input.orderKind).counts === 'dates'
    const months = byMonths && input.priced ? await monthlyPrices(ctx, { ...stay, modelIds }) : new Map()
    const answers = []
    for (const model of models) {
      const { pool, sale, closed } = await offered(model.id)
      const rent = !input.priced
        ? null
        : byMonths
          ? monthOf(agreedMonths(months.get(model.id) ?? [], loaded.agreed(model.id)), {
              ...stay,
              source: input.source,
            })
          : rentOf(loaded, { ...asked, modelId: model.id })
      answers.push({
        ...modelBrief(ctx, model),
        free: sale.free,
        sellable: sale.count,
        days:
          modelIds.length > MODELS_WITH_DATES
            ? []
            : datesOf(stay).map((date) => ({
                date,
                free: closed.has(date)
                  ? 0
                  : freeCount(pool, { from: startOfDate(date), to: startOfDate(addDays(date, 1)) }, search),
              })),
        dayPrice: rent?.dayPrice ?? null,
        rent: rent?.rent ?? null,
        monthlyPrice: rent?.monthlyPrice ?? null,
        why: loaded.paused ? '渠道已暂停' : (rent?.why ?? whyNone(pool, sale)),
      })
    }
    return answers
  },
})

/** Why a model with a price is not available. A car that only arrives during the stay counts as not available. */
function whyNone({ vehicles, deltas }: Pool, { closed, count }: { closed: boolean; count: number }): string | null {
  if (closed) return '所选日期已停售'
  if (count > 0) return null
  return vehicles.length === 0 && deltas.length === 0 ? '暂无在营车辆' : '已满'
}

function datesOf(stay: Pick<Stay, 'pickupAt' | 'returnAt'>): string[] {
  const dates: string[] = []
  const last = localDate(stay.returnAt - MINUTE)
  for (let date = localDate(stay.pickupAt); date <= last && dates.length < 62; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** Price of a stay in fen, and why the rules do not sell it. */
interface Rent {
  readonly dayPrice: number | null
  readonly rent: number | null
  readonly monthlyPrice: number | null
  readonly why: string | null
}

const NO_RENT: Rent = { dayPrice: null, rent: null, monthlyPrice: null, why: null }

/** Day price of the first day and rent of the stay. */
function rentOf(loaded: LoadedRules, input: PriceInput): Rent {
  const priced = tryPrice(input, loaded.of(input.modelId))
  if ('why' in priced) return { ...NO_RENT, why: priced.why.message }
  const { lines, dayPrices } = priced.quote
  return { ...NO_RENT, dayPrice: dayPrices[0]?.amount ?? null, rent: sumOf(lines, ['rent', 'overHours']) }
}

/** Price of a month of the stay. */
function monthOf(...asked: Parameters<typeof tryLongPrice>): Rent {
  const priced = tryLongPrice(...asked)
  return 'why' in priced ? { ...NO_RENT, why: priced.why.message } : { ...NO_RENT, ...priced }
}
