import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { payment } from '@cheyi/contract/payment'
import { formatNear } from '@cheyi/domain/near'
import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import { useNow } from '../../kernel/now.ts'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'

type Movement = OutputOf<typeof payment.flowList>['list'][number]

/** A movement of money: what for, by which way, who took or paid it where. */
export function FlowRow({ item }: { item: Movement }) {
  const now = useNow()
  const { kind, way, direction, amount, storeName, cashierName, orderNo, at } = item
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h2" shrink size="m">
          {flowKinds.text(kind)} · {payWays.text(way)}
        </Text>
        <Money fen={direction === 'in' ? amount : -amount} />
      </Row>
      <Note num>
        {[formatNear(at, now), storeName, cashierName ?? '客户自助', orderNo].filter(Boolean).join(' · ')}
      </Note>
    </Card>
  )
}
