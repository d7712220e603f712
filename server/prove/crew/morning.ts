import { addDays, HOUR, type Instant, localDate, startOfDate } from '@cheyi/domain/time'

/** Ten in the morning so many days from today, Asia/Shanghai: the stores of the demo are open then, whatever the hour of the run. */
export const morningIn = (days: number): Instant => startOfDate(addDays(localDate(Date.now()), days)) + 10 * HOUR
