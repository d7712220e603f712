import './rows.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Money } from './money.tsx'

export type KeyValueRow = { label: ReactNode; value: ReactNode; note?: ReactNode }

/** Pairs of label and value, label at the left and value at the right. */
export function KeyValue({ rows }: { rows: readonly KeyValueRow[] }) {
  return (
    <dl className="key-value num">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat and rows never move.
        <div key={index}>
          <dt>{row.label}</dt>
          <dd>
            {row.value}
            {row.note && <small>{row.note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export type FeeLineProps = {
  label: ReactNode
  /** Calculation of the amount: `¥228.00 × 3天`. */
  basis?: ReactNode
  /** Integer fen. */
  fen: number | null
  /** The basis is below the label, when both are long. */
  stacked?: boolean
  /** At the right of the label: 自动, 修改. */
  extra?: ReactNode
}

/** One line of a bill: label, calculation, amount. Only totals have a ¥. */
export function FeeLine({ label, basis, fen, stacked, extra }: FeeLineProps) {
  return (
    <div className={cx('fee-line', 'num', stacked && 'fee-line-stacked')}>
      <span className="fee-line-label">
        {label}
        {extra}
      </span>
      {basis && <span className="fee-line-basis">{basis}</span>}
      <Money fen={fen} bare />
    </div>
  )
}

/** The total below the lines, after a hairline. */
export function FeeTotal({
  label,
  fen,
  extra,
  note,
}: {
  label: ReactNode
  fen: number
  extra?: ReactNode
  note?: ReactNode
}) {
  return (
    <div className="fee-total num">
      <b>{label}</b>
      {extra}
      <Money fen={fen} size="xl" />
      {note && <small>{note}</small>}
    </div>
  )
}

export type CompareRow = {
  label: ReactNode
  /** Needed when the label is not a string. */
  key?: string
  cells: readonly ReactNode[]
}

/** A small table of figures: row names at the left, cells at the right. */
export function Compare({
  columns,
  rows,
  caption,
  spread,
  stacked,
  dense,
}: {
  columns: readonly string[]
  rows: readonly CompareRow[]
  caption: string
  /** Many rows of few figures, the first one a summary of the others: side by side where there is space. */
  spread?: boolean
  /** For figures too long for a row on a phone: there each row is its name above its figures, each with its column name. */
  stacked?: boolean
  /** Many columns, each cell on one line: a table wider than the window scrolls. */
  dense?: boolean
}) {
  return (
    <div className={cx('compare-frame', dense && 'compare-dense')}>
      <table className={cx('compare', 'num', spread && 'compare-spread', stacked && 'compare-stacked')}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? String(row.label)}>
              <th scope="row">{row.label}</th>
              {row.cells.map((cell, index) => (
                <td key={columns[index]} data-label={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
