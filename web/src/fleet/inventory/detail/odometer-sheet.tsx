import { formatKm } from '@cheyi/domain/length'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextArea, TextInput } from '../../../ui/field/input.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** The only way to lower an odometer reading: it needs a reason, which is logged. */
export default function OdometerSheet({ vehicle, answer }: { readonly vehicle: VehicleDetail } & Asks<true>) {
  const [km, setKm] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const correct = useWrite(calls.inventory.correctOdometer)
  const kmProblem = /^\d{1,7}$/.test(km) ? undefined : '请输入里程'
  const reasonProblem = reason.trim() === '' ? '请填写原因' : undefined
  async function submit() {
    setTried(true)
    if (kmProblem || reasonProblem) return
    const { vehicleId, version } = vehicle
    if (!(await correct.run({ vehicleId, version, odometerKm: Number(km), reason: reason.trim() }))) return
    feedback.toast('里程已更正')
    answer(true)
  }
  return (
    <OpenedSheet
      title="更正里程"
      footer={
        <MainButton loading={correct.pending} onClick={() => void submit()}>
          保存
        </MainButton>
      }
    >
      <div className="vehicle-sheet-rows">
        <Field label="当前">
          <TextInput value={formatKm(vehicle.odometerKm)} readOnly className="num" />
        </Field>
        <Field label="实际里程" error={tried ? kmProblem : undefined}>
          <TextInput
            inputMode="numeric"
            className="num"
            suffix="km"
            value={km}
            onChange={({ target }) => setKm(target.value.replace(/\D/g, '').slice(0, 7))}
          />
        </Field>
      </div>
      <Field label="原因" error={tried ? reasonProblem : undefined}>
        <TextArea value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </OpenedSheet>
  )
}
