import './timeline.css'
import { addDays, localDate } from '@cheyi/domain/time'
import { type CSSProperties, type TouchEvent, useRef } from 'react'
import { linkTo } from '../../order/parts/links.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { screensOf } from '../../order/screens.ts'
import { cx } from '../../ui/class-names.ts'
import { VirtualList } from '../../ui/frame/virtual-list.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { DayHead } from '../parts/day-head.tsx'
import { isClosed } from '../parts/heat.ts'
import type { SpanDays } from '../parts/span-bar.tsx'
import { type Bar, barKinds, boxOf, kindOf, labelOf, pinched, type Timeline, type Window } from './bars.ts'

const spans: readonly SpanDays[] = [7, 14, 30]

export interface TimelineViewProps {
  readonly timeline: Timeline
  readonly days: SpanDays
  readonly from: string
  readonly now: number
  readonly onDays: (days: SpanDays) => void
  /** A day in the head was tapped. */
  readonly onDay: (date: string) => void
  /** A bar that is no order was tapped. */
  readonly onBar: (bar: Bar) => void
}

interface Line {
  readonly key: string
  readonly plate: string | null
  readonly note: string
  readonly bars: readonly Bar[]
}

/** The cars of a pool by days: orders, tickets, stops and turnarounds as bars. Rows out of sight are not drawn. */
export function TimelineView({ timeline, days, from, now, onDays, onDay, onBar }: TimelineViewProps) {
  const window = { from: timeline.from, to: timeline.to }
  const lines: Line[] = [
    ...lanesOf(timeline.waiting).map((bars, i) => ({ key: `lane${i}`, plate: null, note: '', bars })),
    ...timeline.vehicles.map(({ vehicleId, plate, parkingNote, bars }) => ({
      key: vehicleId,
      plate,
      note: parkingNote,
      bars,
    })),
  ]
  const pinch = usePinch(days, onDays)
  const nowAt = ((now - window.from) / (window.to - window.from)) * 100
  const style = { '--days': days, '--now': nowAt } as CSSProperties
  const today = localDate(now)
  const closed = new Set(timeline.closed.filter(isClosed).map(({ date }) => date))
  return (
    <div className={cx('timeline', nowAt >= 0 && nowAt < 100 && 'timeline-now')} style={style} {...pinch}>
      <div className="timeline-line timeline-head">
        <span className="timeline-car">车辆</span>
        <div className="timeline-days">
          {Array.from({ length: days }, (_, i) => addDays(from, i)).map((date, i) => (
            <button key={date} type="button" onClick={() => onDay(date)}>
              <DayHead date={date} today={today} first={i === 0} closed={closed.has(date)} />
              <span className="visually-hidden"> 当日占用</span>
            </button>
          ))}
        </div>
      </div>
      <VirtualList
        label="车辆时间轴"
        items={lines}
        keyOf={({ key }) => key}
        render={(line) => <LineView line={line} window={window} onBar={onBar} />}
        estimate={40}
        more={false}
        onMore={() => {}}
      />
      <ul className="timeline-legend" aria-label="图例">
        {(Object.keys(barKinds) as (keyof typeof barKinds)[]).map((kind) => (
          <li key={kind}>
            <i className={`timeline-bar timeline-${kind}`} />
            {barKinds[kind]}
          </li>
        ))}
      </ul>
    </div>
  )
}

function LineView({ line, window, onBar }: { line: Line; window: Window; onBar: (bar: Bar) => void }) {
  const reach = useReach()
  return (
    <div className="timeline-line">
      <span className="timeline-car">
        {line.plate === null ? <b className="timeline-waiting">待排</b> : <Plate plate={line.plate} size="s" />}
      </span>
      <div className="timeline-track">
        {line.bars.map((bar) => {
          const box = boxOf(bar, window)
          if (box === null) return null
          const kind = kindOf(bar)
          const label = labelOf(bar)
          const look = {
            className: cx(
              'timeline-bar',
              `timeline-${kind}`,
              box.cutLeft && 'timeline-cut-left',
              box.cutRight && 'timeline-cut-right',
            ),
            style: { left: `${box.left}%`, width: `${box.width}%` },
            title: label,
            'aria-label': `${barKinds[kind]} ${label}`,
          }
          const inside = (
            <>
              {label}
              {box.clean !== null && kind !== 'clean' && <s style={{ left: `${box.clean}%` }} />}
            </>
          )
          const link = bar.order?.orderId
            ? linkTo(reach, screensOf(bar.order.orderKind).detail, {
                orderId: bar.order.orderId,
              })
            : undefined
          const key = `${bar.kind}/${bar.from}/${bar.order?.orderNo ?? bar.stopId ?? ''}`
          return link ? (
            <a key={key} {...look} {...link}>
              {inside}
            </a>
          ) : (
            <button key={key} type="button" {...look} onClick={() => onBar(bar)}>
              {inside}
            </button>
          )
        })}
      </div>
    </div>
  )
}

/** Bars that overlap stand in lanes of their own. */
function lanesOf(bars: readonly Bar[]): Bar[][] {
  const lanes: Bar[][] = []
  for (const bar of bars) {
    const free = lanes.find((lane) => (lane.at(-1)!.to ?? Number.POSITIVE_INFINITY) <= bar.from)
    if (free) free.push(bar)
    else lanes.push([bar])
  }
  return lanes
}

/** Two fingers change how many days are shown; the buttons above do the same. */
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
      const next = pinched(days, now / start.current, spans)
      if (next === days) return
      start.current = now
      onDays(next as SpanDays)
    },
  }
}
