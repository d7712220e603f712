import { formatDay } from '@cheyi/domain/near'
import { addDays, localDate, startOfDate } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { HeatStrip } from '../../../ui/show/charts.tsx'
import type { DataInput } from '../parts/filter.ts'
import { unitText } from '../parts/value.tsx'

const DAYS = 30
/** More rows say less than the ranking below. */
const MOST = 20

/** How the cars of each model were used on each of the last thirty days, whatever days are chosen above. */
export function HeatCard({ input: { storeIds, modelIds, source } }: { readonly input: DataInput }) {
  const now = useNow()
  const today = localDate(now)
  const rank = useRead(calls.data.rank, {
    from: addDays(today, 1 - DAYS),
    to: today,
    by: 'model',
    daily: DAYS,
    storeIds,
    modelIds,
    source,
  })
  const text = (share: number) => unitText('bp', Math.round(share * 10_000))
  return (
    <Card pad title={`近${DAYS}天出租率`} extra="越深越满">
      <Answer of={rank} cards={1}>
        {({ days, list }) =>
          list.length === 0 ? (
            <Note>没有车辆数据</Note>
          ) : (
            <HeatStrip
              title={`各车型近${DAYS}天出租率`}
              text={text}
              days={days.map((day, index) => ({
                key: day,
                tick: index % 7 === 0 ? day.slice(5) : '',
                name: formatDay(startOfDate(day), now),
              }))}
              rows={list.slice(0, MOST).map(({ id, name, used, utilisation }) => ({
                key: id,
                name,
                values: used.map((share) => (share === null ? null : share / 10_000)),
                mean: utilisation === null ? '—' : unitText('bp', utilisation),
              }))}
            />
          )
        }
      </Answer>
    </Card>
  )
}
