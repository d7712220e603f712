import { checkedHolidayYears } from '@cheyi/domain/pricing/quote/calendar/holidays'
import { packagedCalendar } from '@cheyi/domain/pricing/quote/calendar/national'
import type { HolidayCalendar } from '@cheyi/domain/pricing/quote/rules'
import { localDate } from '@cheyi/domain/time'
import type { Context, Db } from '../../kernel/context.ts'
import { logPlatform } from '../../platform/audit/actions.ts'

/**
 * The national holiday calendar: that of the package, with each year replaced by the newest version that an operator uploaded. Read with
 * every price, so that all servers change with the same commit.
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
  /** Dates with a changed price class. */
  readonly changed: readonly string[]
}

/**
 * Stores this year and the following ones from a file of the `chinese-days` package; unchanged years are skipped. Prices of quotes and
 * orders are unchanged. Runs without a merchant.
 * @throws Refusal badInput (-2) naming an implausible part
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
