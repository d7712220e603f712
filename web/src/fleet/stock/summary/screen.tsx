import './summary.css'
import { addDays, isLocalDate, localDate } from '@cheyi/domain/time'
import { type CSSProperties, type TouchEvent, useEffect, useRef, useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useDesktop } from '../../../kernel/device/media-query.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { GRID_DAYS, gridFrom, gridText, startOfWeek, weekdayNames } from '../../../ui/date/civil-date.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Card, Grid, IconButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { screensOf } from '../../ticket/screens.ts'
import { ClosedLegend, ClosedMarks } from '../parts/heat-legend.tsx'
import { SpanBar, type SpanDays, spanOf, useUsualSpan } from '../parts/span-bar.tsx'
import { stockScreens } from '../screens.ts'
import { StopRow } from './stop-row.tsx'
import './calendar.css'
import '../parts/heat.css'
import { cx } from '../../../ui/class-names.ts'
import { type Day, freeText, heatOf, heatWords, isClosed, isPartlyClosed } from '../parts/heat.ts'
import '../parts/timeline.css'
import { VirtualList } from '../../../ui/list/virtual-list.tsx'
import { type Bar, spanAfterPinch, type Timeline } from '../parts/bars.ts'
import { DayHead, useMonthNames } from '../parts/day-head.tsx'
import { BarLegend, carLines, Lane, waitingOf } from '../parts/lane.tsx'

const views = [
  { value: 'calendar', label: '日历' },
  { value: 'timeline', label: '时间轴' },
] as const

/** One model of one store: six weeks of its days, and the timeline of its cars. */
export default function Summary() {
  const { storeId, modelId, view, day, days } = useScreen(stockScreens.summary)
  const patch = usePatch()
  const desktop = useDesktop()
  const now = useNow()
  const today = localDate(now)
  const mayStop = useMay('stock.stopSale')
  const date = isLocalDate(day) && day > today ? day : today
  /** The day that was shown last. */
  const [looked, setLooked] = useState<string>()
  const begun = useRef(false)
  const span = spanOf(days, useUsualSpan())
  const thisWeek = startOfWeek(today)
  const first = startOfWeek(date)
  const key = { storeId, modelId }
  const stock = useRead(calls.stock.summary, { ...key, from: first, days: GRID_DAYS }, { keepPrevious: true })
  const timeline = useRead(
    calls.stock.timeline,
    { ...key, from: date, days: span },
    { keepPrevious: true, enabled: desktop || view === 'timeline' },
  )
  function turn(by: number) {
    const next = addDays(first, by)
    patch({ day: next > today ? next : undefined })
  }
  function look(chosen: string) {
    setLooked(chosen)
    void open(() => import('./day-sheet.tsx'), { ...key, date: chosen })
  }
  // A day in the address opens its sheet only once; on a later return the page stays as the user left it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only after the first render.
  useEffect(() => {
    if (day !== '' && !begun.current) look(date)
    begun.current = true
  }, [])

  const calendar = stock.data && (
    <>
      <Card pad>
        <Row justify="between" num>
          <IconButton
            name="chevron-left"
            label="前六周"
            size={20}
            disabled={first <= thisWeek}
            onClick={() => turn(-GRID_DAYS)}
          />
          <b>{gridText(first, today)}</b>
          <IconButton name="chevron-right" label="后六周" size={20} onClick={() => turn(GRID_DAYS)} />
        </Row>
        <Calendar first={first} days={stock.data.days} today={today} chosen={looked} onDay={look} />
        <ClosedLegend days={stock.data.days} />
      </Card>
      {stock.data.stops.length > 0 && (
        <Card title="停售" pad>
          {stock.data.stops.map((stop) => (
            <StopRow key={stop.id} stop={stop} />
          ))}
        </Card>
      )}
    </>
  )
  const stop = mayStop && stock.data && (
    <Button
      variant="primary"
      size={desktop ? 's' : 'l'}
      block={!desktop}
      className="stock-summary-stop"
      onClick={() => void open(() => import('../parts/stop-sheet.tsx'), { ...key, date: looked ?? date, span })}
    >
      停售
    </Button>
  )
  const rows = (
    <Stack shrink fill="surface" className="stock-summary-timeline">
      <SpanBar
        days={span}
        from={date}
        min={today}
        onDays={(chosen) => patch({ days: chosen })}
        onFrom={(from) => patch({ day: from })}
      />
      <Answer of={timeline} cards={8}>
        {(shown) => (
          <TimelineView
            timeline={shown}
            // While the new span is loading, the previous response is still shown with its own length.
            days={spanOf(Math.round((shown.to - shown.from) / 86_400_000), span)}
            from={localDate(shown.from)}
            now={now}
            onDays={(chosen) => patch({ days: chosen })}
            onDay={look}
            onBar={(bar) =>
              bar.ticketId === null
                ? look(localDate(Math.max(bar.from, shown.from, now)))
                : go(screensOf(bar.kind).detail, { ticketId: bar.ticketId })
            }
          />
        )}
      </Answer>
    </Stack>
  )

  return (
    <Page
      fill
      title={stock.data?.model.name}
      right={
        <>
          <RefreshButton
            busy={stock.isRefetching || timeline.isRefetching}
            onRefresh={() => void Promise.all([stock.refetch(), timeline.refetch()])}
          />
          {desktop && stop}
        </>
      }
      head={
        <>
          {stock.data && (
            <Note pad={[0, 16, 8]} text="center">
              {stock.data.storeName}
            </Note>
          )}
          {!desktop && (
            <Box pad={[0, 16, 8]}>
              <Segmented
                label="显示"
                options={views}
                value={view}
                onChange={(chosen) => patch({ view: chosen === 'calendar' ? undefined : chosen })}
              />
            </Box>
          )}
        </>
      }
      footer={!desktop && stop && <ActionBar>{stop}</ActionBar>}
    >
      <Answer of={stock} cards={3} shape="detail">
        {() =>
          desktop ? (
            <div className="stock-summary-both">
              <Stack gap={12} pad={12} className="stock-summary-main">
                {calendar}
              </Stack>
              {rows}
            </div>
          ) : view === 'timeline' ? (
            rows
          ) : (
            <Stack gap={12} pad={12} className="stock-summary-main">
              {calendar}
            </Stack>
          )
        }
      </Answer>
    </Page>
  )
}

interface CalendarProps {
  /** The Sunday that it begins with. */
  readonly first: string
  readonly days: readonly Day[]
  readonly today: string
  readonly chosen: string | undefined
  readonly onDay: (date: string) => void
}

/** The free cars of a pool on each day of six weeks; past days are shown without numbers. */
function Calendar({ first, days, today, chosen, onDay }: CalendarProps) {
  const byDate = new Map(days.map((day) => [day.date, day]))
  return (
    <Grid columns={7} gap={4} num>
      {weekdayNames.map((name, day) => (
        <Text key={name} ink={day % 6 === 0 ? 'primary' : 2} size="xs" text="center">
          {name}
        </Text>
      ))}
      {gridFrom(first).map((date) => {
        const day = byDate.get(date)
        const number =
          date === today ? '今天' : date.endsWith('-01') ? `${Number(date.slice(5, 7))}/1` : Number(date.slice(8))
        return day ? (
          <button
            key={date}
            type="button"
            className={cx(
              'stack align-center justify-center stock-calendar-day',
              `heat-${heatOf(day)}`,
              isPartlyClosed(day) && 'heat-part',
              date === chosen && 'stock-calendar-chosen',
            )}
            onClick={() => onDay(date)}
          >
            <span>{number}</span>
            <Text as="b" size="l">
              {freeText(day)}
            </Text>
            <Text as="small" ink="inherit" size="xs">
              /{day.total}
            </Text>
            <span className="visually-hidden">{` ${date.slice(5)} ${heatWords(day)}`}</span>
          </button>
        ) : (
          <span key={date} className="stack align-center justify-center stock-calendar-day">
            <Text ink={2} size="xs">
              {number}
            </Text>
            {date < today && <span className="visually-hidden">已过</span>}
          </span>
        )
      })}
    </Grid>
  )
}

const spans: readonly SpanDays[] = [7, 14, 30]

interface TimelineViewProps {
  readonly timeline: Timeline
  readonly days: SpanDays
  readonly from: string
  readonly now: number
  readonly onDays: (days: SpanDays) => void
  /** Called when a day in the head is tapped. */
  readonly onDay: (date: string) => void
  /** Called when a bar that is not an order is tapped. */
  readonly onBar: (bar: Bar) => void
}

/** The cars of a pool by days: orders, tickets, stops and turnarounds as bars. Rows outside the viewport are not rendered. */
function TimelineView({ timeline, days, from, now, onDays, onDay, onBar }: TimelineViewProps) {
  const window = { from: timeline.from, to: timeline.to }
  const lines = [...waitingOf(timeline), ...carLines(timeline)]
  const pinch = usePinch(days, onDays)
  const namesMonth = useMonthNames(days)
  const nowAt = ((now - window.from) / (window.to - window.from)) * 100
  const style = { '--days': days, '--now': nowAt } as CSSProperties
  const today = localDate(now)
  const closed = new Set(timeline.closed.filter(isClosed).map(({ date }) => date))
  return (
    <div
      className={cx('timeline', days === 30 && 'timeline-month', nowAt >= 0 && nowAt < 100 && 'timeline-now')}
      style={style}
      {...pinch}
    >
      <div className="timeline-line timeline-head">
        <span className="timeline-car">车辆</span>
        <div className="timeline-days">
          {Array.from({ length: days }, (_, i) => addDays(from, i)).map((date, i) => (
            <button key={date} type="button" onClick={() => onDay(date)}>
              <DayHead date={date} today={today} first={namesMonth(i)} closed={closed.has(date)} />
              <span className="visually-hidden"> 当日占用</span>
            </button>
          ))}
        </div>
      </div>
      <VirtualList
        label="车辆时间轴"
        items={lines}
        keyOf={({ key }) => key}
        render={(line) => <Lane line={line} window={window} onBar={onBar} />}
        estimate={40}
        more={false}
        onMore={() => {}}
      />
      <BarLegend>
        <ClosedMarks days={timeline.closed} />
      </BarLegend>
    </div>
  )
}

/** A pinch changes the span; the buttons above it do the same for keyboard users. */
function usePinch(days: SpanDays, onDays: (days: SpanDays) => void) {
  const start = useRef<number | null>(null)
  const distance = ({ touches: { 0: a, 1: b } }: TouchEvent) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : null
  return {
    onTouchStart(event: TouchEvent) {
      start.current = distance(event)
    },
    onTouchMove(event: TouchEvent) {
      const now = distance(event)
      if (start.current === null || now === null) return
      const next = spanAfterPinch(days, now / start.current, spans)
      if (next === days) return
      start.current = now
      onDays(next as SpanDays)
    },
  }
}
