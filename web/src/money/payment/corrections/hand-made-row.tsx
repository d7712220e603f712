import { handMades } from '@cheyi/domain/money/payment/correction'
import { formatNear } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

export type HandMade = OutputOf<typeof calls.payment.handMade>['list'][number]

/** A manual posting: its content, author and reason, and its correction. */
export function HandMadeRow({ item }: { readonly item: HandMade }) {
  const now = useNow()
  const reach = useReach()
  const mayCorrect = useMay('finance.reconcile')
  const { what, day, amount, orderNo, storeName, note, operatorName, followed, corrected } = item
  const place = orderLink(reach, item)
  return (
    <RecordCard
      title={
        <>
          {handMades.text(what)}
          {corrected !== null && <Tag>已更正</Tag>}
        </>
      }
      end={<Money fen={amount} />}
      act={
        corrected === null &&
        !followed &&
        mayCorrect && (
          <Button size="s" onClick={() => void open(() => import('./correct-sheet.tsx'), { item })}>
            更正
          </Button>
        )
      }
    >
      <p className="num">
        {[day, storeName, operatorName, note].filter(Boolean).join(' · ')}
        {orderNo !== null && (
          <>
            {' · '}
            {place === undefined ? (
              orderNo
            ) : (
              <Text as="a" ink="link" {...place}>
                {orderNo}
              </Text>
            )}
          </>
        )}
      </p>
      {corrected !== null && (
        <p className="num">
          {[
            `${formatNear(corrected.at, now)} 由${corrected.byName}更正`,
            corrected.signedByName !== null && `${corrected.signedByName}复核`,
            corrected.reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {corrected === null && followed && <p>该坏账之后已有收回，不能更正</p>}
    </RecordCard>
  )
}
