import type { CancelSeason } from '../../booking/order/cancel.ts'
import { enumeration } from '../../enumeration.ts'

/** Base of a penalty. */
export const cancelBases = enumeration({
  firstDay: [1, '首日租金'],
  rent: [2, '租金'],
  total: [3, '订单总额'],
})

/** Names of the two kinds of cancellation rules. */
export const seasonNames: Readonly<Record<CancelSeason, string>> = { normal: '平日', holiday: '含法定节假日' }
