import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { planAction } from '../../parts/plan-page.tsx'
import { useEditedTicket } from '../../parts/ticket-form.tsx'
import { yearlyForm } from '../form.tsx'
import type { Ticket } from './screen.tsx'

/** Plans when and where the car is inspected. */
export default function PlanSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { entry, fields } = useEditedTicket(yearlyForm, ticket, () => answer(true))
  return (
    <EntrySheet title="预约送检" of={entry.form} action={planAction(entry, '保存', '并保存')} reason={entry.closed}>
      {fields}
    </EntrySheet>
  )
}
