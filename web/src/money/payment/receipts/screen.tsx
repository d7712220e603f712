import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { open } from '../../../page/open.ts'
import { paymentScreens } from '../screens.ts'

const ways = { values: offlinePayWays, text: payWays.text }

type Receipt = OutputOf<typeof calls.payment.receiptList>['list'][number]

const columns: readonly ListColumn<Receipt>[] = [
  { key: 'payer', title: '付款方', kind: 'text', width: 240, card: 'title', of: ({ payer }) => payer },
  { key: 'at', title: '时间', kind: 'time', of: ({ at }) => at },
  { key: 'way', title: '方式', kind: 'text', width: 92, of: ({ payWay }) => payWays.text(payWay) },
  { key: 'who', title: '经手人', kind: 'person', of: ({ operatorName }) => operatorName },
  { key: 'orders', title: '订单', kind: 'number', unit: '个订单', of: ({ orders }) => orders },
  { key: 'refunded', title: '已退', kind: 'money', card: 'note', of: ({ refunded }) => refunded || null },
  { key: 'refunding', title: '待退', kind: 'money', card: 'note', of: ({ refunding }) => refunding || null },
  { key: 'fen', title: '金额', kind: 'money', of: ({ amount }) => amount },
]

/** Receipts that pay several orders at once. */
export default listPage(paymentScreens.receipts, {
  call: calls.payment.receiptList,
  noun: '收款单',
  search: '付款方',
  filters: [pickCode('way', '方式', ways), period('period', 'from', 'to')],
  keyOf: ({ id }) => id,
  columns,
  unit: '张',
  open: ({ id }) => void open(() => import('../parts/receipt-sheet.tsx'), { id }),
  verb: '登记',
  useAdd,
  empty: { note: '一位客户或一家公司一次付清多个订单时，在这里登记' },
})

function useAdd() {
  return useMay('order.payment') ? () => void open(() => import('../parts/receive-sheet.tsx'), {}) : undefined
}
