import { insuranceSubmit } from '../../../form/calls/insurance-submit.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { InsuranceItem } from './insurance-words.ts'

/** Submits the claim: the insurer owes it from now on. */
export default function SubmitSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const { caseId, version, assessed } = one
  const papers = slotOf(useUploads('voucher', `insurance/${caseId}`), 'submit', '单据')
  const form = useEntry(insuranceSubmit, {
    start: { caseId, version, claimed: assessed },
    files: () => ({ paperIds: papers }),
    toast: '已提交理赔',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="提交理赔" of={form} action="提交">
      <FenField of={form.fields.claimed} hint="定损金额减免赔部分" />
      <UploadsField of={form.fields.paperIds} from={papers} addLabel="添加单据" />
      <Notice>提交后计入应收保险赔款，并冲减此车的费用；实赔不同的，到账时自动调整</Notice>
    </EntrySheet>
  )
}
