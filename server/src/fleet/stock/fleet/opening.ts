import { remainingSpan } from '@cheyi/domain/fleet/stock/count/day'
import { effectiveSettings, type Settings, type StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import type { OpeningException, OpeningWindow } from '@cheyi/domain/platform/store/opening'
import { openingSpan } from '@cheyi/domain/platform/store/opening-span'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'

/** A store as input of the stock counts. */
export interface Opening {
  readonly name: string
  readonly cityCode: string
  readonly settings: Settings
  /** The opening hours of a date; for today only the rest. */
  readonly span: (date: LocalDate) => { readonly from: number; readonly to: number }
}

/** Columns of `s`, the store, and `m`, its merchant, that the opening is built from. */
export const openingColumns = 's.name, s.city_code, s.hours, s.holidays, s.settings, m.settings as merchant_settings'
export interface OpeningRow {
  readonly name: string
  readonly cityCode: string
  readonly hours: OpeningWindow[]
  readonly holidays: OpeningException[]
  readonly settings: StoredSettings
  readonly merchantSettings: StoredSettings
}
export const openingFrom = (row: OpeningRow, now: number): Opening => ({
  ...row,
  settings: effectiveSettings(row.merchantSettings, row.settings),
  span: (date) => remainingSpan(openingSpan(row.hours, row.holidays, date), now),
})

/** The opening of a store that is visible to the caller; one query. */
export async function openingOf(ctx: Context, storeId: string): Promise<Opening | undefined> {
  const [row] = await ctx.query<OpeningRow>(
    `select ${openingColumns} from store s join merchant m on m.id = s.merchant_id where s.id = $1`,
    [storeId],
  )
  return row && openingFrom(row, ctx.now)
}
