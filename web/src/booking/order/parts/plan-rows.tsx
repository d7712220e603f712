import { addDays, localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { Box, CardMore, Grow, Note, Row } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'

interface Planned {
  readonly seq: number
  readonly periodFrom: string
  /** The first date that the row does not cover. */
  readonly periodTo: string
  readonly dueDate: string
  readonly amount: number
}

const SHOWN = 3

/** `09-01 ~ 09-30 · 09-01 到期`: the last date is the last one covered; with the year if it is not the current one. */
export function dueText({ periodFrom, periodTo, dueDate }: Omit<Planned, 'seq' | 'amount'>, now: number): string {
  const [from, to, due] = [periodFrom, addDays(periodTo, -1), dueDate].map((date) => shortDate(date, localDate(now)))
  return `${from} ~ ${to} · ${due} 到期`
}

/** The instalments of a plan without any payment yet. */
export function PlanRows({ rows }: { readonly rows: readonly Planned[] }) {
  const now = useNow()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <Box pad={[0, 16, 12]}>
      {shown.map((row) => (
        <Row key={row.seq} gap={8} high={40} num>
          <span>第 {row.seq} 期</span>
          <Grow as="span" note cut>
            {dueText(row, now)}
          </Grow>
          <Money fen={row.amount} />
        </Row>
      ))}
      {rows.length > SHOWN && (
        <Row justify="between" high={40}>
          <Note>共 {rows.length} 期</Note>
          <CardMore onClick={() => setAll(!all)}>{all ? '收起' : '全部分期'}</CardMore>
        </Row>
      )}
    </Box>
  )
}
