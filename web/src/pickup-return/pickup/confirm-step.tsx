import { formatMoment } from '@cheyi/domain/near'
import { readsBattery, readsFuel } from '@cheyi/domain/pickup-return/record'
import { toMinute } from '@cheyi/domain/time'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { FeeTotal, KeyValue } from '../../ui/show/rows.tsx'
import { kilometres } from '../parts/compare-words.ts'
import { ConfirmBar } from '../parts/confirm-bar.tsx'
import { ConfirmChecks } from '../parts/confirm-checks.tsx'
import { EarlyCard } from '../parts/early-card.tsx'
import type { StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { PayFields } from '../parts/money/pay-fields.tsx'
import { balanceLabel } from '../parts/money/settlement-words.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { photoTiles } from '../parts/photo/photo-tiles.ts'
import { SignatureCard } from '../parts/signature-card.tsx'
import { useConfirm } from '../parts/use-confirm.ts'
import { dueChanges, pickupDue, sumOf } from './due-words.ts'

/** Step 9: everything once more, the customer's signature, and the key changes hands. */
export function ConfirmStep({ flow }: StepProps) {
  const { task, filled, now } = flow
  const { order } = task
  const input = { orderId: order.orderId, type: task.type }
  const expenses = useRead(calls.expense.list, input, { quiet: true })
  const due = pickupDue(task, expenses.data ?? [])
  const balance = sumOf(due)
  const paying = usePaying(flow, balance, 0)
  const confirmation = useConfirm(flow, {
    paying,
    actualAt: toMinute(now),
    unpriced: expenses.data === undefined,
    async recompute() {
      const [fresh, items] = await Promise.all([flow.reload(), expenses.refetch()])
      if (fresh.data === undefined || items.data === undefined) return null
      const anew = pickupDue(fresh.data, items.data)
      return { balance: sumOf(anew), changes: dueChanges(due, anew), pricedAt: fresh.data.early?.from }
    },
  })
  return (
    <FlowFrame flow={flow} footer={<ConfirmBar flow={flow} confirmation={confirmation} />} frame={confirmation.frame}>
      <ConfirmChecks flow={flow} confirmation={confirmation} />
      <EarlyCard flow={flow} />
      <Card pad title="交车信息">
        <KeyValue
          rows={[
            { label: '交车时间', value: formatMoment(now, now) },
            { label: '里程', value: filled.mileageKm === null ? '—' : `${kilometres(filled.mileageKm)} km` },
            ...(readsFuel(task.fuelKind)
              ? [{ label: '油量', value: filled.fuelEighths === null ? '—' : `${filled.fuelEighths}/8` }]
              : []),
            ...(readsBattery(task.fuelKind)
              ? [{ label: '电量', value: filled.batteryPct === null ? '—' : `${filled.batteryPct}%` }]
              : []),
            { label: '照片', value: `${photoTiles(flow).length} 张` },
            { label: '车损', value: `${filled.marks.length} 处` },
            { label: '约定还车', value: formatMoment(order.returnAt, now) },
          ]}
        />
      </Card>
      {balance > 0 && (
        <Card pad title="应收款项">
          <KeyValue
            rows={due.filter(({ fen }) => fen !== 0).map(({ label, fen }) => ({ label, value: <Money fen={fen} /> }))}
          />
          <FeeTotal label={balanceLabel(balance)} fen={balance} />
          <div className="handover-after">
            <PayFields paying={paying} />
          </div>
        </Card>
      )}
      <SignatureCard flow={flow} />
    </FlowFrame>
  )
}
