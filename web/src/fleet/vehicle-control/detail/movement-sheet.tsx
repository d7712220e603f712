import { type AlarmType, alarmKind, ofMovement } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { useState } from 'react'
import { SwitchField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { MainButton, Note, Stack } from '../../../ui/layout.tsx'

interface MovementProps extends Asks<boolean> {
  readonly vehicleId: string
  readonly off: readonly AlarmType[]
}

/** Switches the alarms of movement of one car. */
export default function MovementSheet({ vehicleId, off, answer }: MovementProps) {
  const [types, setTypes] = useState(() => ofMovement.filter((type) => off.includes(type)))
  const saving = useWrite(calls.vehicleControl.alarmOffSave)
  async function save() {
    if ((await saving.run({ vehicleId, types })) === null) return
    feedback.toast('已保存，几秒内生效')
    answer(true)
  }
  const put = (type: (typeof ofMovement)[number], on: boolean) =>
    setTypes(on ? types.filter((one) => one !== type) : [...types, type])
  return (
    <OpenedSheet
      title="移动报警"
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Note>只对这辆车生效；没有接点火线的设备请停用「拖车」</Note>
        {ofMovement.map((type) => (
          <SwitchField
            key={type}
            label={alarmTypes.text(type)}
            hint={alarmKind(type).note}
            of={fieldBeside('types', !types.includes(type), (on) => put(type, on))}
          />
        ))}
      </Stack>
    </OpenedSheet>
  )
}
