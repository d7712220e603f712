import type { Source } from '@cheyi/domain/booking/order/codes'
import { TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-typed.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import type { Kind, Mapping } from '../parts/mappings.ts'

interface CodeSheetProps extends Asks<boolean> {
  readonly source: Source
  readonly kind: Kind
  readonly row: Mapping
}

/** The channel's own code of a store, model or service. */
export default function CodeSheet({ source, kind, row, answer }: CodeSheetProps) {
  const saving = useWrite(calls.channel.saveMappings)
  const { value, write, problems, isWhole, frame } = useTyped(
    { theirCode: row.theirCode ?? row.id, theirName: row.theirName },
    ({ theirCode }) => ({ theirCode: theirCode.trim() === '' && '请填写渠道编码' }),
  )
  async function save() {
    if (!isWhole()) return
    if (!(await saving.run({ source, kind, rows: [{ id: row.id, ...value }] }))) return
    feedback.toast('渠道编码已保存')
    answer(true)
  }
  const fields = fieldsOf(value, write, problems)
  return (
    <OpenedSheet
      title={row.name}
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12} ref={frame}>
        <TextField of={fields.theirCode} label="渠道编码" hint="平台后台里的编号" maxLength={64} />
        <TextField of={fields.theirName} label="渠道名称" optional maxLength={100} />
      </Stack>
    </OpenedSheet>
  )
}
