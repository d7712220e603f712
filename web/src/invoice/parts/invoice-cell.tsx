import { formatNear } from '@cheyi/domain/near'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { open } from '../../page/open.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { InvoiceTag } from './invoice-tag.tsx'

type Invoice = OutputOf<typeof calls.invoice.list>['list'][number]

export function InvoiceCell({ item }: { item: Invoice }) {
  const now = useNow()
  const { id, title, amount, number, orderNos, at, operatorName } = item
  const orders = orderNos.length > 1 ? `${orderNos.length} 个订单` : orderNos[0]
  return (
    <Card>
      <Cell
        className="num"
        label={
          <>
            {title} <InvoiceTag {...item} />
          </>
        }
        note={[number, orders, formatNear(at, now), operatorName].filter(Boolean).join(' · ')}
        extra={<Money fen={amount} />}
        onClick={() => void open(() => import('./invoice-sheet.tsx'), { id })}
      />
    </Card>
  )
}
