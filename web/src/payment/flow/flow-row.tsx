import { formatNear } from '@cheyi/domain/near'
import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { open } from '../../page/open.ts'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Vouchers } from '../parts/vouchers.tsx'

/** The receipt of several orders that a movement is a part of, with its vouchers. */
const openReceipt = (id: string) => open(() => import('../parts/receipt-sheet.tsx'), { id })

type Movement = OutputOf<typeof calls.payment.flowList>['list'][number]

/** A movement of money: what for, by which way, who took or paid it where, and what proves it. */
export function FlowRow({ item }: { item: Movement }) {
  const now = useNow()
  const { kind, way, direction, amount, storeName, cashierName, orderNo, at, orderId, voucherIds, receiptId } = item
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h2" shrink size="m">
          {flowKinds.text(kind)} · {payWays.text(way)}
        </Text>
        <Money fen={direction === 'in' ? amount : -amount} />
      </Row>
      <Note num>
        {[formatNear(at, now), storeName, cashierName ?? '客户自助', orderNo].filter(Boolean).join(' · ')}{' '}
        {receiptId !== null ? (
          <Text as="button" type="button" ink="link" reach onClick={() => void openReceipt(receiptId)}>
            批量收款
          </Text>
        ) : (
          orderId !== null && <Vouchers orderId={orderId} ids={voucherIds} />
        )}
      </Note>
    </Card>
  )
}
