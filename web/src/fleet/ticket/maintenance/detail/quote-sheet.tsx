import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { FenField, TextAreaField } from '../../../../form/fields.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import type { Ticket } from './screen.tsx'

/** Records the quote of the garage; above the limit it needs approval by a second person. */
export default function QuoteSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, cost } = ticket
  const form = useEntry(ticketMaintenanceHandle, {
    start: { ticketId, version, action: 'quote', quote: cost?.quote ?? null },
    also: ({ quote }) => ({ quote: quote === null && '请输入报价' }),
    toast: '报价已登记',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记报价" of={form} action="保存">
      <FenField of={form.fields.quote} optional={false} hint="超过审批限额的，保存后通知有权限的人审批" />
      <TextAreaField of={form.fields.note} rows={2} />
    </EntrySheet>
  )
}
