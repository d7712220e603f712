import '../parts/timeline.css'
import { addDays, localDate } from '@cheyi/domain/time'
import { type CSSProperties, type TouchEvent, useRef } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { VirtualList } from '../../../ui/list/virtual-list.tsx'
import { type Bar, pinched, type Timeline } from '../parts/bars.ts'
import { DayHead, useMonthNames } from '../parts/day-head.tsx'
import { isClosed } from '../parts/heat.ts'
import { ClosedMarks } from '../parts/heat-legend.tsx'
import { BarLegend, carLines, Lane, waitingOf } from '../parts/lane.tsx'
import type { SpanDays } from '../parts/span-bar.tsx'

const spans: readonly SpanDays[] = [7, 14, 30]

export interface TimelineViewProps {
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
export function TimelineView({ timeline, days, from, now, onDays, onDay, onBar }: TimelineViewProps) {
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
      const next = pinched(days, now / start.current, spans)
      if (next === days) return
      start.current = now
      onDays(next as SpanDays)
    },
  }
}
