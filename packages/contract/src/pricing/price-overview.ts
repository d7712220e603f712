import { sources } from '@cheyi/domain/booking/order/codes'
import { carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { z } from 'zod'
import { ModelBrief } from '../fleet/model.ts'
import { read } from '../kernel/call.ts'
import { code, maybe, orElse, paging, text } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { LongOut, layer, TodayOut } from './price-parts.ts'

/** Prices of a layer; null: no price of that kind is set. */
const prices = {
  basePrice: out.fen.nullable(),
  weekendPrice: out.fen.nullable(),
  holidayPrice: out.fen.nullable(),
  long: z.array(LongOut),
}

/** A model's price at a store for the requested layer; without `basePrice` it cannot be booked. */
const Place = z.object({
  storeId: out.id,
  storeName: z.string(),
  /** In service at this store. */
  vehicles: out.count,
  ...prices,
  /** Disabled by the merchant. */
  off: z.boolean(),
  /** The requested layer is a channel without a price of its own. */
  follows: z.boolean(),
  today: TodayOut,
  /** Channels with their own price, per day or per month. */
  channels: z.array(z.object({ source: out.code(sources), ...prices })),
  /** Number of scheduled changes. */
  waiting: out.count,
})

/** Prices of all models at all stores that the caller may access. */
export const overviewCalls = {
  models: read({
    path: '/api/price/v1/model/page',
    summary: '全部门店价格',
    permission: ['price'],
    input: z.object({
      ...paging(),
      source: orElse(layer('渠道'), 0),
      keyword: maybe(text(0, 40, '关键字')),
      carType: maybe(code(carTypes, '车型类别')),
    }),
    /** Active models in the order of the catalogue, each with every open store that the caller may access. */
    output: z.object({
      ...out.pageOf(ModelBrief.extend({ places: z.array(Place) })),
      /** With the first page: number of models per type that the keyword matches. */
      carTypes: z.array(z.object({ carType: out.code(carTypes), count: out.count })).nullable(),
    }),
  }),
}
