import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../../form/fields.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Text } from '../../../../ui/layout.tsx'
import type { Ticket } from './screen.tsx'

const answers = [
  { value: 'approve', label: '同意' },
  { value: 'refuse', label: '不同意' },
] as const

/** The approval or refusal of the cost of a ticket by a second person. */
export default function DecisionSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, cost, garageName, what } = ticket
  const [action, setAction] = useState<'approve' | 'refuse'>('approve')
  const form = useEntry(ticketMaintenanceHandle, {
    start: { ticketId, version, action },
    toInput: (value) => ({ ...value, action }),
    also: ({ note }) => ({ note: action === 'refuse' && !note?.trim() && '请填写原因' }),
    toast: action === 'approve' ? '已同意' : '已告知登记人',
    onSent: () => answer(true),
  })
  const of = [garageName, what].filter(Boolean).join('，')
  return (
    <EntrySheet
      title="审批"
      of={form}
      action={action === 'approve' ? `同意 ${formatMoney(cost?.asked?.fen ?? 0)}` : '不同意'}
    >
      <Text as="p">{`同意 ${formatMoney(cost?.asked?.fen ?? 0)}（${of}）？`}</Text>
      <Segmented label="审批意见" options={answers} value={action} onChange={setAction} />
      <TextAreaField of={form.fields.note} rows={2} optional={action === 'approve'} />
    </EntrySheet>
  )
}
