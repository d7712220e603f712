import { z } from 'zod'
import { read } from '../kernel/call.ts'
import * as out from '../kernel/output.ts'
import { key } from './price-parts.ts'

const sums = {
  orders: out.count,
  /** Fen of rent: as sold, by the saved prices, and by the draft for those that it would sell. */
  sold: out.fen,
  saved: out.fen,
  draft: out.fen,
  /** Orders that the draft would not sell at their length, and what they had earned. */
  unsold: out.count,
  unsoldRent: out.fen,
}

/** Prices last month's orders of a model at a store by unsaved prices. */
export const benchCall = <D extends z.ZodType>(draft: D) =>
  read({
    path: '/api/price/v1/bench',
    summary: '上月订单试算',
    permission: ['price'],
    /** For the base layer orders of every channel, for a channel its own. */
    input: z.object({ ...key, draft }),
    output: z.object({
      from: out.date,
      to: out.date,
      ...sums,
      /** Orders that the saved prices would not sell any more. */
      left: out.count,
      /** By the day of the pickup. */
      days: z.array(z.object({ day: out.date, ...sums })),
    }),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  })
