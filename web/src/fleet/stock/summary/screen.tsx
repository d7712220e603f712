import './summary.css'
import { addDays, isLocalDate, localDate } from '@cheyi/domain/time'
import { useEffect, useRef, useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useDesktop } from '../../../kernel/device/media-query.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { Answer } from '../../../page/answer.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { GRID_DAYS, gridText, startOfWeek } from '../../../ui/date/civil-date.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Card, Note, Row, Stack } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { screensOf } from '../../ticket/screens.ts'
import { ClosedLegend } from '../parts/heat-legend.tsx'
import { SpanBar, spanOf, useUsualSpan } from '../parts/span-bar.tsx'
import { stockScreens } from '../screens.ts'
import { Calendar } from './calendar.tsx'
import { StopRow } from './stop-row.tsx'
import { TimelineView } from './timeline.tsx'

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
