/* The daily prices of a model at a store, for other features. */

export { calendar as priceDays, dayPrices } from './calendar.ts'
