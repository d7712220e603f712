import { checkedHolidayYears } from '@cheyi/domain/pricing/quote/calendar/holidays'
import { packagedCalendar } from '@cheyi/domain/pricing/quote/calendar/national'
import type { HolidayCalendar } from '@cheyi/domain/pricing/quote/rules'
import { localDate } from '@cheyi/domain/time'
import type { Context, Db } from '../../kernel/context.ts'
import { logPlatform } from '../../platform/audit/actions.ts'

/**
 * The national calendar: the package's, each year of it replaced by the newest that an operator brought. Read with every
 * price, so that all servers change over with one commit.
 */
export const holidays = ({ db }: Pick<Context, 'db'>): Promise<HolidayCalendar> => calendarOf(db)

async function calendarOf(db: Db): Promise<HolidayCalendar> {
  const rows = await db
    .selectFrom('holidayYear')
    .distinctOn('year')
    .select(['year', 'holidays', 'workdays'])
    .orderBy('year')
    .orderBy('id', 'desc')
    .execute()
  return rows.length === 0
    ? packagedCalendar
    : new Map([...packagedCalendar, ...rows.map((row) => [row.year, row] as const)])
}

interface ChangedYear {
  readonly year: number
  readonly holidays: number
  readonly workdays: number
  /** Dates that are priced otherwise than before. */
  readonly changed: readonly string[]
}

/**
 * Takes in what a file of the `chinese-days` package says of this year and the coming ones; what stands the same already
 * is left. Quotes and orders keep what they were priced at. Runs as role `gate`.
 * @throws Refusal badInput (-2) naming what cannot be right
 */
export async function publishHolidays(
  db: Db,
  file: unknown,
  by: { readonly name: string; readonly note: string; readonly now: number },
): Promise<ChangedYear[]> {
  const years = checkedHolidayYears(file, Number(localDate(by.now).slice(0, 4)))
  const before = await calendarOf(db)
  const done: ChangedYear[] = []
  for (const [year, after] of years) {
    const old = before.get(year) ?? { holidays: {}, workdays: [] }
    const changed = [...new Set([old, after].flatMap((one) => [...Object.keys(one.holidays), ...one.workdays]))]
      .filter(
        (date) =>
          old.holidays[date] !== after.holidays[date] || old.workdays.includes(date) !== after.workdays.includes(date),
      )
      .toSorted()
    if (changed.length === 0) continue
    await db
      .insertInto('holidayYear')
      .values({ year, ...after, name: by.name, note: by.note })
      .execute()
    done.push({ year, holidays: Object.keys(after.holidays).length, workdays: after.workdays.length, changed })
  }
  if (done.length > 0)
    await logPlatform(db, {
      traceId: 'command',
      action: 'operator.holidays',
      detail: { name: by.name, note: by.note, years: done },
    })
  return done
}
