import { formatMoney } from '@cheyi/domain/money'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { Vouchers } from '../../../booking/order/parts/vouchers.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useReach } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { paymentScreens } from '../screens.ts'
import { cashierText, type Movement, signedFen } from './movement.ts'

/** The details of a movement with the numbers that appear on bank statements and slips, and links to its order and voucher. */
export default function FlowSheet({ movement, answer }: { readonly movement: Movement } & Asks<boolean>) {
  const reach = useReach()
  const { orderId, orderNo, receiptId, txnId, voucherIds, balance } = movement
  const facts = [
    ['金额', formatMoney(signedFen(movement))],
    ['款项', flowKinds.text(movement.kind)],
    ['方式', payWays.text(movement.way)],
    ['时间', formatDateTime(movement.at)],
    ['记账日期', movement.day],
    ['门店', movement.storeName],
    ['经手人', cashierText(movement)],
    ['付款方', movement.payer],
    ['订单号', orderNo],
    ['凭证号', txnId],
    ['科目', accountName(movement.account)],
    ['交易单号', movement.tradeNo],
    ['渠道或小票流水号', movement.slipNo],
    ['订单在手', balance !== null && formatMoney(balance)],
    [
      '凭证',
      receiptId === null && orderId !== null && voucherIds.length > 0 && (
        <Vouchers orderId={orderId} ids={voucherIds} />
      ),
    ],
  ] as const
  const order = orderLink(reach, movement)
  const leave = (to: () => void) => () => {
    answer(true)
    to()
  }
  return (
    <OpenedSheet title="收支明细">
      <Stack gap={12} pad={[4, 0, 12]}>
        <KeyValue rows={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
        <Row gap={8} justify="end" wrap>
          {receiptId !== null && (
            <Button onClick={() => void open(() => import('./receipt-sheet.tsx'), { id: receiptId })}>收款单</Button>
          )}
          {reach.opens(paymentScreens.ledger.path) && (
            <Button onClick={leave(() => go(paymentScreens.ledger, { keyword: txnId }))}>记账凭证</Button>
          )}
          {order && <Button onClick={leave(order.onClick)}>查看订单</Button>}
        </Row>
      </Stack>
    </OpenedSheet>
  )
}
