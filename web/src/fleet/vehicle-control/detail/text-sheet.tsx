import { commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { vehicleControlCommand } from '../../../form/calls/vehicle-control-command.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'

const usual = ['租期已到，请尽快还车', '您已驶出约定区域，请尽快驶回', '请减速慢行', '请联系门店'] as const

/** A text that the terminal of a car speaks. */
export default reasonSheet(vehicleControlCommand, ({ vehicleId }: { readonly vehicleId: string }) => ({
  title: '语音播报',
  field: 'text',
  label: '播报内容',
  usual,
  placeholder: '由车载设备朗读',
  action: '播报',
  start: { vehicleId, type: commandType.text },
  also: ({ text }) => ({ text: (text ?? '').trim() === '' && '请填写播报内容' }),
  toast: '播报指令已下发',
  about: <Note>车内人员会听到，请勿包含客户姓名、电话等信息</Note>,
}))
