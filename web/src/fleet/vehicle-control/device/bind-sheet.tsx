import { deviceRole, deviceRoles } from '@cheyi/domain/fleet/vehicle-control/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { vehicleControlDeviceBind } from '../../../form/calls/vehicle-control-device-bind.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Answer } from '../../../page/answer.tsx'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Device } from './screen.tsx'

export default function BindSheet({ device, answer }: { readonly device: Device } & Asks<boolean>) {
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
