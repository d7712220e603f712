import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { goToOrder } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Button, Card, Cell, Note, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

type Receipt = OutputOf<typeof calls.payment.receiptDetail>

/** A receipt for several orders: the payer, its proof, the amount for each order and the refunds. */
export default function ReceiptSheet({ id, answer }: { readonly id: string } & Asks<boolean>) {
  return (
    <OpenedSheet title="收款单">
      <Answer of={useRead(calls.payment.receiptDetail, { id })}>
        {(receipt) => <Shown receipt={receipt} onGo={() => answer(true)} />}
      </Answer>
    </OpenedSheet>
  )
}

function Shown({ receipt, onGo }: { receipt: Receipt; onGo: () => void }) {
  const { id, payer, amount, payWay, slipNo, at, operatorName, note, refunded, refunding, vouchers, list } = receipt
  const facts = [
    ['付款方', payer],
    ['收款金额', formatMoney(amount)],
    ['已退', refunded > 0 && formatMoney(refunded)],
    ['待退', refunding > 0 && formatMoney(refunding)],
    ['方式', payWays.text(payWay)],
    ['流水号', slipNo],
    ['登记', `${formatDateTime(at)} ${operatorName}`],
    ['说明', note],
  ] as const
  return (
    <Stack gap={12} pad={[4, 0, 12]}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))} />
      <Photos photos={vouchers} />
      <Button
        onClick={() => void open(() => import('../../invoice/parts/ask-sheet.tsx'), { receiptId: id, title: payer })}
      >
        发票
      </Button>
      <Card title={`分摊 · ${list.length} 个订单`}>
        {list.map((part) => (
          <Cell
            key={part.orderId}
            className="num"
            label={`${part.orderNo} · ${part.contactName}`}
            note={backWords(part)}
            extra={<Money fen={part.amount} />}
            onClick={() => {
              onGo()
              goToOrder(part)
            }}
          />
        ))}
      </Card>
      {list.reduce((sum, part) => sum + part.amount, 0) < amount && <Note>其余订单属于其他门店</Note>}
    </Stack>
  )
}

const backWords = ({ refunded, refunding }: Receipt['list'][number]): string | undefined =>
  [refunded > 0 && `已退 ${formatMoney(refunded)}`, refunding > 0 && `待退 ${formatMoney(refunding)}`]
    .filter(Boolean)
    .join(' · ') || undefined
