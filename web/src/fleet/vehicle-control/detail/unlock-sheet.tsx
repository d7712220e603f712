import { commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { leastReason } from '@cheyi/domain/fleet/vehicle-control/command'
import { vehicleControlCommand } from '../../../form/calls/vehicle-control-command.gen.ts'
import { SwitchField } from '../../../form/fields.tsx'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { type CarDetail, reportedText, speedText } from '../parts/car-words.ts'

interface UnlockProps extends Asks<boolean> {
  readonly car: CarDetail
  /** A customer has the car. */
  readonly rented: boolean
}

const usual = ['客户要求开门', '钥匙锁在车内', '现场取车', '现场还车'] as const
/** Each text is long enough for the minimum length that an emergency reason requires. */
const usualInNeed = ['儿童被锁在车内，无人看护', '人员突发疾病，被困在车内', '车辆事故或起火，人员被困'] as const

/** Unlocks a car. A rented car needs a reason; a moving car needs an emergency. */
export default function UnlockSheet({ car, rented, answer }: UnlockProps) {
  const now = useNow()
  const form = useEntry(vehicleControlCommand, {
    start: { vehicleId: car.vehicleId, type: commandType.unlock, emergency: false },
    also: ({ reason, emergency }) => ({
      reason:
        (reason ?? '').trim().length < leastReason(commandType.unlock, rented, emergency === true) &&
        (emergency ? '紧急开锁原因为10-200个字' : '请填写开锁原因'),
    }),
    toast: '开锁指令已下发',
    onSent: () => answer(true),
  })
  const { fields } = form
  const emergency = fields.emergency.value === true
  return (
    <ReasonSheet
      title={emergency ? '紧急开锁' : '开锁'}
      of={form}
      field={fields.reason}
      usual={emergency ? usualInNeed : usual}
      placeholder={emergency ? '至少10个字，记入日志' : '可补充说明'}
      action={emergency ? '紧急开锁' : '开锁'}
      variant={emergency ? 'danger' : 'primary'}
    >
      {car.moving && (
        <Notice tone={emergency ? 'danger' : 'warning'}>
          车辆正在行驶：{speedText(car.speed)}，{reportedText(car.at, now)}上报
          {!emergency && '。车速超过 5 km/h 时不能开锁，请等车辆停稳'}
        </Notice>
      )}
      {rented && !emergency && <Notice>车辆在租，仅限客户要求或本订单工作人员操作，原因记入日志</Notice>}
      <SwitchField of={fields.emergency} hint="人员被困车内等情况，行驶中也可开锁" />
      {emergency && <Notice tone="warning">不再核对车速和定位，须由另一人复核。有生命危险请先拨打119或110</Notice>}
    </ReasonSheet>
  )
}
