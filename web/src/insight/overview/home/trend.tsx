import { formatMoney } from '@cheyi/domain/money'
import { formatDay } from '@cheyi/domain/near'
import { addDays, localDate, startOfDate } from '@cheyi/domain/time'
import { columnsOf, HIGH } from './trend-columns.ts'

const WIDE = 6
const APART = 8

/** The billed amount of each of the last days, one column a day; the last one is today. */
export default function Trend({ days, now }: { readonly days: readonly number[]; readonly now: number }) {
  const words = days.map((fen, index) => {
    const date = addDays(localDate(now), index + 1 - days.length)
    return `${formatDay(startOfDate(date), now)} ${formatMoney(fen)}`
  })
  return (
    <svg
      fill="var(--ch-1)"
      // 110 × 52 px at the design width.
      style={{ width: '2.933rem', height: '1.387rem' }}
      viewBox={`0 0 ${days.length * APART - APART + WIDE} ${HIGH}`}
      role="img"
      aria-label={`近${days.length}天订单收入：${words.join('，')}`}
    >
      {columnsOf(days).map((height, index) => (
        <rect
          key={words[index]}
          x={index * APART}
          y={HIGH - height}
          width={WIDE}
          height={height}
          rx={1.5}
          opacity={index === days.length - 1 ? 1 : 0.45}
        >
          <title>{words[index]}</title>
        </rect>
      ))}
    </svg>
  )
}
