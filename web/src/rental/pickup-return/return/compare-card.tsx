import { isOpenDamage } from '@cheyi/domain/rental/damage/claim'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { damageName } from '../../damage/parts/damage-words.ts'
import { damageScreens } from '../../damage/screens.ts'
import { insuranceScreens } from '../../insurance/screens.ts'
import { comparedRows, lateness, markRow, mileage, minutesBetween } from '../parts/compare-words.ts'
import { ComparedEnds } from '../parts/compared-ends.tsx'
import type { StepProps } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'
import { screensOf } from '../screens.ts'

/** The car at the pickup and now, with the differences. */
export function CompareCard({ flow, settlement }: StepProps & { settlement: Settlement | undefined }) {
  const { task, filled, now } = flow
  const { order, pickupRecord, fuelKind } = task
  const reach = useReach()
  const at = filled.at ?? now
  const from = {
    at: order.actualPickupAt,
    mileageKm: pickupRecord?.mileageKm ?? null,
    fuelKind,
    fuelEighths: pickupRecord?.fuelEighths ?? null,
    batteryPct: pickupRecord?.batteryPct ?? null,
  }
  const rows = [
    ...comparedRows(
      from,
      { ...filled, at, fuelKind },
      {
        time: lateness(settlement?.lateMinutes ?? minutesBetween(order.returnAt, at)),
        driven: settlement ? mileage(settlement.drivenKm, settlement.freeKm, settlement.earlierKm) : null,
      },
    ),
    markRow(pickupRecord?.damageMarks.length ?? 0, filled.marks),
  ]
  const { record } = screensOf(order.orderKind)
  const accident = task.vehicle && linkTo(reach, insuranceScreens.create, { vehicleId: task.vehicle.vehicleId })
  return (
    <Card
      pad
      title="取还对比"
      extra={
        reach.opens(record.path) && <CardMore onClick={() => go(record, { orderId: order.orderId })}>验车记录</CardMore>
      }
    >
      <ComparedEnds rows={rows} />
      {reach.opens(damageScreens.record.path) && <OpenCases orderId={order.orderId} />}
      {accident && <Cell label="登记出险" note="发生过事故的，向保险公司理赔" onClick={() => accident.onClick()} />}
      {settlement?.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
    </Card>
  )
}

/** Open damage cases, shown beside the marks of the return. */
function OpenCases({ orderId }: { readonly orderId: string }) {
  const cases = useRead(calls.damage.list, { orderId }).data ?? []
  const open = cases.filter(({ status }) => isOpenDamage(status))
  return open.map((one) => (
    <Cell
      key={one.id}
      label={damageName(one)}
      note={damageStatuses.text(one.status)}
      extra={<Money fen={one.payable} />}
      onClick={() => go(damageScreens.record, { orderId })}
    />
  ))
}
