import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ownerScreens } from '../../../insight/owner/screens.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** The owner of a car that the merchant does not own, and what was agreed; nothing for its own cars. */
export function OwnerPanel({ vehicle: { vehicleId, ownership } }: { readonly vehicle: VehicleDetail }) {
  const reach = useReach()
  const may = useMay('data', 'inventory.edit') && ownership !== ownerships.code.own
  const { data } = useRead(calls.owner.ofCar, { vehicleId }, { enabled: may })
  if (!may || data === undefined) return null
  const { agreement } = data
  if (agreement === null) return <None of={`车主协议（${ownerships.text(ownership)}车辆）`} />
  return (
    <Card title="车主">
      <Cell
        label={agreement.ownerName}
        note={`${agreement.from} 至 ${agreement.to ?? '今后'}，${agreement.terms}`}
        {...linkTo(reach, ownerScreens.detail, { ownerId: agreement.ownerId })}
      />
    </Card>
  )
}
