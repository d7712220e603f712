import type { ticketMaintenanceHandle } from '../../../form/calls/ticket-maintenance-handle.gen.ts'
import type { ticketRelocationHandle } from '../../../form/calls/ticket-relocation-handle.gen.ts'
import type { ticketYearlyHandle } from '../../../form/calls/ticket-yearly-handle.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import type { TicketRow } from './ticket-words.ts'

/** The call `handle` of any kind of ticket. */
type HandleForm = typeof ticketMaintenanceHandle | typeof ticketRelocationHandle | typeof ticketYearlyHandle

interface Props extends Asks<boolean> {
  readonly ticket: TicketRow
  readonly form: HandleForm
}

/** Assigns a ticket to an employee, who is notified. */
export default function AssignSheet({ ticket, form: call, answer }: Props) {
  const { ticketId, version, storeId } = ticket
  const people = useRead(calls.driver.box, { storeId })
  // The fields of this form exist in every kind, so one type is enough.
  const form = useEntry(call as typeof ticketMaintenanceHandle, {
    start: { ticketId, version, action: 'assign', assigneeId: ticket.assigneeGone ? null : ticket.assigneeId },
    also: (input) => ({ assigneeId: !input.assigneeId && '请选择负责人' }),
    toast: '已派单',
    onSent: () => answer(true),
  })
  const options = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <EntrySheet title="派单" of={form} action="派单" waits={people.data === undefined}>
      <SelectField of={form.fields.assigneeId} optional={false} options={options} />
    </EntrySheet>
  )
}
