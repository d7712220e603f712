import { carTypes } from '@cheyi/domain/inventory/codes'
import { sources } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { read } from './kernel/call.ts'
import { code, maybe, orElse, paging, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { ModelBrief } from './model.ts'
import { LongOut, layer, TodayOut } from './price-parts.ts'

/** What a layer asks for; null: no price of the kind is set. */
const prices = {
  basePrice: out.fen.nullable(),
  weekendPrice: out.fen.nullable(),
  holidayPrice: out.fen.nullable(),
  long: z.array(LongOut),
}

/** A model's price at a store, as the layer asked for sells it; without `basePrice` nothing can be booked. */
const Place = z.object({
  storeId: out.id,
  storeName: z.string(),
  /** In service at this store. */
  vehicles: out.count,
  ...prices,
  /** Switched off by the merchant. */
  off: z.boolean(),
  /** The layer asked for is a channel without a price of its own. */
  follows: z.boolean(),
  today: TodayOut,
  /** Channels with a price of their own here, by the day or by the month. */
  channels: z.array(z.object({ source: out.code(sources), ...prices })),
  /** Changes that wait for their day. */
  waiting: out.count,
})

/** What all models cost at all stores in sight; part of the room `price`. */
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
    /** Models in use in the order of the catalogue, each with every open store that the asker sees. */
    output: z.object({
      ...out.pageOf(ModelBrief.extend({ places: z.array(Place) })),
      /** With the first page: how many models the keyword finds of each type. */
      carTypes: z.array(z.object({ carType: out.code(carTypes), count: out.count })).nullable(),
    }),
  }),
}
