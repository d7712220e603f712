import { addDays } from '@cheyi/domain/time'
import { instalmentPostpone } from '../../../form/calls/instalment-postpone.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'
import type { PlanRow } from './instalment-words.ts'

const MOST_DAYS = 15

/** Moves the due date of a row, once only: reminders, grace period and late fee follow it. */
export default function PostponeSheet({ row, answer }: Asks<boolean> & { readonly row: PlanRow }) {
  const form = useEntry(instalmentPostpone, {
    start: { instalmentId: row.id, dueDate: addDays(row.dueDate, 7), version: row.version },
    toast: '已改期',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`第 ${row.seq} 期改期`} of={form} action="改期">
      <Note>
        原到期日 {row.dueDate}，只能改一次，最多延后{MOST_DAYS}天；提醒、宽限和逾期违约金都按新日期计算
      </Note>
      <DateField of={form.fields.dueDate} ahead />
    </EntrySheet>
  )
}
