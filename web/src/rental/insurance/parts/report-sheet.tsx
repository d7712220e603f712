import { insuranceReport } from '../../../form/calls/insurance-report.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { MomentField } from '../../../form/moment-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { InsuranceItem } from './insurance-words.ts'

/** Records the report to the insurer. */
export default function ReportSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const now = useNow()
  const { caseId, version, occurAt } = one
  const form = useEntry(insuranceReport, {
    start: { caseId, version, reportedAt: now },
    toast: '已登记报案',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记报案" of={form} action="保存">
      <TextField of={form.fields.reportNo} placeholder="保险公司给的报案号" />
      <MomentField of={form.fields.reportedAt} from={occurAt} to={now} />
    </EntrySheet>
  )
}
