import { formatNear } from '@cheyi/domain/near'
import { handMades } from '@cheyi/domain/payment/correction'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { useReach } from '../../kernel/page/reach.ts'
import { useMay } from '../../kernel/user.ts'
import { orderLink } from '../../order/parts/order-link.ts'
import { open } from '../../page/open.ts'
import { Button } from '../../ui/button.tsx'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'

export type HandMade = OutputOf<typeof calls.payment.handMade>['list'][number]

/** A posting made by hand: what, by whom and why, and who corrected it. */
export function HandMadeRow({ item }: { readonly item: HandMade }) {
  const now = useNow()
  const reach = useReach()
  const mayCorrect = useMay('finance.reconcile')
  const { what, day, amount, orderNo, storeName, note, operatorName, followed, corrected } = item
  const place = orderLink(reach, item)
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h2" shrink size="m">
          {handMades.text(what)} {corrected !== null && <Tag>已更正</Tag>}
        </Text>
        <Money fen={amount} />
      </Row>
      <Note num>
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
      </Note>
      {corrected !== null && (
        <Note num>
          {[
            `${formatNear(corrected.at, now)} 由${corrected.byName}更正`,
            corrected.signedByName !== null && `${corrected.signedByName}复核`,
            corrected.reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Note>
      )}
      {corrected === null && followed && <Note>该坏账之后已有收回，不能更正</Note>}
      {corrected === null && !followed && mayCorrect && (
        <Row justify="end" top={8}>
          <Button size="s" onClick={() => void open(() => import('./correct-sheet.tsx'), { item })}>
            更正
          </Button>
        </Row>
      )}
    </Card>
  )
}
