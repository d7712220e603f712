import { formatNear } from '@cheyi/domain/near'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { InvoiceTag } from './invoice-tag.tsx'

type Invoice = OutputOf<typeof calls.invoice.list>['list'][number]

export function InvoiceCell({ item }: { item: Invoice }) {
  const now = useNow()
  const { id, title, amount, number, orderNos, at, operatorName } = item
  const orders = orderNos.length > 1 ? `${orderNos.length} 个订单` : orderNos[0]
  return (
    <RecordCard
      title={
        <>
          <CardLink onClick={() => void open(() => import('./invoice-sheet.tsx'), { id })}>{title}</CardLink>
          <InvoiceTag {...item} />
        </>
      }
      end={<Money fen={amount} />}
    >
      <p className="num">{[number, orders].filter(Boolean).join(' · ')}</p>
      <p className="num">{[formatNear(at, now), operatorName].filter(Boolean).join(' · ')}</p>
    </RecordCard>
  )
}
