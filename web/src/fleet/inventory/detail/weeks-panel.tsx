import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { hiddenOrderName } from '@cheyi/domain/fleet/inventory/next'
import { occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { addDays, localDate, startOfDate } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useReach } from '../../../kernel/user.ts'
import { Answer } from '../../../page/page.tsx'
import { startOfWeek } from '../../../ui/date/civil-date.ts'
import { Card, Grow, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { SpanStrip } from '../../../ui/show/charts.tsx'
import { CardLink } from '../../../ui/show/record-card.tsx'
import { ShareDot } from '../../../ui/show/shares.tsx'
import { linkOfLine } from './timeline-panel.tsx'
import { freeDays, spansOf, type Taken } from './weeks.ts'

const WEEKS = 6

/** What a car is taken for in this week and the next five, and how many of the days to come are free. */
export function WeeksPanel({ vehicleId, now }: { readonly vehicleId: string; readonly now: number }) {
  const first = startOfWeek(localDate(now))
  const from = startOfDate(first)
  const to = startOfDate(addDays(first, 7 * WEEKS))
  const ticks = Array.from({ length: WEEKS }, (_, week) => addDays(first, 7 * week).slice(5))
  return (
    <Card pad title="本周起六周">
      <Answer of={useRead(calls.inventory.timeline, { vehicleId })}>
        {({ list }) => {
          const spans = spansOf(list, { from, to, now })
          const free = freeDays(spans, { now, to })
          return (
            <Stack gap={8}>
              <SpanStrip from={from} to={to} now={now} spans={spans} ticks={ticks} />
              <Note num>{free === 0 ? '没有整天空闲' : `今起 ${free} 天整天空闲`}</Note>
              <Stack as="ul" gap={8} aria-label="占用">
                {spans.map((span) => (
                  <Span key={span.key} span={span} now={now} />
                ))}
              </Stack>
            </Stack>
          )
        }}
      </Answer>
    </Card>
  )
}

function Span({ span: { line, tone, isLate }, now }: { readonly span: Taken; readonly now: number }) {
  const reach = useReach()
  const what =
    line.type === 'block'
      ? line.kind === null
        ? '占用'
        : occupancyKinds.text(line.kind)
      : line.orderId === null
        ? hiddenOrderName
        : [line.contactName, line.orderStatus === null ? '' : orderStatuses.text(line.orderStatus)]
            .filter(Boolean)
            .join(' · ')
  return (
    <Row as="li" gap={8} num size="s">
      <ShareDot tone={tone} />
      <Grow>
        <CardLink {...linkOfLine(reach, line)} className="ink-link">
          {what}
        </CardLink>
      </Grow>
      <Note as="span">
        {isLate && <Text ink="danger">超时未还 </Text>}
        {line.to === null ? `${formatMoment(line.from, now)} 起` : formatPeriod(line.from, line.to, now)}
      </Note>
    </Row>
  )
}
