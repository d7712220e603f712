import { stopReasons } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Button, Row, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'

export type Stop = OutputOf<typeof calls.stock.summary>['stops'][number]

/** A stop of sales with quantity, end and reason; 恢复 ends it. */
export function StopRow({ stop }: { stop: Stop }) {
  const mayStop = useMay('stock.stopSale')
  const sourceName = useSourceNames()
  const remove = useWrite(calls.stock.stopRemove, { onDone: () => toast('已恢复销售') })
  const now = useNow()
  const time = (t: number) => formatMoment(t, now)
  const what =
    stop.plate !== null ? displayPlate(stop.plate) : stop.quantity === null ? '全部车辆' : `${stop.quantity} 辆`
  const more = [stopReasons.text(stop.reason), stop.channels.map(sourceName).join('、'), stop.remark].filter(Boolean)
  return (
    <Row gap={12} pad={[8, 0]} justify="between">
      <Row gap={[2, 8]} align="baseline" wrap grow size="s" num>
        <b>{what}</b>
        <span>
          {time(stop.from)} ~ {time(stop.to)}
        </span>
        <Text as="small" full ink={2} size="xs">
          {more.join(' · ')}
        </Text>
      </Row>
      {mayStop && (
        <Button size="s" loading={remove.pending} onClick={() => void remove.run({ id: stop.id })}>
          恢复
        </Button>
      )}
    </Row>
  )
}
