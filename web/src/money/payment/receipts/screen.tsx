import { formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { formatNear } from '@cheyi/domain/near'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pickCode } from '../../../page/list/pick-filter.tsx'
import { open } from '../../../page/open.ts'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { paymentScreens } from '../screens.ts'

const ways = { values: offlinePayWays, text: payWays.text }

/** Receipts that pay several orders at once. */
export default listPage(paymentScreens.receipts, {
  call: calls.payment.receiptList,
  noun: '收款单',
  search: '付款方',
  filters: [pickCode('way', '方式', ways), period('period', 'from', 'to')],
  keyOf: ({ id }) => id,
  Row: ReceiptRow,
  estimate: 92,
  open: ({ id }) => void open(() => import('../parts/receipt-sheet.tsx'), { id }),
  useAdd,
  empty: { note: '一位客户或一家公司一次付清多个订单时，在这里登记' },
})

function useAdd() {
  return useMay('order.payment') ? () => void open(() => import('../parts/receive-sheet.tsx'), {}) : undefined
}

type Receipt = OutputOf<typeof calls.payment.receiptList>['list'][number]

function ReceiptRow({ item }: { item: Receipt }) {
  const now = useNow()
  const { id, payer, payWay, amount, orders, at, operatorName, refunded, refunding } = item
  const back = [refunded > 0 && `已退 ${formatMoney(refunded)}`, refunding > 0 && `待退 ${formatMoney(refunding)}`]
  return (
    <RecordCard
      title={<CardLink onClick={() => void open(() => import('../parts/receipt-sheet.tsx'), { id })}>{payer}</CardLink>}
      end={<Money fen={amount} />}
    >
      <p className="num">{[`${orders} 个订单`, payWays.text(payWay), ...back].filter(Boolean).join(' · ')}</p>
      <p className="num">{[formatNear(at, now), operatorName].join(' · ')}</p>
    </RecordCard>
  )
}
