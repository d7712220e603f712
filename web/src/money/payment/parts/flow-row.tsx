import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { formatNear } from '@cheyi/domain/near'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { type Movement, movedBy, signedFen } from './movement.ts'

/** Opens the details of a movement: its numbers, the payer and its vouchers. */
export const openMovement = (movement: Movement) => open(() => import('./flow-sheet.tsx'), { movement })

/** A payment movement: purpose, payment method, cashier and store; a tap opens the details. */
export function FlowRow({ item }: { readonly item: Movement }) {
  const now = useNow()
  const { kind, way, storeName, orderNo, at } = item
  return (
    <RecordCard
      title={
        <CardLink onClick={() => void openMovement(item)}>{`${flowKinds.text(kind)} · ${payWays.text(way)}`}</CardLink>
      }
      end={<Money fen={signedFen(item)} />}
    >
      <p className="num">{[formatNear(at, now), storeName, movedBy(item), orderNo].filter(Boolean).join(' · ')}</p>
    </RecordCard>
  )
}
