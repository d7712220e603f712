import { type Accrual, accrualUntil, type Earning, monthEnd } from '../../money/payment/earning.ts'
import { addMonths, HOUR, type Instant, startOfDate } from '../../time.ts'

/*
 * Months that were posted before income was earned by days: what they posted of an order, beside what the order earned in them by the one
 * rule. The difference is only shown: a closed month keeps what it posted.
 */

/** What is known of an order in a closed month; fen. */
export interface BridgeFacts extends Omit<Earning, 'posted' | 'pickedUpAt'> {
  readonly pickedUpAt: Instant | null
  /** What the books posted over time in the month, without other income. */
  readonly postedFen: number
  /** The same in all months. */
  readonly wholeFen: number
  readonly long: boolean
  readonly renewed: boolean
  /** The number of vehicles that it had in the month. */
  readonly cars: number
  /** A posting of earnings was reversed in the month. */
  readonly reversed: boolean
}

const bothOf = ({ rentFen, serviceFen }: Accrual): number => rentFen + serviceFen

/** What an order has earned until a moment by the one rule. Once the car is back, all that was billed over time is earned. */
function earnedBefore({ sold, pickedUpAt, returnedAt, wholeFen }: BridgeFacts, at: Instant): number {
  if (pickedUpAt === null || pickedUpAt >= at) return 0
  return returnedAt !== null && returnedAt < at ? wholeFen : bothOf(accrualUntil(sold, at))
}

/** What an order earned in a month by the one rule, fen. @param month `YYYY-MM` */
export const ruleFenOf = (facts: BridgeFacts, month: string): number =>
  earnedBefore(facts, monthEnd(month).end) - earnedBefore(facts, startOfDate(`${month}-01`))

/** Why an order may have other sums: what happened to it that the two ways of posting treat differently. */
export const bridgeReasons = {
  elsewhere: '当月未用车',
  undone: '撤销还车',
  early: '提前还车',
  late: '延后还车',
  long: '长租',
  renewal: '续租',
  swap: '换车',
  spread: '分摊方法',
} as const
export type BridgeReason = keyof typeof bridgeReasons

/** Minutes around the agreed time are neither early nor late. */
const TOLERANCE = HOUR

/** At least one reason. */
export function reasonsOf(facts: BridgeFacts, month: string): readonly BridgeReason[] {
  const { sold, pickedUpAt, returnedAt } = facts
  const [start, end] = [startOfDate(`${month}-01`), startOfDate(addMonths(`${month}-01`, 1))]
  const agreedEnd = Math.max(...sold.map(({ period }) => period.to))
  const isElsewhere = pickedUpAt === null || pickedUpAt >= end || (returnedAt !== null && returnedAt < start)
  const applies: Readonly<Record<Exclude<BridgeReason, 'spread'>, boolean>> = {
    elsewhere: isElsewhere,
    undone: facts.reversed,
    early: returnedAt !== null && returnedAt < agreedEnd - TOLERANCE,
    late: sold.length > 0 && agreedEnd + TOLERANCE < Math.min(returnedAt ?? end, end),
    long: facts.long,
    renewal: facts.renewed,
    swap: facts.cars > 1,
  }
  const reasons = (Object.keys(applies) as (keyof typeof applies)[]).filter((reason) => applies[reason])
  return reasons.length === 0 ? ['spread'] : reasons
}

/** 收入差异: a row is an order. */
export const bridgeColumns = {
  orderNo: '订单号',
  model: '车型',
  store: '门店',
  when: '用车时间',
  posted: '账簿已记',
  rule: '按租期计算',
  difference: '差额',
  reason: '原因',
} as const
