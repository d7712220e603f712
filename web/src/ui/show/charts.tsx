import './charts.css'
import type { ReactNode } from 'react'
import { Row } from '../layout.tsx'
import { type Share, ShareBar, ShareDot } from './shares.tsx'

/*
 * Charts of few parts, drawn with elements: a press, a link and the colours of both themes come from the browser
 * (ui/README.md). Each has its figures as text, for whoever does not see it.
 */

/** The least and the greatest value of the bars of a list. Zero is always on the scale. */
export interface BarScale {
  readonly low: number
  readonly high: number
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** A bar to the right of zero, or in red to its left. Beside the figure in words. */
export function ZeroBar({ value, scale: { low, high } }: { readonly value: number; readonly scale: BarScale }) {
  const least = Math.min(0, low)
  const span = Math.max(0, high) - least || 1
  return (
    <span className="zero-bar" aria-hidden="true" style={{ backgroundPositionX: percent(-least / span) }}>
      <i
        className={value < 0 ? 'zero-bar-below' : undefined}
        style={{ left: percent((Math.min(0, value) - least) / span), width: percent(Math.abs(value) / span) }}
      />
    </span>
  )
}

export interface BarPart extends Share {
  /** Its figure, such as an amount. */
  readonly text: string
}

interface StackedBarProps {
  readonly title: string
  readonly parts: readonly BarPart[]
  /** Key of the chosen part. */
  readonly chosen?: string | undefined
  /** Each part is a button then. A press on the chosen one calls it without a key. */
  readonly onChoose?: (key: string | undefined) => void
}

/** Parts of a whole in one bar, and each with its figure and its share below it; empty ones are left out. */
export function StackedBar({ title, parts, chosen, onChoose }: StackedBarProps) {
  const whole = parts.reduce((sum, { count }) => sum + count, 0)
  const shown = parts.filter(({ key, count }) => count > 0 || key === chosen)
  const choose = onChoose && ((key: string) => onChoose(key === chosen ? undefined : key))
  return (
    <figure aria-label={title}>
      <ShareBar shares={parts} chosen={chosen} onChoose={choose} />
      <ul className="stacked-bar-parts num">
        {shown.map(({ key, label, count, text, tone, faint }) => {
          const content = (
            <>
              <ShareDot tone={tone} faint={faint} /> {label} {whole > 0 && `${((count / whole) * 100).toFixed(1)}%`}
              <b>{text}</b>
            </>
          )
          return (
            <li key={key}>
              {choose ? (
                <button
                  type="button"
                  className="stacked-bar-part"
                  aria-pressed={key === chosen}
                  onClick={() => choose(key)}
                >
                  {content}
                </button>
              ) : (
                <div className="stacked-bar-part">{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </figure>
  )
}

interface PairedColumnsProps {
  readonly title: string
  /** Names of the two values of each column. */
  readonly names: readonly [string, string]
  /** `tick`: below the column, '' for none. */
  readonly columns: readonly {
    readonly key: string
    readonly tick: string
    readonly values: readonly [number, number]
  }[]
}

const ways = ['chart-first', 'chart-second'] as const

/** Two values of each month beside each other. Only for data that a table shows too. */
export function PairedColumns({ title, names, columns }: PairedColumnsProps) {
  const most = Math.max(1, ...columns.flatMap(({ values }) => values))
  return (
    <div aria-hidden="true">
      <Row justify="between" gap={8} wrap note>
        {title}
        <Row gap={12} className="paired-columns-key">
          {names.map((name, index) => (
            <span key={name}>
              <i className={ways[index]} />
              {name}
            </span>
          ))}
        </Row>
      </Row>
      <div className="paired-columns">
        {columns.map(({ key, values: [first, second] }) => (
          <div key={key}>
            <i className={ways[0]} style={{ height: percent(Math.max(0, first) / most) }} />
            <i className={ways[1]} style={{ height: percent(Math.max(0, second) / most) }} />
          </div>
        ))}
      </div>
      <Ticks of={columns.map(({ key, tick }) => ({ key, text: tick }))} />
    </div>
  )
}

const Ticks = ({ of }: { readonly of: readonly { readonly key: string; readonly text: string }[] }) => (
  <div className="chart-ticks num">
    {of.map(({ key, text }) => (
      <span key={key}>{text}</span>
    ))}
  </div>
)

/** How far something has come, from 0 to 1. Beside the share in words. */
export const WayBar = ({ share }: { readonly share: number }) => (
  <div className="way-bar" aria-hidden="true">
    <i style={{ width: percent(Math.min(1, Math.max(0, share))) }} />
  </div>
)

interface HeatStripProps {
  readonly title: string
  /** `tick`: above the column, '' for none; `name`: in full. */
  readonly days: readonly { readonly key: string; readonly tick: string; readonly name: string }[]
  /** Values from 0 to 1 by day, null for none; `mean` stands at the end of the row. */
  readonly rows: readonly {
    readonly key: string
    readonly name: ReactNode
    readonly values: readonly (number | null)[]
    readonly mean: string
  }[]
  /** A value in words. */
  readonly text: (value: number) => string
}

/** A table of shares, each cell as dark as its share. */
export function HeatStrip({ title, days, rows, text }: HeatStripProps) {
  return (
    <table className="heat-strip num">
      <caption className="visually-hidden">{title}</caption>
      <colgroup>
        <col className="heat-strip-name" />
        {days.map(({ key }) => (
          <col key={key} />
        ))}
        <col className="heat-strip-mean" />
      </colgroup>
      <thead>
        <tr>
          <td />
          {days.map(({ key, tick, name }) => (
            <th key={key} scope="col">
              <span aria-hidden="true">{tick}</span>
              <span className="visually-hidden">{name}</span>
            </th>
          ))}
          <th scope="col" className="heat-strip-mean">
            平均
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values, mean }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {days.map((day, index) => {
              const value = values[index] ?? null
              const words = value === null ? '—' : text(value)
              return (
                <td key={day.key} className="heat-strip-day" title={`${day.name} ${words}`}>
                  <i className="heat-strip-tint" style={{ opacity: value ?? 0 }} />
                  <span className="visually-hidden">{words}</span>
                </td>
              )
            })}
            <td className="heat-strip-mean">{mean}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SpanStripProps {
  /** The strip begins and ends at these moments. */
  readonly from: number
  readonly to: number
  readonly now: number
  readonly spans: readonly {
    readonly key: string
    readonly from: number
    readonly to: number
    readonly tone: Share['tone']
  }[]
  /** Above it, at equal distances. */
  readonly ticks: readonly string[]
}

/** What a thing is taken for, along a line of time. Only beside a list of the same. */
export function SpanStrip({ from, to, now, spans, ticks }: SpanStripProps) {
  const at = (moment: number) => Math.min(1, Math.max(0, (moment - from) / (to - from)))
  return (
    <div aria-hidden="true">
      <div className="chart-ticks span-strip-ticks num">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <div className="span-strip">
        {spans.map((span) => (
          <i
            key={span.key}
            className={`tone-${span.tone}`}
            style={{ left: percent(at(span.from)), width: percent(at(span.to) - at(span.from)) }}
          />
        ))}
        {ticks.slice(1).map((tick, index) => (
          <i key={tick} className="span-strip-week" style={{ left: percent((index + 1) / ticks.length) }} />
        ))}
        <i className="span-strip-now" style={{ left: percent(at(now)) }} />
      </div>
    </div>
  )
}
