import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenCase } from '@cheyi/domain/rental/insurance/insurance-case'
import { localDate } from '@cheyi/domain/time'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, type Reach, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** Where a ticket of the repair is made. */
export const repairLink = (reach: Reach, { damage, vehicleId }: InsuranceCase) =>
  linkTo(
    reach,
    ticketScreens.maintenanceCreate,
    damage === null ? { vehicleId, type: '3' } : { damageId: damage.damageId },
  )

/** The repair of the car, and the stop of its sale until then. */
export function RepairCard({ one }: { readonly one: InsuranceCase }) {
  const now = useNow()
  const reach = useReach()
  const mayStop = useMay('stock.stopSale')
  const { ticketId, tickets, vehicleId, homeStoreId, modelId, status } = one
  const isOpen = isOpenCase(status)
  const shown = tickets.filter((ticket) => ticketId === null || ticket.ticketId === ticketId)
  const create = isOpen && repairLink(reach, one)
  const date = localDate(now)
  const stop = isOpen && mayStop && (
    <CardMore
      onClick={() =>
        void open(() => import('../../../fleet/stock/parts/stop-sheet.tsx'), {
          storeId: homeStoreId,
          modelId,
          vehicleId,
          date,
          span: 1,
        })
      }
    >
      停用此车
    </CardMore>
  )
  if (shown.length === 0)
    return (
      <None
        of="维保单"
        add={
          <>
            {create && <CardMore onClick={() => create.onClick()}>建维保单</CardMore>}
            {stop}
          </>
        }
      />
    )
  return (
    <Card title="维修" extra={stop}>
      {shown.map((ticket) => (
        <Cell
          key={ticket.ticketId}
          label={`维保单 ${ticket.no}`}
          extra={<Tag tone="primary">{maintenanceStatuses.text(ticket.status)}</Tag>}
          {...linkTo(reach, ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId })}
        />
      ))}
    </Card>
  )
}
