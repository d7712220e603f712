import { commandType } from '@cheyi/domain/vehicle-control/codes'
import { vehicleControlCommand } from '../../form/calls/vehicle-control-command.gen.ts'
import { useEntry } from '../../form/use-entry.ts'
import { ReasonSheet } from '../../order/parts/sheet/reason-sheet.tsx'
import type { Asks } from '../../page/opened-sheet.tsx'
import { Notice } from '../../ui/modal/notice.tsx'

/** A car that a customer has is opened for a reason. */
export default function UnlockSheet({ vehicleId, answer }: { readonly vehicleId: string } & Asks<boolean>) {
  const form = useEntry(vehicleControlCommand, {
    start: { vehicleId, type: commandType.unlock },
    also: ({ reason }) => ({ reason: (reason ?? '').trim().length < 2 && '请填写开锁原因' }),
    toast: '开锁指令已下发',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="开锁"
      of={form}
      field={form.fields.reason}
      usual={['客户要求开门', '钥匙锁在车内', '现场取车', '现场还车']}
      action="开锁"
    >
      <Notice>车辆在租，仅限客户要求或本订单工作人员操作，原因记入日志</Notice>
    </ReasonSheet>
  )
}
