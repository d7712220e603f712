import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { can } from '@cheyi/domain/step'
import { linkTo } from '../../../kernel/page/reach.ts'
import { None } from '../../../page/detail.tsx'
import { Card, CardMore, Note, Row } from '../../../ui/layout.tsx'
import { damageScreens } from '../../damage/screens.ts'
import { damageWords } from './detail-words.ts'
import type { PanelProps } from './panel.ts'

/** Damage of the rental: the charge at the return, the number of cases, and links to them and to a new case. */
export function DamagePanel({ order, reach }: PanelProps) {
  const { orderId, counts, chargedDamage, status } = order
  const record = linkTo(reach, damageScreens.record, { orderId })
  const create = can(orderSteps, 'damage', status).ok ? linkTo(reach, damageScreens.create, { orderId }) : undefined
  const add = create && <CardMore onClick={() => create.onClick()}>登记车损</CardMore>
  if (counts.damage === 0 && chargedDamage === 0) return create ? <None of="车损" add={add} /> : null
  const all = counts.damage > 0 && record && (
    <CardMore onClick={() => record.onClick()}>{`全部 ${counts.damage}`}</CardMore>
  )
  return (
    <Card pad title="车损" extra={all}>
      <Row gap={8} justify="between">
        <Note num>{damageWords(order)}</Note>
        {add}
      </Row>
    </Card>
  )
}
