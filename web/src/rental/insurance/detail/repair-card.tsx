import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenCase } from '@cheyi/domain/rental/insurance/insurance-case'
import { localDate } from '@cheyi/domain/time'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Cell, Note, Row } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** The repair of the car, and the stop of its sale until then. */
export function RepairCard({ one }: { readonly one: InsuranceCase }) {
  const now = useNow()
  const reach = useReach()
  const mayStop = useMay('stock.stopSale')
  const { ticketId, tickets, vehicleId, damage, homeStoreId, modelId, status } = one
  const shown = tickets.filter((ticket) => ticketId === null || ticket.ticketId === ticketId)
  const create = linkTo(
    reach,
    ticketScreens.maintenanceCreate,
    damage === null ? { vehicleId, type: '3' } : { damageId: damage.damageId },
  )
  const stop = () =>
    void open(() => import('../../../fleet/stock/parts/stop-sheet.tsx'), {
      storeId: homeStoreId,
      modelId,
      vehicleId,
      date: localDate(now),
      span: 1,
    })
  return (
    <Card title="维修">
      {shown.map((ticket) => (
        <Cell
          key={ticket.ticketId}
          label={`维保单 ${ticket.no}`}
          extra={<Tag tone="primary">{maintenanceStatuses.text(ticket.status)}</Tag>}
          {...linkTo(reach, ticketScreens.maintenanceDetail, { ticketId: ticket.ticketId })}
        />
      ))}
      {shown.length === 0 && <Note pad={[4, 16, 8]}>还没有维保单</Note>}
      {isOpenCase(status) && (
        <Row gap={8} pad={[4, 16, 16]} wrap>
          {create && shown.length === 0 && (
            <Button size="s" onClick={() => create.onClick()}>
              建维保单
            </Button>
          )}
          {mayStop && (
            <Button size="s" onClick={stop}>
              停用此车
            </Button>
          )}
        </Row>
      )}
    </Card>
  )
}
