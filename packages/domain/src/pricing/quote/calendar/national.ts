import published from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { HolidayCalendar } from '../rules.ts'
import { holidayYears } from './holidays.ts'

/**
 * The State Council's holidays and make-up workdays since 2004, from the installed `chinese-days` package. Its
 * functions return "workday" for a year that is not published yet, so that the data is used and not the functions.
 */
export const packagedCalendar: HolidayCalendar = holidayYears(published)
