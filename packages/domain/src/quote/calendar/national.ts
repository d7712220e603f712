import published from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { HolidayCalendar } from '../rules.ts'
import { holidayYears } from './holidays.ts'

/**
 * The State Council's holidays and make-up workdays since 2004, as the `chinese-days` package of this release carries them.
 * Its functions answer "workday" for a year that is not out yet, hence the data and not the functions.
 */
export const packagedCalendar: HolidayCalendar = holidayYears(published)
