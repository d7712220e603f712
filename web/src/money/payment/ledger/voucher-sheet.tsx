import { accountName, journals } from '@cheyi/domain/money/payment/accounts'
import { formatDateTime } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useReach } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, Row, Stack } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare, KeyValue } from '../../../ui/show/rows.tsx'
import type { Voucher } from './screen.tsx'

/** A voucher with all its lines, and its order. */
export default function VoucherSheet({ voucher, answer }: { readonly voucher: Voucher } & Asks<true>) {
  const order = orderLink(useReach(), voucher)
  const facts = [
    ['类型', journals.text(voucher.journal)],
    ['日期', voucher.day],
    ['摘要', voucher.memo],
    ['客户', voucher.contactName],
    ['门店', voucher.storeName],
    ['订单号', voucher.orderNo],
    ['记账', `${formatDateTime(voucher.at)} ${voucher.operatorName || '系统'}`],
  ] as const
  return (
    <OpenedSheet title={`凭证 ${voucher.id}`}>
      <Stack gap={12}>
        <KeyValue rows={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
        <Compare
          caption="凭证的分录，单位元"
          columns={['借方', '贷方']}
          rows={voucher.lines.map(({ account, debit, credit }, i) => ({
            key: `${i}`,
            label: accountName(account),
            cells: [debit > 0 && yuan(debit), credit > 0 && yuan(credit)],
          }))}
        />
        {order && (
          <Row justify="end">
            <Button
              onClick={() => {
                answer(true)
                order.onClick()
              }}
            >
              查看订单
            </Button>
          </Row>
        )}
      </Stack>
    </OpenedSheet>
  )
}
