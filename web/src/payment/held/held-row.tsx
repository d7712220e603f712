import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { payment } from '@cheyi/contract/payment'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { heldForm, heldForms, heldKinds } from '@cheyi/domain/payment/held'
import { localDate } from '@cheyi/domain/time'
import { useNow } from '../../kernel/now.ts'
import { linkTo } from '../../order/parts/links.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { orderScreens } from '../../order/screens.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'

type Held = OutputOf<typeof payment.heldList>['list'][number]

/** What is held of a customer for one order: what for, since when, and when it goes back. */
export function HeldRow({ item, current }: { item: Held; current: boolean }) {
  const now = useNow()
  const reach = useReach()
  const { orderId, orderNo, status, contactName, storeName, kind, form, amount, since, dueAt, expireAt } = item
  const title = [contactName, heldKinds.text(kind), form !== heldForm.paid && heldForms.text(form)]
  const facts = [
    storeName,
    since !== null && `${localDate(since)} 起`,
    dueAt !== null && `${localDate(dueAt)} ${dueAt <= now ? '已到期' : '应退'}`,
    expireAt !== null && `授权至 ${localDate(expireAt)}`,
  ]
  return (
    <Card>
      <Cell
        className="num"
        current={current}
        label={title.filter(Boolean).join(' · ')}
        note={
          <>
            {[orderNo, orderStatuses.text(status)].join(' · ')}
            <br />
            {facts.filter(Boolean).join(' · ')}
          </>
        }
        extra={<Money fen={amount} />}
        {...linkTo(reach, orderScreens.detail, { orderId })}
      />
    </Card>
  )
}
