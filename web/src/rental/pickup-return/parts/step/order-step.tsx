import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import { formatLength } from '@cheyi/domain/length'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { formatDateTime } from '@cheyi/domain/time'
import { useContact } from '../../../../booking/order/parts/use-contact.ts'
import { useMay } from '../../../../kernel/user.ts'
import { open } from '../../../../page/open.ts'
import { WhoMay } from '../../../../platform/referral/parts/who-may.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { Card } from '../../../../ui/show/card.tsx'
import { KeyValue } from '../../../../ui/show/rows.tsx'
import { minutesBetween } from '../compare-words.ts'
import { EarlyCard } from '../early-card.tsx'
import type { StepProps } from '../flow.ts'
import { StepBlocks } from './step-blocks.tsx'

/** Step 1: the agreed order, and what an early pickup changes. */
export function OrderStep({ flow }: StepProps) {
  const { order, early } = flow.task
  const { orderId, pickupAt, returnAt, actualPickupAt } = order
  const { contact, pending } = useContact(orderId)
  const moment = (at: number) => formatDateTime(at)
  const byDates = profileOf(order.orderKind).counts === 'dates'
  const length = byDates ? formatTerm(pickupAt, returnAt) : formatLength(minutesBetween(pickupAt, returnAt))
  return (
    <>
      <StepBlocks flow={flow} step={pickupStep.order} but={[PERIOD_OVER, ...(early === null ? [] : ['tooEarly'])]} />
      <PeriodCard flow={flow} />
      <EarlyCard flow={flow} />
      <Card
        pad
        title="订单核对"
        extra={
          <IconButton
            className="handover-call"
            name="phone"
            size={20}
            label={`联系客户 ${order.contactName}`}
            disabled={pending}
            onClick={() => void contact()}
          />
        }
      >
        <KeyValue
          rows={[
            { label: '订单号', value: order.orderNo },
            { label: '客户', value: `${order.contactName} ${order.phone}` },
            { label: '车型', value: order.modelName },
            { label: '约定取车', value: moment(pickupAt) },
            { label: '取车地点', value: order.pickupPlace },
            ...(actualPickupAt === null ? [] : [{ label: '实际取车', value: moment(actualPickupAt) }]),
            { label: '约定还车', value: moment(returnAt) },
            { label: '还车地点', value: order.returnPlace },
            { label: '租期', value: length },
          ]}
        />
      </Card>
    </>
  )
}

/** The block shown by {@link PeriodCard} together with its remedy. */
const PERIOD_OVER = 'periodOver'

/** A customer who comes after the agreed return: the rental needs a new return time before the car goes out. */
function PeriodCard({ flow }: StepProps) {
  const mayMove = useMay('order.modify')
  if (!flow.blocks.some(({ code }) => code === PERIOD_OVER)) return null
  const { order } = flow.task
  if (!mayMove)
    return (
      <>
        <Notice tone="danger">租期已过，调整租期后才能取车</Notice>
        <WhoMay act="order.modify" orderId={order.orderId} note="租期已过，请调整租期后取车" />
      </>
    )
  async function move() {
    if (await open(() => import('../period-sheet.tsx'), { order })) await flow.reload()
  }
  return (
    <Notice tone="danger" action={{ label: '调整租期', onClick: () => void move() }}>
      租期已过，调整租期后取车
    </Notice>
  )
}
