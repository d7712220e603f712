import { EntrySheet } from '../../form/entry-sheet.tsx'
import type { FormCall } from '../../form/form-call.ts'
import { SelectField } from '../../form/select-field.tsx'
import { useEntry } from '../../form/use-entry.ts'
import { calls, type InputOf, type OutputOf, useRead } from '../../kernel/call/calls.ts'
import type { Asks } from '../../page/opened-sheet.tsx'
import type { TicketRow } from './ticket-words.ts'

type Handle = typeof calls.ticket.maintainceHandle
/** `handle` of any kind: this one uses what all of them have. */
type HandleForm = FormCall<InputOf<Handle>, OutputOf<Handle>>

interface Props extends Asks<boolean> {
  readonly ticket: TicketRow
  readonly form: HandleForm
}

/** Somebody is to see to a ticket; they are told. */
export default function AssignSheet({ ticket, form: call, answer }: Props) {
  const { ticketId, version, storeId } = ticket
  const people = useRead(calls.driver.box, { storeId })
  const form = useEntry(call, {
    start: { ticketId, version, action: 'assign', assigneeId: ticket.assigneeGone ? null : ticket.assigneeId },
    also: (input) => ({ assigneeId: !input.assigneeId && '请选择负责人' }),
    toast: '已派单',
    onSent: () => answer(true),
  })
  const options = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <EntrySheet title="派单" of={form} action="派单" waits={people.data === undefined}>
      <SelectField of={form.fields.assigneeId} optional={false} layout="stack" options={options} />
    </EntrySheet>
  )
}
