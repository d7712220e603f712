import { offlinePayWays, payWays } from '@cheyi/domain/payment/codes'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useMay } from '../../kernel/user.ts'
import { listPage } from '../../page/list/list-page.tsx'
import { period } from '../../page/list/period-filter.tsx'
import { pickCode } from '../../page/list/pick-filter.tsx'
import { open } from '../../page/open.ts'
import { paymentScreens } from '../screens.ts'
import { ReceiptRow } from './receipt-row.tsx'

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
  return useMay('order.payment') ? () => void open(() => import('./receive-sheet.tsx'), {}) : undefined
}
