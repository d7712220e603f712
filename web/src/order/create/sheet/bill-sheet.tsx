import { depositKinds } from '@cheyi/domain/deposit/codes'
import { Sheet } from '../../../ui/modal/sheet.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { billRows, tierRows } from '../bill.ts'
import type { Quote } from '../form.ts'

export interface BillSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly quote: Quote | undefined
  readonly now: number
}

/** How the price comes about, what is taken as security, and what a cancel would cost. */
export default function BillSheet({ open, onClose, quote, now }: BillSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="价格明细">
      {quote && (
        <div className="booking-bill">
          <section>
            {billRows(quote.lines, now).map((row) => (
              <FeeLine key={row.label + row.basis} label={row.label} basis={row.basis} fen={row.amount} stacked />
            ))}
            <FeeTotal label="合计" fen={quote.total} />
          </section>
          {quote.deposits && quote.deposits.rows.length > 0 && (
            <section>
              <h3>押金（不计入合计）</h3>
              <KeyValue
                rows={quote.deposits.rows.map(({ kind, amount }) => ({
                  label: depositKinds.text(kind),
                  value: <Money fen={amount} free />,
                }))}
              />
              <p>违章押金在还车 {quote.deposits.holdDays} 天后退还</p>
            </section>
          )}
          <section>
            <h3>取消规则</h3>
            <KeyValue rows={tierRows(quote.cancelRule).map(({ when, cost }) => ({ label: when, value: cost }))} />
          </section>
        </div>
      )}
    </Sheet>
  )
}
