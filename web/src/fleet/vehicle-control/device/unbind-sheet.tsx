import { vehicleControlDeviceUnbind } from '../../../form/calls/vehicle-control-device-unbind.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Device } from './screen.tsx'

/** Removes a device from its car; if the engine is cut, a picture of the removed relay is required. */
export default function UnbindSheet({ device, answer }: { readonly device: Device } & Asks<boolean>) {
  const { deviceId, version, cutAt } = device
  const photos = slotOf(useUploads('vehicle', device.vehicleId ?? deviceId), 'relay', '照片')
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
