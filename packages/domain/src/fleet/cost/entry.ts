import { type Fen, formatMoney } from '../../money.ts'
import { epochDayOf, type LocalDate } from '../../time.ts'

/* What an entry of vehicle costs must satisfy, however it is entered. */

/** A period of costs, in days: ten years of a lease. */
const MAX_DAYS = 3660

export interface EntryFacts {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly fen: Fen
  readonly taxFen: Fen
}

/** What is wrong with an entry, by its field; null: nothing. */
export function entryProblem({
  from,
  to,
  fen,
  taxFen,
}: EntryFacts): { readonly field: 'to' | 'fen' | 'tax'; readonly message: string } | null {
  if (to < from) return { field: 'to', message: '结束日期不能早于开始日期' }
  if (epochDayOf(to) - epochDayOf(from) >= MAX_DAYS) return { field: 'to', message: '期间不能超过十年' }
  if (fen === 0) return { field: 'fen', message: '金额不能为0' }
  if (Math.abs(taxFen) > Math.abs(fen)) return { field: 'tax', message: '税额不能大于金额' }
  return null
}

/** A closed month takes no costs: what was reported about it does not change. */
export const closedMonthText = (openFrom: LocalDate): string => `该月已结账，请填 ${openFrom} 及以后的日期`

/** A premium that was entered by hand, and would count again with its policy. */
export const premiumTwinText = ({ fen, from }: Pick<EntryFacts, 'fen' | 'from'>): string =>
  `${formatMoney(fen)}的保险费用已在 ${from} 登记，请先在车辆费用中作废`
