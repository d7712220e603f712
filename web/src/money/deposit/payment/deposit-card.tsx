import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import { type DepositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { useNow } from '../../../kernel/now.ts'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { depositNotes, depositStateMark } from '../parts/deposit-words.ts'
import type { DepositRow } from './deduct.ts'

interface DepositCardProps {
  readonly orderStatus: OrderStatus
  readonly rows: readonly DepositRow[]
  /** The deposit that pays. */
  readonly row: DepositRow
  readonly onKind: (kind: DepositKind) => void
}

/** Held, deducted and remaining amount of the paying deposit; a choice is shown only if several may pay. */
export function DepositCard({ orderStatus, rows, row, onKind }: DepositCardProps) {
  const now = useNow()
  const mark = depositStateMark(row, orderStatus)
  const sums = [
    ['可用', row.available],
    ['持有', row.held],
    ['已扣', row.captured],
  ] as const
  // The deducted amount is already shown above.
  const note = depositNotes({ ...row, captured: 0, platformTaken: 0 }, now).join(' · ')
  return (
    <Card pad title={depositKinds.text(row.kind)} extra={<Tag tone={mark.tone}>{mark.text}</Tag>}>
      {rows.length > 1 && (
        <Segmented
          label="扣自"
          className="deposit-payment-kinds"
          options={rows.map(({ kind }) => ({ value: kind, label: depositKinds.text(kind) }))}
          value={row.kind}
          onChange={onKind}
        />
      )}
      <dl className="deposit-payment-sums num">
        {sums.map(([word, fen], index) => (
          <div key={word}>
            <dt className="note">{word}</dt>
            <dd>
              <Money fen={fen} size={index === 0 ? 'l' : 'm'} />
            </dd>
          </div>
        ))}
      </dl>
      {note && (
        <Note num top={8}>
          {note}
        </Note>
      )}
    </Card>
  )
}
