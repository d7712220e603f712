import { identityTypes } from '@cheyi/domain/rental/driver/codes'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { linkTo } from '../../../kernel/page/reach.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card, Cell, Grow, Row, Text } from '../../../ui/layout.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { verifyMark } from '../../driver/parts/verify-mark.ts'
import { driverScreens } from '../../driver/screens.ts'
import type { PanelProps } from './panel.ts'

/** Renter and drivers, their documents, and a call button. */
export function CustomerPanel({ order, reach }: PanelProps) {
  const { renter, codrivers, contactName, orderId } = order
  const { contact, pending } = useContact(orderId)
  const name = renter?.name ?? contactName
  const papers =
    (renter && linkTo(reach, driverScreens.personDetail, { personId: renter.personId, orderId })) ??
    linkTo(reach, driverScreens.personEntry, { personId: renter?.personId, orderId })
  const verified = renter && verifyMark(renter)
  return (
    <Card>
      <Row gap={12} pad={[12, 8, 12, 16]}>
        <Avatar>{name.slice(0, 1)}</Avatar>
        <Grow>
          <Row gap={[4, 8]} wrap>
            <h2>{name}</h2>
            {verified && <Tag tone={verified.tone}>{verified.text}</Tag>}
            {renter?.blacklist && <Tag tone="danger">黑名单</Tag>}
          </Row>
          <Text note num>
            {order.phone}
            {renter && renter.orderCount > 0 && ` · 第 ${renter.orderCount} 次租车`}
          </Text>
        </Grow>
        <IconButton
          name="phone"
          label={`联系${contactName}`}
          className="ink-link"
          aria-busy={pending || undefined}
          onClick={() => void contact()}
        />
      </Row>
      <Cell align="right" className="cell-line" label="证件" {...papers}>
        {renter?.identityNo ? (
          <span className="num">
            {identityTypes.text(renter.identityType)} {renter.identityNo}
          </span>
        ) : (
          <Text ink="warning">未登记</Text>
        )}
      </Cell>
      {renter && (
        <Cell align="right" label="驾驶证" {...papers}>
          <span className="num">{licenceText(renter)}</span>
        </Cell>
      )}
      <Cell align="right" label="取车人">
        {renter && renter.name !== contactName ? contactName : '客户本人'}
      </Cell>
      {codrivers.length > 0 && (
        <Cell align="right" label="同行驾驶人">
          {codrivers.map((person) => person.name).join('、')}
        </Cell>
      )}
    </Card>
  )
}

const licenceText = ({ licenceClass, licenceExpire }: { licenceClass: string; licenceExpire: string | null }) =>
  [licenceClass || '未登记', licenceExpire && `${licenceExpire.slice(0, 7)} 到期`].filter(Boolean).join(' · ')
