import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { ticketRelocationHandle } from '../../../../form/calls/ticket-relocation-handle.gen.ts'
import { ReasonSheet } from '../../../../form/reason-sheet.tsx'
import { SelectField } from '../../../../form/select-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import type { Ticket } from './screen.tsx'

/** Cancels a move; if the car is already on the way, the clerk says where it is now. */
export default function CancelSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version } = ticket
  const begun = isInHand(ticket)
  const form = useEntry(ticketRelocationHandle, {
    start: { ticketId, version, action: 'cancel' },
    also: (_, { note, standsAt }) => ({
      note: !note?.trim() && '请填写原因',
      standsAt: begun && !standsAt && '请选择车辆现在所在的门店',
    }),
    toast: '调车单已取消',
    onSent: () => answer(true),
  })
  const stores = [
    { value: ticket.storeId, label: ticket.storeName },
    { value: ticket.toStoreId, label: ticket.toStoreName },
  ]
  return (
    <ReasonSheet
      title="取消调车单"
      of={form}
      field={form.fields.note}
      label="原因"
      usual={['改期再调', '车辆另有安排', '建单有误']}
      action="取消工单"
      variant="danger"
    >
      {begun && <SelectField of={form.fields.standsAt} optional={false} options={stores} />}
      <Notice>{begun ? '车辆仍属调出门店，立即恢复可租' : '取消后不再占用库存'}</Notice>
    </ReasonSheet>
  )
}
