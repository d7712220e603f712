import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import { formatLength } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { useContact } from '../../../../booking/order/parts/use-contact.ts'
import { momentText } from '../../../../kernel/now.ts'
import { useMay } from '../../../../kernel/user.ts'
import { open } from '../../../../page/open.ts'
import { WhoMay } from '../../../../platform/referral/parts/who-may.tsx'
import { Card, IconButton, Notice, Stack } from '../../../../ui/layout.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import { Compare, FeeTotal, KeyValue } from '../../../../ui/show/rows.tsx'
import { minutesBetween } from '../compare-words.ts'
import type { StepProps } from '../flow.ts'
import { balanceLabel } from '../money/settlement-words.ts'
import { StepBlocks } from './step-blocks.tsx'

/** Step 1: the agreed order, and what an early pickup changes. */
export function OrderStep({ flow }: StepProps) {
  const { order, early } = flow.task
  const { orderId, pickupAt, returnAt, actualPickupAt } = order
  const { contact, pending } = useContact(orderId)
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
            { label: '约定取车', value: `${momentText(pickupAt)} · ${order.pickupPlace}` },
            ...(actualPickupAt === null ? [] : [{ label: '实际取车', value: momentText(actualPickupAt) }]),
            { label: '约定还车', value: `${momentText(returnAt)} · ${order.returnPlace}` },
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

/** An early pickup, for an account that may allow it: the new price of the order beside the agreed one. */
function EarlyCard({ flow }: StepProps) {
  const { early, order } = flow.task
  if (early === null) return null
  const { from, total, difference, changes } = early
  const starts = [order.pickupAt, from]
  return (
    <Card pad>
      <Stack gap={12}>
        <Notice>提前取车：租期从现在起重新计价</Notice>
        <Compare
          caption="提前取车的费用变化"
          columns={['原定', '现在起']}
          rows={[
            { label: '取车', cells: starts.map((at) => formatMoment(at, flow.now)) },
            { label: '租期', cells: starts.map((at) => formatLength(minutesBetween(at, order.returnAt))) },
            ...changes.map(({ name, before, after }) => ({ label: name, cells: amounts(before, after) })),
            { label: '订单总额', cells: amounts(order.total, total) },
          ]}
        />
      </Stack>
      <FeeTotal
        label={balanceLabel(difference)}
        fen={Math.abs(difference)}
        note={difference > 0 ? '确认交车时一并收取' : difference < 0 ? '留在订单上，还车结算时退还' : undefined}
      />
    </Card>
  )
}

const amounts = (before: number, after: number) => [
  <Money key="before" fen={before} old />,
  <Money key="after" fen={after} />,
]
