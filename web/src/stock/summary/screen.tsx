import './summary.css'
import { addDays, formatLocal, isLocalDate, localDate, startOfDate } from '@cheyi/domain/time'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead } from '../../kernel/calls.ts'
import { useDesktop } from '../../kernel/media-query.ts'
import { useNow } from '../../kernel/now.ts'
import { usePatch, useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { ActionBar, PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { SpanBar, spanOf } from '../parts/span-bar.tsx'
import { stockScreens } from '../screens.ts'
import { Calendar } from './calendar.tsx'
import { StopRow } from './stop-row.tsx'
import { TimelineView } from './timeline.tsx'

const DaySheet = lazy(() => import('./day-sheet.tsx'))
const StopSheet = lazy(() => import('./stop-sheet.tsx'))

const views = [
  { value: 'calendar', label: '日历' },
  { value: 'timeline', label: '时间轴' },
] as const
const gone = refusedAs('notFound')

/** One model of one store: its month and its cars by days. */
export default function Summary() {
  const { storeId, modelId, view, day, days } = useScreen(stockScreens.summary)
  const patch = usePatch()
  const desktop = useDesktop()
  const now = useNow()
  const today = localDate(now)
  const mayStop = useMay('stock.stopSale')
  const date = isLocalDate(day) && day > today ? day : today
  const [looking, setLooking] = useState<{ date: string; open: boolean } | undefined>(
    day === '' ? undefined : { date, open: true },
  )
  const [stopping, setStopping] = useState<{ date: string; open: boolean }>()
  const span = spanOf(days, desktop ? 14 : 7)
  const month = date.slice(0, 7)
  const key = { storeId, modelId }
  const stock = useRead(calls.stock.summary, { ...key, month }, { quiet: true, keepPrevious: true })
  const timeline = useRead(
    calls.stock.timeline,
    { ...key, from: date, days: span },
    { quiet: true, keepPrevious: true, enabled: desktop || view === 'timeline' || stopping !== undefined },
  )
  const look = (chosen: string) => setLooking({ date: chosen, open: true })
  const back = () => goBack('/stock')
  const failure = stock.error ?? timeline.error
  const name = stock.data?.model.name ?? '车型库存'

  const calendar = stock.data && (
    <>
      <Card pad>
        <div className="stock-summary-month num">
          <IconButton
            name="chevron-left"
            label="上个月"
            size={20}
            disabled={month <= today.slice(0, 7)}
            onClick={() => patch({ day: dayOf(before(month), today) })}
          />
          <b>{formatLocal(startOfDate(date), 'YYYY年M月')}</b>
          <IconButton
            name="chevron-right"
            label="下个月"
            size={20}
            onClick={() => patch({ day: dayOf(after(month), today) })}
          />
        </div>
        <Calendar month={month} days={stock.data.days} today={today} chosen={looking?.date} onDay={look} />
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
      onClick={() => setStopping({ date: looking?.date ?? date, open: true })}
    >
      停售
    </Button>
  )
  const rows = (
    <div className="stock-summary-timeline">
      <SpanBar
        days={span}
        from={date}
        min={today}
        onDays={(chosen) => patch({ days: chosen })}
        onFrom={(from) => patch({ day: from })}
      />
      {timeline.data ? (
        <TimelineView
          timeline={timeline.data}
          // What is still shown of the span before tells its own length.
          days={spanOf(Math.round((timeline.data.to - timeline.data.from) / 86_400_000), span)}
          from={localDate(timeline.data.from)}
          now={now}
          onDays={(chosen) => patch({ days: chosen })}
          onDay={look}
          onBar={(bar) => look(localDate(Math.max(bar.from, timeline.data.from, now)))}
        />
      ) : (
        <Skeleton cards={8} shape="rows" />
      )}
    </div>
  )

  return (
    <PageFrame
      fill
      header={
        <>
          <NavBar
            title={name}
            onBack={back}
            right={
              <>
                <RefreshButton
                  busy={stock.isRefetching || timeline.isRefetching}
                  onRefresh={() => void Promise.all([stock.refetch(), timeline.refetch()])}
                />
                {desktop && stop}
              </>
            }
          />
          {stock.data && <p className="stock-summary-head">{stock.data.storeName}</p>}
          {!desktop && (
            <div className="stock-summary-view">
              <Segmented
                label="显示"
                options={views}
                value={view}
                onChange={(chosen) => patch({ view: chosen === 'calendar' ? undefined : chosen })}
              />
            </div>
          )}
        </>
      }
      footer={!desktop && stop && <ActionBar>{stop}</ActionBar>}
    >
      <Body
        loaded={stock.data !== undefined}
        failure={failure && (gone(failure) ? 'gone' : failure.kind === 'lost' ? 'lost' : failure.message)}
        onBack={back}
        onRetry={() => void Promise.all([stock.refetch(), timeline.refetch()])}
      >
        {desktop ? (
          <div className="stock-summary-both">
            <div className="stock-summary-main">{calendar}</div>
            {rows}
          </div>
        ) : view === 'timeline' ? (
          rows
        ) : (
          <div className="stock-summary-main">{calendar}</div>
        )}
      </Body>
      {looking && (
        <Suspense>
          <DaySheet {...looking} {...key} onClose={() => setLooking({ ...looking, open: false })} />
        </Suspense>
      )}
      {stopping && timeline.data && (
        <Suspense>
          <StopSheet
            // Opened for another day it is another form.
            key={stopping.date}
            {...stopping}
            {...key}
            today={today}
            now={now}
            vehicles={timeline.data.vehicles}
            onClose={() => setStopping(undefined)}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

interface BodyProps {
  readonly loaded: boolean
  /** `gone`, `lost` or words. */
  readonly failure: string | null
  readonly onBack: () => void
  readonly onRetry: () => void
  readonly children: ReactNode
}

function Body({ loaded, failure, onBack, onRetry, children }: BodyProps) {
  if (loaded) return children
  if (failure === 'gone')
    return <Empty art="search" title="该门店没有这款车" action={{ label: '返回', onClick: onBack }} />
  if (failure === null) return <Skeleton cards={3} shape="detail" />
  return (
    <LoadError
      title={failure === 'lost' ? '网络不稳定' : '加载失败'}
      note={failure === 'lost' ? '库存没有加载出来' : failure}
      onRetry={onRetry}
    />
  )
}

const before = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)
const after = (month: string) => addDays(`${month}-01`, 31).slice(0, 7)
/** The day a month begins with on screen; of this month today. */
const dayOf = (month: string, today: string) => (month <= today.slice(0, 7) ? undefined : `${month}-01`)
