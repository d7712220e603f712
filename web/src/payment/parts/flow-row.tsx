import { formatNear } from '@cheyi/domain/near'
import { flowKinds, payWays } from '@cheyi/domain/payment/codes'
import { useNow } from '../../kernel/now.ts'
import { open } from '../../page/open.ts'
import { Card } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { type Movement, movedBy, signedFen } from './movement.ts'

/** All that is known of a movement: its numbers, who paid, what proves it. */
export const openMovement = (movement: Movement) => open(() => import('./flow-sheet.tsx'), { movement })

/** A movement of money: what for, by which way, who took or paid it where; a tap shows the rest. */
export function FlowRow({ item }: { readonly item: Movement }) {
  const now = useNow()
  const { kind, way, storeName, orderNo, at } = item
  return (
    <Card>
      <Cell
        className="num"
        label={`${flowKinds.text(kind)} · ${payWays.text(way)}`}
        note={[formatNear(at, now), storeName, movedBy(item), orderNo].filter(Boolean).join(' · ')}
        extra={<Money fen={signedFen(item)} />}
        onClick={() => void openMovement(item)}
      />
    </Card>
  )
}
