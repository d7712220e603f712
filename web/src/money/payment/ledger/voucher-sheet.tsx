import { accountName, journals } from '@cheyi/domain/money/payment/accounts'
import { formatDateTime } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { Answer } from '../../../page/answer.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare, KeyValue } from '../../../ui/show/rows.tsx'
import type { Entry } from './screen.tsx'

/** The voucher of an entry with all its lines, and its order. */
export default function VoucherSheet({ entry, answer }: { readonly entry: Entry } & Asks<true>) {
  const order = orderLink(useReach(), entry)
  const facts = [
    ['类型', journals.text(entry.journal)],
    ['日期', entry.day],
    ['摘要', entry.memo],
    ['客户', entry.contactName],
    ['门店', entry.storeName],
    ['订单号', entry.orderNo],
    ['记账', `${formatDateTime(entry.at)} ${entry.operatorName || '系统'}`],
  ] as const
  return (
    <OpenedSheet title={`凭证 ${entry.txnId}`}>
      <Stack gap={12}>
        <KeyValue rows={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
        <Answer of={useRead(calls.payment.entries, { keyword: entry.txnId })}>
          {({ list }) => (
            <Compare
              caption="凭证的分录，单位元"
              columns={['借方', '贷方']}
              rows={list.map(({ id, account, debit, credit }) => ({
                key: id,
                label: accountName(account),
                cells: [debit > 0 && yuan(debit), credit > 0 && yuan(credit)],
              }))}
            />
          )}
        </Answer>
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
