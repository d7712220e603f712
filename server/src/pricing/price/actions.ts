/* What the shop asks, for other rooms. */

export { calendar as priceDays } from './calendar.ts'
