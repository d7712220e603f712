import { deviceLines, MAX_DEVICES, type UnreadLine } from '@cheyi/domain/fleet/vehicle-control/device'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { MainButton, Note, Stack, Text } from '../../../ui/layout.tsx'

const SHOWN = 5

const wrongText = (saved: number, lines: number): string =>
  saved === 0 ? `有${lines}行需要修改，目前未添加任何设备` : `已添加${saved}台，还有${lines}行需要修改`

/** Creates many devices from lines pasted out of a table. Wrong lines stay in the field, with what is wrong about each. */
export default function PasteSheet({ answer }: Asks<boolean>) {
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  /** The lines that the server refused. */
  const [refused, setRefused] = useState<readonly UnreadLine[]>([])
  const saving = useWrite(calls.vehicleControl.deviceSave, {
    handles: ({ field }) => field !== null,
    onFailure: ({ message, data }) => {
      const { lines = [] } = (data ?? {}) as { lines?: readonly UnreadLine[] }
      // The server counts only the device lines; they are mapped back to the lines of the pasted text.
      setRefused(lines.map((wrong) => ({ ...wrong, line: rows[wrong.line - 1]?.line ?? wrong.line })))
      setProblem(lines.length === 0 ? message : wrongText(0, lines.length))
    },
  })
  const { rows, unread } = deviceLines(pasted)
  const wrong = refused.length > 0 ? refused : unread
  const tooMany = rows.length > MAX_DEVICES
  async function save() {
    if (rows.length === 0) return setProblem(unread.length > 0 ? wrongText(0, unread.length) : '请粘贴设备号')
    if (tooMany) return setProblem(`一次最多添加${MAX_DEVICES}台，现有${rows.length}台`)
    const saved = await saving.run({ rows: rows.map(({ line: _, ...row }) => row), onlyRight: true })
    if (saved === null) return undefined
    const left = [...unread, ...saved.wrong.map((fault) => ({ ...fault, line: rows[fault.line - 1]!.line }))]
    if (left.length === 0) {
      feedback.toast(`已添加 ${saved.devices.length} 台设备`)
      return answer(true)
    }
    left.sort((one, other) => one.line - other.line)
    const texts = pasted.split(/\r\n|\r|\n/)
    setPasted(left.map(({ line }) => texts[line - 1]).join('\n'))
    setRefused(left.map(({ message }, n) => ({ line: n + 1, message })))
    return setProblem(wrongText(saved.devices.length, left.length))
  }
  return (
    <OpenedSheet
      title="批量添加设备"
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          {rows.length === 0 ? '添加' : `添加 ${rows.length} 台`}
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Field label="设备" error={problem} hint="从表格中复制粘贴，每行一台：设备号在前，终端ID、IMEI、车牌可不填">
          <TextArea
            rows={6}
            value={pasted}
            onChange={({ target }) => {
              setPasted(target.value)
              setProblem(undefined)
              setRefused([])
            }}
            placeholder={'013800001234  T808A01  沪A12345'}
          />
        </Field>
        {wrong.length > 0 && (
          <Stack gap={4}>
            {wrong.map(({ line, message }) => (
              <Text key={`${line} ${message}`} ink="danger" num>
                第{line}行：{message}
              </Text>
            ))}
          </Stack>
        )}
        {rows.length > 0 && (
          <Stack gap={4}>
            {rows.slice(0, SHOWN).map(({ line, phone, terminalId, imei, plate }) => (
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
