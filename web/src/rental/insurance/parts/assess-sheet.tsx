import { insuranceAssess } from '../../../form/calls/insurance-assess.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { InsuranceItem } from './insurance-words.ts'

/** Records the loss that the insurer assessed. */
export default function AssessSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const { caseId, version, assessed } = one
  const papers = slotOf(useUploads('voucher', `insurance/${caseId}`), 'assess', '单据')
  const form = useEntry(insuranceAssess, {
    start: { caseId, version, assessed },
    files: () => ({ paperIds: papers }),
    toast: '已登记定损',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记定损" of={form} action="保存">
      <FenField of={form.fields.assessed} />
      <UploadsField of={form.fields.paperIds} from={papers} addLabel="添加单据" />
    </EntrySheet>
  )
}
