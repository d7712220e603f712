import { formatLength } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Compare, FeeTotal } from '../../../ui/show/rows.tsx'
import { minutesBetween } from './compare-words.ts'
import type { StepProps } from './flow.ts'
import { balanceLabel } from './money/settlement-words.ts'

/** An early pickup, for an account that may allow it: the new price of the order beside the agreed one. */
export function EarlyCard({ flow }: StepProps) {
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
