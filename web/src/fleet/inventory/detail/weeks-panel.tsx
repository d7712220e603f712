import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { occupancyKind, occupancyKinds } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { addDays, DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { Answer } from '../../../page/answer.tsx'
import { startOfWeek } from '../../../ui/date/civil-date.ts'
import { Grow, Note, Row, Stack } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { SpanStrip } from '../../../ui/show/charts.tsx'
import { CardLink } from '../../../ui/show/record-card.tsx'
import { ShareDot } from '../../../ui/show/shares.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

type Line = OutputOf<typeof calls.inventory.timeline>['list'][number]

const WEEKS = 6

interface PanelProps {
  readonly vehicleId: string
  readonly now: number
}

/** What a car is taken for in this week and the next five, and how many of the days to come are free. */
export function WeeksPanel({ vehicleId, now }: PanelProps) {
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

interface Taken {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly tone: Exclude<Tone, 'outline'>
  readonly line: Line
}

/** What takes the car after this moment and in the window, the earliest first; without an end it takes all of it. */
function spansOf(list: readonly Line[], { from, to, now }: { from: number; to: number; now: number }): Taken[] {
  return list
    .filter(({ type }) => type === 'order' || type === 'block')
    .map(
      (line, index): Taken => ({
        key: `${line.type}-${line.from}-${index}`,
        from: Math.max(line.from, from),
        to: line.to ?? to,
        tone: line.type === 'order' ? 'primary' : line.kind === occupancyKind.relocation ? 'purple' : 'warning',
        line,
      }),
    )
    .filter((span) => span.from < to && span.to > now)
    .toSorted((a, b) => a.from - b.from)
}

/** Days from today on in which nothing takes the car. */
function freeDays(spans: readonly Taken[], { now, to }: { now: number; to: number }): number {
  let free = 0
  for (let day = startOfDate(localDate(now)); day < to; day += DAY)
    if (!spans.some((span) => span.from < day + DAY && span.to > day)) free += 1
  return free
}

function Span({ span: { line, tone }, now }: { readonly span: Taken; readonly now: number }) {
  const reach = useReach()
  const what =
    line.type === 'block'
      ? line.kind === null
        ? '占用'
        : occupancyKinds.text(line.kind)
      : line.orderId === null
        ? '其他门店订单'
        : [line.contactName, line.orderStatus === null ? '' : orderStatuses.text(line.orderStatus)]
            .filter(Boolean)
            .join(' · ')
  return (
    <Row as="li" gap={8} num size="s">
      <ShareDot tone={tone} />
      <Grow>
        <CardLink {...(line.type === 'order' ? orderLink(reach, line) : undefined)} className="ink-link">
          {what}
        </CardLink>
      </Grow>
      <Note as="span">
        {line.to === null ? `${formatMoment(line.from, now)} 起` : formatPeriod(line.from, line.to, now)}
      </Note>
    </Row>
  )
}
