import { formatDay } from '@cheyi/domain/near'
import { startOfDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, type InputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Box, Card, Note, Text } from '../../../ui/layout.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'

/** Compares the income of last month's orders at the prices in the form with their actual income. */
export function BenchCard({ input, enabled }: { input: InputOf<typeof calls.price.bench>; enabled: boolean }) {
  const bench = useRead(calls.price.bench, input, { enabled, keepPrevious: true })
  const [days, setDays] = useState(false)
  const now = useNow()
  return (
    <Answer of={bench}>
      {({ orders, sold, saved, draft, unsold, unsoldRent, left, ...told }) => (
        <Card
          pad
          title="上月订单试算"
          extra={
            orders > 0 && (
              <Button size="s" variant="text" aria-pressed={days} onClick={() => setDays(!days)}>
                {days ? '收起' : '按日'}
              </Button>
            )
          }
        >
          {orders === 0 ? (
            <Note>上月此门店没有此车型的订单</Note>
          ) : (
            <>
              <Figures
                rows={[
                  ['上月租金', sold],
                  ['按现价', saved],
                  ['按此价', draft],
                ]}
              />
              <Text as="p" size="s" num>
                上月{orders}单，按此价租金{draft >= sold ? '多' : '少'} ¥{yuan(Math.abs(draft - sold))}
                {unsold > 0 && `；其中${unsold}单按原租期不能成交，少 ¥${yuan(unsoldRent)}`}
              </Text>
            </>
          )}
          {left > 0 && <Note>另有{left}单按现价已不能成交，没有计入</Note>}
          {days && (
            <Box top={8}>
              <Compare
                spread
                caption="上月每日租金"
                columns={['上月', '按此价', '不能成交']}
                rows={told.days.map((one) => ({
                  label: formatDay(startOfDate(one.day), now),
                  cells: [`¥${yuan(one.sold)}`, `¥${yuan(one.draft)}`, one.unsold === 0 ? '—' : `${one.unsold}单`],
                }))}
              />
            </Box>
          )}
        </Card>
      )}
    </Answer>
  )
}
