import { vehicleControlDeviceConfirm } from '../../../form/calls/vehicle-control-device-confirm.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'

/** Ends the alarm 设备身份不符 of a device after an employee has checked it. */
export default reasonSheet(vehicleControlDeviceConfirm, ({ deviceId, cause }: { deviceId: string; cause: string }) => ({
  title: '确认设备无异常',
  usual: ['已到现场核对设备', '设备刚更换SIM卡', '设备重装或恢复出厂设置', '已与设备厂商核实'],
  action: '确认无异常',
  start: { deviceId },
  toast: '已确认，报警已处理',
  about: (
    <Notice tone="warning">
      {cause}。确认前请核实车辆的实际位置；确认后可再次断油电。有疑问时请重置鉴权码，当前连接会断开，终端须重新注册
    </Notice>
  ),
}))
