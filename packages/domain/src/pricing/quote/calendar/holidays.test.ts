import published from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { checkedHolidayYears, holidayName, isMakeUpWorkday } from './holidays.ts'
import { packagedCalendar } from './national.ts'

const without = (date: string) => ({
  ...published,
  holidays: Object.fromEntries(Object.entries(published.holidays).filter(([day]) => day !== date)),
})
const withHoliday = (date: string, words = "New Year's Day,元旦,1") => ({
  ...published,
  holidays: { ...published.holidays, [date]: words },
})
const withWorkday = (date: string) => ({
  ...published,
  workdays: { ...published.workdays, [date]: 'Spring Festival,春节,4' },
})

describe('a file of holidays', () => {
  it('returns its years from the given one on, in the format of the package', () => {
    const years = checkedHolidayYears(published, 2025)
    expect([...years.keys()].toSorted()).toEqual([2025, 2026])
    expect(years.get(2026)).toEqual(packagedCalendar.get(2026))
    expect(holidayName(years, '2026-10-01')).toBe('国庆节')
    expect(holidayName(years, '2027-10-01')).toBe(null)
    expect(isMakeUpWorkday(years, '2026-10-10')).toBe(true)
    expect(isMakeUpWorkday(years, '2026-10-11')).toBe(false)
  })

  it.each([
    ['text', 'chinese-days 格式'],
    [{ holidays: {} }, 'chinese-days 格式'],
    [{ holidays: { '2026-01-01': 1 }, workdays: {} }, 'chinese-days 格式'],
    [{ holidays: {}, workdays: {} }, '没有2026年及以后'],
    [withHoliday('2026-02-30'), '“2026-02-30”不是日期'],
    [withHoliday('2026-12-31', 'Eve'), '2026-12-31没有节日的中文名称'],
    [withWorkday('2026-10-01'), '2026-10-01既是假日又是调休上班日'],
    [withWorkday('2026-10-12'), '2026-10-12不是周末'],
    [without('2026-05-01'), '2026年不完整：2026-05-01应为假日'],
    [withHoliday('2027-01-01'), '2027年不完整：2027-05-01应为假日'],
  ])('is refused by the name of what is wrong (%#)', (file, message) => {
    expect(() => checkedHolidayYears(file, 2026)).toThrow(
      expect.objectContaining({
        key: 'badInput',
        detail: expect.objectContaining({ 字段: expect.stringContaining(message) }),
      }),
    )
  })
})
