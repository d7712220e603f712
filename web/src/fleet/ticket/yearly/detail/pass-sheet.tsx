import { newEndProblem } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { localDate } from '@cheyi/domain/time'
import { ticketYearlyHandle } from '../../../../form/calls/ticket-yearly-handle.gen.ts'
import { DateField } from '../../../../form/date-field.tsx'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { FenField, TextAreaField } from '../../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../../form/uploads-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { useUploads } from '../../../../kernel/media/uploads.ts'
import { useNow } from '../../../../kernel/now.ts'
import { useMay } from '../../../../kernel/user.ts'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import type { Ticket } from './screen.tsx'

/**
 * Records the new certificate: its printed expiry date and a picture. It becomes a document of the car, and the car is released.
 */
export default function PassSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, paperEndOn, proposedOn } = ticket
  const mayCost = useMay('ticket.cost')
  const today = localDate(useNow())
  const photos = slotOf(useUploads('vehicle', ticketId), 'certificate', '年检证明')
  const form = useEntry(ticketYearlyHandle, {
    start: { ticketId, version, action: 'pass', inspectedOn: today, newEndOn: proposedOn },
    files: () => ({ photoIds: photos }),
    also: (_, { inspectedOn, newEndOn }) => ({
      inspectedOn: inspectedOn !== null && inspectedOn > today && '检验日期不能晚于今天',
      newEndOn: newEndOn === null ? '请选择新有效期' : newEndProblem(newEndOn, paperEndOn, today),
      photoIds: photos.tiles.length === 0 && '请上传年检证明',
    }),
    toast: '年检合格，车辆已恢复可租',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="年检合格" of={form} action="合格，更新车辆证件">
      <Notice>{paperEndOn === null ? '以证件上的有效期为准' : `原有效期至 ${paperEndOn}，以证件上的有效期为准`}</Notice>
      <UploadsField of={fields.photoIds} from={photos} optional={false} addLabel="添加证明" />
      <DateField of={fields.inspectedOn} />
      <DateField of={fields.newEndOn} optional={false} ahead />
      {mayCost && <FenField of={fields.fee} />}
      <TextAreaField of={fields.note} rows={2} />
    </EntrySheet>
  )
}
