import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { payment } from '@cheyi/contract/payment'
import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { payWays } from '@cheyi/domain/payment/codes'
import { useNow } from '../../kernel/now.ts'
import { open } from '../../page/open.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'

type Receipt = OutputOf<typeof payment.receiptList>['list'][number]

export function ReceiptRow({ item }: { item: Receipt }) {
  const now = useNow()
  const { id, payer, payWay, amount, orders, at, operatorName, refunded, refunding } = item
  const back = [refunded > 0 && `已退 ${formatMoney(refunded)}`, refunding > 0 && `待退 ${formatMoney(refunding)}`]
  return (
    <Card>
      <Cell
        className="num"
        label={payer}
        note={[`${orders} 个订单`, payWays.text(payWay), formatNear(at, now), operatorName, ...back]
          .filter(Boolean)
          .join(' · ')}
        extra={<Money fen={amount} />}
        onClick={() => void open(() => import('../parts/receipt-sheet.tsx'), { id })}
      />
    </Card>
  )
}
