import { deviceRole, deviceRoles } from '@cheyi/domain/fleet/vehicle-control/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { vehicleControlDeviceBind } from '../../../form/calls/vehicle-control-device-bind.gen.ts'
import { vehicleControlDeviceConfirm } from '../../../form/calls/vehicle-control-device-confirm.gen.ts'
import { vehicleControlDeviceUnbind } from '../../../form/calls/vehicle-control-device-unbind.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { ReasonSheet, reasonSheet } from '../../../form/reason-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Device } from './screen.tsx'

export function BindSheet({ device, answer }: { readonly device: Device } & Asks<boolean>) {
  const [keyword, setKeyword] = useState('')
  const cars = useRead(calls.vehicleControl.deviceCars, { keyword: keyword || undefined }, { keepPrevious: true })
  const form = useEntry(vehicleControlDeviceBind, {
    start: { deviceId: device.deviceId, version: device.version, role: deviceRole.main },
    toast: '已绑定',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="绑定车辆" of={form} action="绑定">
      <Answer of={cars}>
        {(all) => (
          <SelectField
            of={fields.vehicleId}
            onSearch={setKeyword}
            options={all.map(({ vehicleId, plate, modelName, storeName, taken }) => ({
              value: vehicleId,
              label: displayPlate(plate),
              note: `${modelName} · ${storeName}`,
              ...(fields.role.value !== null && taken.includes(fields.role.value) && { reason: '已有设备' }),
            }))}
          />
        )}
      </Answer>
      <CodeField of={fields.role} codes={deviceRoles} />
    </EntrySheet>
  )
}

/** Ends the alarm 设备身份不符 of a device after an employee has checked it. */
export const ConfirmSheet = reasonSheet(
  vehicleControlDeviceConfirm,
  ({ deviceId, cause }: { deviceId: string; cause: string }) => ({
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
  }),
)

/** Removes a device from its car; if the engine is cut, a picture of the removed relay is required. */
export function UnbindSheet({ device, answer }: { readonly device: Device } & Asks<boolean>) {
  const { deviceId, version, cutAt } = device
  const photos = slotOf(useUploads('vehicle', { record: device.vehicleId ?? deviceId }), 'relay', '照片')
  const cut = cutAt !== null
  const form = useEntry(vehicleControlDeviceUnbind, {
    start: { deviceId, version },
    files: () => ({ photoIds: photos }),
    also: (_, value) => ({
      photoIds: cut && (value.photoIds ?? []).length === 0 && photos.ids().length === 0 && '请拍下已拆除的继电器',
    }),
    toast: '已解绑',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="解绑车辆"
      of={form}
      field={form.fields.reason}
      usual={['更换设备', '设备故障', '车辆退租', '拆除继电器']}
      action="解绑"
      variant="danger"
    >
      {cut && (
        <Notice tone="warning">车辆处于断油电状态。设备已无法恢复时，拆除继电器后解绑，断油电标记随之清除</Notice>
      )}
      <UploadsField of={form.fields.photoIds} from={photos} addLabel="添加照片" optional={!cut} />
    </ReasonSheet>
  )
}
