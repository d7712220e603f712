import { formatMoney } from '../../money.ts'
import { formatDay } from '../../near.ts'
import { type Instant, type LocalDate, startOfDate } from '../../time.ts'

interface Plan {
  readonly paid: number
  readonly count: number
  readonly nextOn: LocalDate | null
  readonly nextDue: number
}

/** `已付2/6期 · 11-01 应收 ¥4,500.00` */
export function planWords({ paid, count, nextOn, nextDue }: Plan, now: Instant): string {
  const next = nextOn !== null && `${formatDay(startOfDate(nextOn), now)} 应收 ${formatMoney(nextDue)}`
  return [`已付${paid}/${count}期`, next].filter(Boolean).join(' · ')
}
