import { ticketGarageMerge } from '../../../form/calls/ticket-garage-merge.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Garage } from '../parts/garage-sheet.tsx'

/** Merges a garage that was recorded twice into its other record. */
export default function MergeSheet({ garage, answer }: { readonly garage: Garage } & Asks<true>) {
  const others = (useRead(calls.ticket.garages, {}).data ?? []).filter(({ garageId }) => garageId !== garage.garageId)
  const form = useEntry(ticketGarageMerge, {
    start: { garageId: garage.garageId },
    toast: ({ tickets }) => (tickets > 0 ? `已合并，${tickets} 张工单已归入` : '已合并'),
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`合并「${garage.name}」`} of={form} action="合并" variant="danger">
      <SelectField
        of={form.fields.intoId}
        options={others.map(({ garageId, name, phone }) => ({ value: garageId, label: name, note: phone }))}
      />
      <Notice tone="warning">「{garage.name}」的工单归入所选维修厂，本条记录不再显示，不可恢复</Notice>
    </EntrySheet>
  )
}
