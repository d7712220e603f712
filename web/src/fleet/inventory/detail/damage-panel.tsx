import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { damageKinds, damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { None } from '../../../page/detail.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** Damage of the car, the amounts charged for it, and the open cases. */
export function DamagePanel({ vehicle, now }: { readonly vehicle: VehicleDetail; readonly now: number }) {
  const reach = useReach()
  const { damages } = vehicle
  if (damages.length === 0) return <None of="车损" />
  return (
    <Card title="车况">
      {damages.map(({ part, kind, charged, status, orderId, orderKind, at }, index) => {
        const link = orderLink(reach, { orderId, orderKind })
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: a part may occur twice, and the rows are never reordered.
            key={`${part} ${index}`}
            label={[partName(part), kind === null ? '' : damageKinds.text(kind)].filter(Boolean).join(' ')}
            note={[at === null ? '' : formatNear(at, now), charged === null ? '' : `已计收 ${formatMoney(charged)}`]
              .filter(Boolean)
              .join(' · ')}
            extra={status !== null && <Tag tone="warning">{damageStatuses.text(status)}</Tag>}
            onClick={link && (() => link.onClick())}
          />
        )
      })}
    </Card>
  )
}
