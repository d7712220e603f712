import { formatDay } from '@cheyi/domain/near'
import { formatLocal, startOfDate } from '@cheyi/domain/time'
import { useMemo, useState } from 'react'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Button, Card } from '../../../ui/layout.tsx'
import { LineChart } from '../../../ui/media/later.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { unitText } from '../parts/value.tsx'

type Trend = OutputOf<typeof calls.data.trend>
type Day = Trend['days'][number]

const WAN = 1_000_000
const yuanTick = (fen: number) => (Math.abs(fen) >= WAN ? `${fen / WAN}万` : String(fen / 100))
const yuanText = (fen: number) => unitText('fen', fen)
const percentTick = (bp: number) => `${bp / 100}%`
const percentText = (bp: number) => unitText('bp', bp)
const plain = String

const lines = {
  revenue: { title: '营业收入', of: ({ revenue }: Day) => revenue, tick: yuanTick, text: yuanText },
  created: { title: '下单数', of: ({ created }: Day) => created, tick: plain, text: plain },
  utilisation: { title: '出租率', of: ({ utilisation }: Day) => utilisation, tick: percentTick, text: percentText },
} as const

/** The daily values of a figure, as a chart or as a table. */
export function TrendCard({ of, trend, now }: { of: keyof typeof lines; trend: Trend; now: number }) {
  const [table, setTable] = useState(false)
  const { title, of: value, tick, text } = lines[of]
  const drawn = useMemo(
    () => ({
      days: trend.days.map(({ day }) => ({
        short: formatLocal(startOfDate(day), trend.days.length > 31 ? 'M-D' : 'D'),
        full: formatDay(startOfDate(day), now),
      })),
      current: trend.days.map(value),
      before: trend.days.map((_, index) => (trend.previous[index] ? value(trend.previous[index]) : null)),
    }),
    [trend, value, now],
  )
  const cell = (fen: number | null | undefined) => (fen === null || fen === undefined ? '—' : text(fen))
  return (
    <Card
      pad
      title={`每日${title}`}
      extra={
        <Button size="s" variant="text" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? '图表' : '表格'}
        </Button>
      }
    >
      {table ? (
        <Compare
          spread
          caption={`每日${title}`}
          columns={['本期', '上期']}
          rows={trend.days.map(({ day }, index) => ({
            label: day,
            cells: [cell(drawn.current[index]), cell(drawn.before[index])],
          }))}
        />
      ) : (
        <LineChart {...drawn} tick={tick} text={text} />
      )}
    </Card>
  )
}
