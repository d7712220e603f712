import { ownerConfirm } from '../../../form/calls/owner-confirm.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Text } from '../../../ui/layout.tsx'
import { dueText, type Statement } from '../parts/owner-words.ts'

/** The owner has signed the printed statement. */
export default function SignSheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version, due } = statement
  const signed = slotOf(useUploads('voucher', `owner/${statementId}`), 'signed', '签字照片')
  const form = useEntry(ownerConfirm, {
    start: { statementId, version },
    files: () => ({ signedIds: signed }),
    also: () => ({ signedIds: signed.tiles.length === 0 && '请上传车主签字的结算单' }),
    toast: '已登记，等待付款',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记车主签字" of={form} action="确认已签字">
      <Text as="p" ink={2}>
        {dueText(due)}，登记后计入账本和车辆费用
      </Text>
      <UploadsField of={form.fields.signedIds} from={signed} addLabel="添加签字照片" optional={false} />
    </EntrySheet>
  )
}
