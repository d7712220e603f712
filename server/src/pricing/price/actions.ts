/* The daily prices of a model at a store, for other features. */

import { setupCounts } from '../../platform/merchant/actions.ts'

export { calendar as priceDays, dayPrices } from './calendar.ts'

setupCounts.register('price', 'select count(*) from price_rule where enabled')
