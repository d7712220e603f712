import { displayPlate } from '@cheyi/domain/check/plate'
import { deviceLines, MAX_DEVICES } from '@cheyi/domain/vehicle-control/device'
import { useState } from 'react'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { type Asks, OpenedSheet } from '../../page/opened-sheet.tsx'
import { MainButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Note, Stack, Text } from '../../ui/layout.tsx'

const SHOWN = 5

/** Many devices at once, pasted out of a table: all are entered or none. */
export default function PasteSheet({ answer }: Asks<boolean>) {
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const saving = useWrite(calls.vehicleControl.deviceSave, {
    handles: ({ field }) => field !== null,
    onFailure: ({ message, data }) => {
      const { line } = (data ?? {}) as { line?: number }
      setProblem(line === undefined ? message : `第${line}行：${message}`)
    },
  })
  const rows = deviceLines(pasted)
  const tooMany = rows.length > MAX_DEVICES
  async function save() {
    if (rows.length === 0) return setProblem('请粘贴设备号')
    if (tooMany) return setProblem(`一次最多录入${MAX_DEVICES}台，现有${rows.length}台`)
    const saved = await saving.run({ rows })
    if (saved === null) return undefined
    feedback.toast(`已录入 ${saved.devices.length} 台设备`)
    return answer(true)
  }
  return (
    <OpenedSheet
      title="批量录入设备"
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          {rows.length === 0 ? '录入' : `录入 ${rows.length} 台`}
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Field
          label="设备"
          layout="stack"
          error={problem}
          hint="从表格中复制粘贴，每行一台：设备号在前，终端ID、IMEI、车牌可不填"
        >
          <TextArea
            rows={6}
            value={pasted}
            onChange={({ target }) => {
              setPasted(target.value)
              setProblem(undefined)
            }}
            placeholder={'013800001234  T808A01  沪A12345'}
          />
        </Field>
        {rows.length > 0 && (
          <Stack gap={4}>
            {rows.slice(0, SHOWN).map(({ phone, terminalId, imei, plate }, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text.
              <Text key={line} num>
                {[phone, terminalId, imei, plate && displayPlate(plate)].filter(Boolean).join(' · ')}
              </Text>
            ))}
            {rows.length > SHOWN && <Note num>等 {rows.length} 台</Note>}
          </Stack>
        )}
      </Stack>
    </OpenedSheet>
  )
}
