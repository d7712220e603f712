import { formatLength } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import type { ReactNode } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { Money } from '../../../ui/show/money.tsx'
import { Compare, type CompareRow, FeeTotal } from '../../../ui/show/rows.tsx'
import { minutesBetween } from './compare-words.ts'
import { balanceLabel } from './money/settlement-words.ts'

interface Stay {
  readonly pickupAt: number
  readonly returnAt: number
}

interface PriceChangeProps {
  readonly caption: string
  readonly columns: readonly [before: string, after: string]
  readonly before: Stay
  readonly after: Stay
  /** Further differences, shown between the times and the prices. */
  readonly rows?: readonly CompareRow[]
  /** Changed items of the bill, fen. */
  readonly changes: readonly { readonly name: string; readonly before: number; readonly after: number }[]
  /** Added to the total, fen. */
  readonly difference: number
  /** When the difference is paid, and how. */
  readonly note?: ReactNode
  /** Formats the length of a stay; as days and hours when left out. */
  readonly lengthOf?: (pickupAt: number, returnAt: number) => string
}

const byHours = (pickupAt: number, returnAt: number) => formatLength(minutesBetween(pickupAt, returnAt))

/** A rental at new times beside the agreed ones: the times, the changed items of the bill, and the difference. */
export function PriceChange({ caption, columns, before, after, rows = [], ...price }: PriceChangeProps) {
  const now = useNow()
  const { changes, difference, note, lengthOf = byHours } = price
  return (
    <>
      <Compare
        caption={caption}
        columns={columns}
        rows={[
          { label: '取车', cells: [before.pickupAt, after.pickupAt].map((at) => formatMoment(at, now)) },
          { label: '还车', cells: [before.returnAt, after.returnAt].map((at) => formatMoment(at, now)) },
          {
            label: '租期',
            cells: [before, after].map((stay) => lengthOf(stay.pickupAt, stay.returnAt)),
          },
          ...rows,
          ...changes.map((part) => ({
            label: part.name,
            cells: [<Money key="before" fen={part.before} old />, <Money key="after" fen={part.after} />],
          })),
        ]}
      />
      <FeeTotal label={balanceLabel(difference)} fen={Math.abs(difference)} note={note} />
    </>
  )
}
