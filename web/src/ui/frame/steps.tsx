import './steps.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export type StepItem = {
  label: string
  /** Time, below the label. */
  note?: string
  /** Number in the disc, when not all steps are shown. */
  number?: number
  /** For steps in any order; by default the steps before `current` are done. */
  state?: 'todo' | 'done' | 'attention'
}

export type StepsProps = {
  items: readonly StepItem[]
  /** Index of the current step; `items.length` when all are done. */
  current: number
  /** Goes back to a finished step; when items have a `state`, to any step. */
  onPick?: (index: number) => void
}

/** The numbered bar of a flow or of an order's progress; many steps scroll horizontally. */
export function Steps({ items, current, onPick }: StepsProps) {
  return (
    <ol className="steps num">
      {items.map((item, index) => {
        const now = index === current
        const done = item.state === undefined ? index < current : item.state === 'done'
        const attention = item.state === 'attention' && !now
        const mark = (
          <>
            <span className="disc steps-mark">
              {done ? <Icon name="check" size={14} /> : attention ? '!' : (item.number ?? index + 1)}
            </span>
            {item.label}
            {item.note && <small>{item.note}</small>}
          </>
        )
        return (
          <li
            key={item.label}
            className={cx('steps-item', done && 'steps-done', attention && 'steps-attention', now && 'steps-now')}
            aria-current={now ? 'step' : undefined}
          >
            {onPick && (done || item.state !== undefined) ? (
              <button type="button" onClick={() => onPick(index)}>
                {mark}
              </button>
            ) : (
              mark
            )}
            {done && <span className="visually-hidden">已完成</span>}
            {attention && <span className="visually-hidden">需处理</span>}
          </li>
        )
      })}
    </ol>
  )
}

export type TimelineItem = {
  key: string
  title: ReactNode
  /** Formatted time: `11-20 10:00`. */
  time: string
  note?: ReactNode
  tone?: 'primary' | 'success' | 'warning' | 'danger' | 'neutral'
}

/** A list of events, newest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="timeline num">
      {items.map((item) => (
        <li key={item.key} className={cx('timeline-item', `timeline-${item.tone ?? 'neutral'}`)}>
          <span>{item.title}</span>
          <time>{item.time}</time>
          {item.note && <span className="note timeline-note">{item.note}</span>}
        </li>
      ))}
    </ol>
  )
}

/** A progress bar, 0 to 100. */
export function Progress({ value, label }: { value: number; label: string }) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${value}%` }} />
    </div>
  )
}
