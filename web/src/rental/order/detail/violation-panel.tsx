import { wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { linkTo } from '../../../kernel/page/reach.ts'
import { None } from '../../../page/detail.tsx'
import { Card, CardMore, Note, Row } from '../../../ui/layout.tsx'
import { tollScreens } from '../../toll/screens.ts'
import { violationScreens } from '../../violation/screens.ts'
import type { PanelProps } from './panel.ts'

/** Violations of the rental: the number of open ones, and links to them and to a new one. */
export function ViolationPanel({ order, reach }: PanelProps) {
  const { orderId, counts, status } = order
  const record = linkTo(reach, violationScreens.record, { orderId })
  const tolls = wasPickedUp(status) ? linkTo(reach, tollScreens.list, { orderId, group: 'all' }) : undefined
  const create = wasPickedUp(status) ? linkTo(reach, violationScreens.createOfOrder, { orderId }) : undefined
  const add = create && <CardMore onClick={() => create.onClick()}>登记违章</CardMore>
  const road = tolls && <CardMore onClick={() => tolls.onClick()}>过路费、停车费、充电费</CardMore>
  if (counts.violation === 0)
    return create ? (
      <None
        of="违章"
        add={
          <>
            {add}
            {road}
          </>
        }
      />
    ) : null
  const all = counts.violation > 0 && record && (
    <CardMore onClick={() => record.onClick()}>{`全部 ${counts.violation}`}</CardMore>
  )
  return (
    <Card pad title="违章" extra={all}>
      <Row gap={8} justify="between">
        <Note num>{counts.openViolation > 0 ? `${counts.openViolation} 条未结` : '均已结案'}</Note>
        {add}
      </Row>
      {road}
    </Card>
  )
}
