import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { formatNear } from '@cheyi/domain/near'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { type Movement, movedBy, signedFen } from './movement.ts'

/** All that is known of a movement: its numbers, who paid, what proves it. */
export const openMovement = (movement: Movement) => open(() => import('./flow-sheet.tsx'), { movement })

/** A movement of money: what for, by which way, who took or paid it where; a tap shows the rest. */
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
