import { owesRest } from '../../../booking/order/parts/order-words.ts'
import { Card, CardMore, Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type PanelProps, pageOf } from './panel.ts'

/** The price of the rental, its lines, and the amounts paid. */
export function FeesPanel(props: PanelProps) {
  const { lines, total, paid, refunded, offset, owed, prepayDue, byPlatform, commission } = props.order.fees
  const bill = pageOf(props, 'fee-detail')
  return (
    <Card pad title="费用" extra={bill && <CardMore onClick={() => bill.onClick()}>明细与流水</CardMore>}>
      {lines.map(({ name, formula, amount }) => (
        <FeeLine key={`${name} ${formula}`} label={name} basis={formula} fen={amount} />
      ))}
      <FeeTotal label="订单总额" fen={total} extra={byPlatform && <Tag tone="success">平台已收</Tag>} />
      <Row gap={[2, 16]} align="stretch" justify="end" wrap note num className="order-detail-paid">
        {paid > 0 && (
          <span>
            已收 <Money fen={paid} />
          </span>
        )}
        {refunded > 0 && (
          <span>
            已退 <Money fen={refunded} />
          </span>
        )}
        {commission !== null && commission > 0 && (
          <span>
            渠道佣金 <Money fen={commission} />
            ，净收入 <Money fen={total - commission} />
          </span>
        )}
        {offset > 0 && (
          <span>
            抵账 <Money fen={offset} />
          </span>
        )}
        {owed > 0 && (
          <Text ink="danger" className="order-detail-owed">
            {prepayDue > 0 && (
              <>
                待收预付款 <Money fen={prepayDue} />
                ，共
              </>
            )}
            {owesRest(props.order) ? '尾款待收' : '待收'} <Money fen={owed} />
          </Text>
        )}
        {owed < 0 && (
          <span>
            待退 <Money fen={-owed} />
          </span>
        )}
      </Row>
    </Card>
  )
}
