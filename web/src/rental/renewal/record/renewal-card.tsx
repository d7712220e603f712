import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import { formatMoney } from '@cheyi/domain/money'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { formatMoment, formatNear } from '@cheyi/domain/near'
import { agreementStatuses, agreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { isEffective } from '@cheyi/domain/rental/renewal/steps'
import { MINUTE } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Period } from '../../../ui/date/period.tsx'
import { Button, Card, Note, Notice, Row } from '../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

export type Renewal = OutputOf<typeof calls.renewal.list>[number]

interface RenewalCardProps {
  readonly order: OrderDetail
  readonly row: Renewal
  readonly mayCancel: boolean
}

/** The customer's payment deadline, with the time left. */
function waitText({ amount, deadline }: NonNullable<Renewal['toPay']>, now: number): string {
  const minutes = Math.ceil((deadline - now) / MINUTE)
  if (minutes <= 0) return '付款时间已过，正在核对支付结果'
  return `待付 ${formatMoney(amount)}，${formatMoment(deadline, now)} 前付款生效，还剩 ${minutes} 分钟`
}

/** One renewal: its period, its price, and the permitted actions. */
export function RenewalCard({ order, row, mayCancel }: RenewalCardProps) {
  const now = useNow()
  const mayCollect = useMay('order.payment')
  const maySign = useMay('order.agreement')
  const { orderId, fees } = order
  const stands = isEffective(row.status)
  const added =
    profileOf(order.orderKind).counts === 'dates'
      ? [`+${formatTerm(row.oldReturnAt, row.newReturnAt)}`]
      : [row.addedDays > 0 && `+${row.addedDays}天`, row.overHours > 0 && `${row.overHours}小时`]
  return (
    <Card
      pad
      title={`第${row.seq}次续租`}
      extra={
        <Tag tone={stands ? 'success' : row.toPay === null ? 'neutral' : 'warning'}>
          {renewalStatuses.text(row.status)}
        </Tag>
      }
    >
      <Period
        captionAbove
        from={{ main: formatMoment(row.oldReturnAt, now), caption: '原还车' }}
        to={{ main: formatMoment(row.newReturnAt, now), caption: '新还车' }}
        length={added.filter(Boolean).join('')}
      />
      {row.lines.map(({ name, formula, amount, priceDate }) => (
        <FeeLine
          key={`${name} ${priceDate} ${formula}`}
          label={name}
          basis={[priceDate?.slice(5), formula].filter(Boolean).join(' ')}
          fen={amount}
        />
      ))}
      <FeeTotal label="续租费用" fen={row.amount} />
      {row.toPay !== null && <Notice>{waitText(row.toPay, now)}</Notice>}
      <Note num>
        {formatNear(row.at, now)} · {row.by}
      </Note>
      {row.endedAt !== null && (
        <Note num>
          {formatNear(row.endedAt, now)} 取消：{row.endReason}
        </Note>
      )}
      {row.paper !== null && (
        <Note>
          {agreementTypes.text(agreementType.renewal)}：{agreementStatuses.text(row.paper.status)}
        </Note>
      )}
      <Row gap={8} top={8} align="stretch" justify="end" wrap>
        {row.paper !== null && maySign && !isBinding(row.paper.status) && (
          <Button
            size="s"
            onClick={() =>
              void open(() => import('../../pickup-return/parts/own-paper-sheet.tsx'), {
                orderId,
                type: agreementType.renewal,
                agreementId: row.paper!.agreementId,
              })
            }
          >
            签署合同
          </Button>
        )}
        {row.mayCancel && mayCancel && (
          <Button size="s" variant="danger" onClick={() => void open(() => import('./cancel-sheet.tsx'), { row })}>
            取消续租
          </Button>
        )}
        {row.toPay !== null && mayCollect && now < row.toPay.deadline && (
          <Button
            size="s"
            variant="primary"
            onClick={() =>
              void open(() => import('../../../money/payment/parts/collect-sheet.tsx'), {
                orderId,
                item: {
                  payKind: payKind.renewal,
                  id: row.renewalId,
                  name: '续租',
                  due: row.toPay!.amount,
                  whole: true,
                },
              })
            }
          >
            收款
          </Button>
        )}
        {stands && mayCollect && fees.owed > 0 && (
          <Button
            size="s"
            variant="primary"
            onClick={() => void open(() => import('../../../money/payment/parts/collect-sheet.tsx'), { orderId })}
          >
            收款
          </Button>
        )}
      </Row>
    </Card>
  )
}
