import { maintenanceStatuses } from '@cheyi/domain/fleet/ticket/codes'
import { insuranceRepair } from '../../../form/calls/insurance-repair.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** Chooses the ticket that repairs the car. */
export default function RepairSheet({ one, answer }: { readonly one: InsuranceCase } & Asks<true>) {
  const { caseId, version, tickets } = one
  const form = useEntry(insuranceRepair, {
    start: { caseId, version, ticketId: tickets[0]?.ticketId ?? null },
    toast: '已关联维保单',
    onSent: () => answer(true),
  })
  const options = tickets.map(({ ticketId, no, status }) => ({
    value: ticketId,
    label: `${no} ${maintenanceStatuses.text(status)}`,
  }))
  return (
    <EntrySheet title="送修" of={form} action="确定">
      <SelectField of={form.fields.ticketId} options={options} />
    </EntrySheet>
  )
}
