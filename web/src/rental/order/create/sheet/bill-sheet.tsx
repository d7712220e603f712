import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import type { Quote } from '../../../../booking/order/parts/use-quote.ts'
import { Note, Stack, Text } from '../../../../ui/layout.tsx'
import { Sheet } from '../../../../ui/modal/sheet.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../../ui/show/rows.tsx'
import { billRows, tierRows } from '../bill.ts'

export interface BillSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly quote: Quote | undefined
  readonly now: number
}

/** How the price is computed, the deposits, and the cancel rule. */
export default function BillSheet({ open, onClose, quote, now }: BillSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="价格明细">
      {quote && (
        <Stack gap={20} pad={[0, 0, 8]}>
          <section>
            {billRows(quote.lines, now).map((row) => (
              <FeeLine key={row.label + row.basis} label={row.label} basis={row.basis} fen={row.amount} stacked />
            ))}
            <FeeTotal label="合计" fen={quote.total} />
            {quote.prepay !== null && (
              <>
                <FeeLine label="预付款" basis="预订时付" fen={quote.prepay} />
                <FeeLine label="尾款" basis="取车时付" fen={quote.total - quote.prepay} />
              </>
            )}
          </section>
          {quote.deposits && quote.deposits.rows.length > 0 && (
            <section>
              <Text as="h3" below={4} size="m">
                押金（不计入合计）
              </Text>
              <KeyValue
                rows={quote.deposits.rows.map(({ kind, amount }) => ({
                  label: depositKinds.text(kind),
                  value: <Money fen={amount} free />,
                }))}
              />
              <Note>违章押金在还车 {quote.deposits.holdDays} 天后退还</Note>
            </section>
          )}
          <section>
            <Text as="h3" below={4} size="m">
              取消规则
            </Text>
            <KeyValue rows={tierRows(quote.cancelRule).map(({ when, cost }) => ({ label: when, value: cost }))} />
          </section>
        </Stack>
      )}
    </Sheet>
  )
}
