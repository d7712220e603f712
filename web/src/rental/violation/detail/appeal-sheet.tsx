import { violationAppeal } from '../../../form/calls/violation-appeal.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Records that the customer denies the violation. */
export default function AppealSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const photos = slotOf(useUploads('violation', violationId), 'appeal', '照片')
  const form = useEntry(violationAppeal, {
    start: { violationId, version },
    files: () => ({ photoIds: photos }),
    toast: '已登记申诉，扣款暂停',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="客户申诉" of={form} action="登记申诉">
      <TextAreaField of={form.fields.reason} rows={3} optional={false} />
      <UploadsField of={form.fields.photoIds} from={photos} addLabel="添加材料" />
      <Notice>申诉期间不能扣款，违章押金不退</Notice>
    </EntrySheet>
  )
}
