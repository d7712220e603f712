import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { formatNear } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { isAssessing, isClosedDamage, isCollecting, isOpenDamage } from '@cheyi/domain/rental/damage/claim'
import { damageStatuses, liabilities } from '@cheyi/domain/rental/damage/codes'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { ticketScreens } from '../../../fleet/ticket/screens.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, type Reach, useMay } from '../../../kernel/user.ts'
import { depositScreensOf } from '../../../money/deposit/screens.ts'
import { open } from '../../../page/open.ts'
import { Photos } from '../../../page/photos.tsx'
import { Button, Card, Cell, Note, Row, Text } from '../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { insuranceScreens } from '../../insurance/screens.ts'
import { type Damage, damageName, damageTones } from '../parts/damage-words.ts'
import { damageScreens } from '../screens.ts'

interface CaseCardProps {
  readonly order: OrderDetail
  readonly row: Damage
  readonly reach: Reach
}

/** One case: its damage, its amount, its progress, and the permitted actions. */
export function CaseCard({ order, row, reach }: CaseCardProps) {
  const { id, plate, status, total, payable, due, refunded, insuranceCovered, remark, closeReason } = row
  const now = useNow()
  const costs = costsOf(row)
  return (
    <Card
      pad
      title={damageName(row)}
      extra={<Tag tone={damageTones[status] ?? 'neutral'}>{damageStatuses.text(status)}</Tag>}
    >
      <Note num>
        {[displayPlate(plate), liabilities.text(row.liability), formatNear(row.at, now), row.operatorName].join(' · ')}
      </Note>
      {costs.length > 1 && costs.map(({ label, fen }) => <FeeLine key={label} label={label} fen={fen} />)}
      {(costs.length > 1 || total !== payable) && <FeeLine label="损失合计" fen={total} />}
      {insuranceCovered > 0 && <FeeLine label="保险及第三方承担" fen={-insuranceCovered} />}
      <FeeTotal label={isAssessing(status) ? '预计客户承担' : '客户承担'} fen={payable} />
      {due > 0 && due < payable && <FeeLine label="待收" fen={due} />}
      {refunded > 0 && <FeeLine label="已退" fen={-refunded} />}
      {remark && <Text as="p">{remark}</Text>}
      {closeReason && <Note>关闭原因：{closeReason}</Note>}
      <Photos photos={row.photos} noun="损伤照片" />
      {row.ticket && <RepairLine ticket={row.ticket} reach={reach} />}
      <Actions key={id} order={order} row={row} reach={reach} />
    </Card>
  )
}

/** The repair ticket of the case, with its progress. */
function RepairLine({ ticket, reach }: { readonly ticket: NonNullable<Damage['ticket']>; readonly reach: Reach }) {
  const { ticketId, no, status } = ticket
  const link = linkTo(reach, ticketScreens.maintenanceDetail, { ticketId })
  return (
    <Cell
      label={`维保单 ${no}`}
      extra={<Tag tone={isDone(status) ? 'success' : 'primary'}>{maintenanceStatuses.text(status)}</Tag>}
      onClick={link && (() => link.onClick())}
    />
  )
}

const isDone = (status: number) => maintenance.groups.done.some((one) => one === status)
const isCancelled = (status: number) => maintenance.groups.cancelled.some((one) => one === status)

/** What the loss is made of. Without a second part its sum says all. */
const costsOf = (row: Damage) =>
  [
    { label: '车辆价值', fen: row.worth },
    { label: '维修', fen: row.parts.reduce((sum, { amount }) => sum + amount, 0) },
    { label: `停运 ${row.downtimeDays}天`, fen: row.downtimeDays * row.downtimeFee },
    { label: '折旧', fen: row.depreciationFee },
    { label: '其他', fen: row.otherFee },
  ].filter(({ fen }) => fen > 0)

function Actions({ order, row, reach }: CaseCardProps) {
  const { orderId, orderKind } = order
  const { id, status, due, refundable } = row
  const [mayCreate, mayCollect] = [useMay('damage.create'), useMay('order.payment')]
  const assess = isAssessing(status) ? linkTo(reach, damageScreens.create, { orderId, damageId: id }) : undefined
  const deduct = due > 0 ? linkTo(reach, depositScreensOf(orderKind).payment, { orderId }) : undefined
  const refund = refundable > 0 ? linkTo(reach, damageScreens.refund, { orderId }) : undefined
  const name = damageName(row)
  const insure = isClosedDamage(status) ? undefined : linkTo(reach, insuranceScreens.create, { damageId: id })
  // A car that was lost is not repaired.
  const repair =
    row.worth === 0 && (row.ticket === null || isCancelled(row.ticket.status))
      ? linkTo(reach, ticketScreens.maintenanceCreate, { damageId: id })
      : undefined
  return (
    <Row gap={8} top={8} align="stretch" justify="end" wrap>
      {mayCreate && isOpenDamage(status) && (
        <Button size="s" onClick={() => void open(() => import('./close-sheet.tsx'), { orderId, row })}>
          关闭
        </Button>
      )}
      {repair && (
        <Button size="s" onClick={() => repair.onClick()}>
          建维保单
        </Button>
      )}
      {insure && (
        <Button size="s" onClick={() => insure.onClick()}>
          保险理赔
        </Button>
      )}
      {refund && (
        <Button size="s" onClick={() => refund.onClick()}>
          退扣
        </Button>
      )}
      {mayCollect && due > 0 && (
        <Button
          size="s"
          onClick={() =>
            void open(() => import('../../../money/payment/parts/pay-link-sheet.tsx'), {
              orderId,
              payKind: payKind.damage,
              refId: id,
              amount: due,
            })
          }
        >
          付款链接
        </Button>
      )}
      {mayCollect && due > 0 && (
        <Button
          size="s"
          onClick={() =>
            void open(() => import('../../../money/payment/parts/collect-sheet.tsx'), {
              orderId,
              item: { payKind: payKind.damage, id, name, due },
            })
          }
        >
          收款
        </Button>
      )}
      {deduct && isCollecting(status) && (
        <Button size="s" variant="primary" onClick={() => deduct.onClick()}>
          扣款
        </Button>
      )}
      {assess && (
        <Button size="s" variant="primary" onClick={() => assess.onClick()}>
          定损
        </Button>
      )}
    </Row>
  )
}
