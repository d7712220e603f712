import { z } from 'zod'
import { read } from './kernel/call.ts'
import * as out from './kernel/out.ts'
import { key } from './price-parts.ts'

const sums = {
  orders: out.count,
  /** Fen of rent: as sold, by what is saved, and by the draft of those that it would have sold. */
  sold: out.fen,
  saved: out.fen,
  draft: out.fen,
  /** Those that it would not have sold at their length, and what they had brought. */
  unsold: out.count,
  unsoldRent: out.fen,
}

/** Last month's orders of a model at a store, priced anew by prices that are not saved yet. */
export const benchCall = <D extends z.ZodType>(draft: D) =>
  read({
    path: '/api/price/v1/bench',
    summary: '上月订单试算',
    permission: ['price'],
    /** Of the base layer the orders of every channel, of a channel its own. */
    input: z.object({ ...key, draft }),
    output: z.object({
      from: out.date,
      to: out.date,
      ...sums,
      /** Orders that what is saved would not sell any more. */
      left: out.count,
      /** By the day of the pickup. */
      days: z.array(z.object({ day: out.date, ...sums })),
    }),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  })
