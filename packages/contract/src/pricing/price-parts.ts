import { sources } from '@cheyi/domain/booking/order/codes'
import { z } from 'zod'
import { balance, code, id, maybe, orElse, time } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** 0 is the base layer, for every channel without a price of its own. */
export const layers = [0, ...sources.values] as const
export const layer = (label: string) => code(layers, label)

/** Key of a price. Limits of amounts are checked by the rules (3201), which name the field. */
export const key = { storeId: id('门店'), modelId: id('车型'), source: orElse(layer('渠道'), 0) }
export const amount = (label: string) => balance(label)

export const LongOut = z.object({ fromMonths: out.count, monthlyPrice: out.fen })

export const origins = ['base', 'weekend', 'holiday', 'calendar'] as const

/** Today's price; null: none is set, so that it cannot be sold. */
export const TodayOut = z.object({ price: out.fen, origin: out.word(origins), stop: z.boolean() }).nullable()

export const Line = z.object({ label: z.string(), before: z.string(), after: z.string() })
/** The change of one (store, model, source), as text. */
export const ChangedRow = z.object({
  storeId: out.id,
  storeName: z.string(),
  modelId: out.id,
  modelName: z.string(),
  source: out.count,
  lines: z.array(Line),
})

/** When the change takes effect; missing: at once. */
export const publishAt = maybe(time('生效时间'))
export const PlanId = out.id.nullable()
