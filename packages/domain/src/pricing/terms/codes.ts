import { type CodeOf, enumeration } from '../../enumeration.ts'

/** Base of a penalty: the first day, rent (type 0 with additional hours and reductions), or the whole order. */
export const cancelBases = enumeration({
  firstDay: [1, '首日租金'],
  rent: [2, '租金'],
  total: [3, '订单总额'],
})
export const cancelBase = cancelBases.code
export type CancelBase = CodeOf<typeof cancelBases>

export type CancelSeason = 'normal' | 'holiday'

/** Names of the two kinds of cancellation rules. */
export const seasonNames: Readonly<Record<CancelSeason, string>> = { normal: '平日', holiday: '含法定节假日' }
