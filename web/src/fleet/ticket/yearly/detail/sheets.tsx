import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { newEndProblem } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { localDate } from '@cheyi/domain/time'
import { ticketYearlyHandle } from '../../../../form/calls/ticket-yearly-handle.gen.ts'
import { DateField } from '../../../../form/date-field.tsx'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { FenField, TextAreaField } from '../../../../form/fields.tsx'
import { reasonSheet } from '../../../../form/reason-sheet.tsx'
import { slotOf, UploadsField } from '../../../../form/uploads-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { useUploads } from '../../../../kernel/media/uploads.ts'
import { useNow } from '../../../../kernel/now.ts'
import { useMay } from '../../../../kernel/user.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import { planAction } from '../../parts/plan-page.tsx'
import { useEditedTicket } from '../../parts/ticket-form.tsx'
import { yearlyForm } from '../form.tsx'
import type { Ticket } from './types.ts'

/**
 * Records the new certificate: its printed expiry date and a picture. It becomes a document of the car, and the car is released.
 */
export function PassSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, paperEndOn, proposedOn } = ticket
  const mayCost = useMay('ticket.cost')
  const today = localDate(useNow())
  const photos = slotOf(useUploads('vehicle', { record: ticketId }), 'certificate', '年检证明')
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

/** Plans when and where the car is inspected. */
export function PlanSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { entry, fields } = useEditedTicket(yearlyForm, ticket, () => answer(true))
  return (
    <EntrySheet title="预约送检" of={entry.form} action={planAction(entry, '保存', '并保存')} reason={entry.closed}>
      {fields}
    </EntrySheet>
  )
}

interface Props {
  readonly ticket: Ticket
  readonly action: 'fail' | 'cancel'
}

const words = {
  fail: {
    title: '检验不合格',
    verb: '登记不合格',
    toast: '已登记不合格，待复检',
    usual: ['灯光不合格', '制动不合格', '尾气不合格', '外观与登记不符'],
  },
  cancel: {
    title: '取消年检单',
    verb: '取消工单',
    toast: '年检单已取消',
    usual: ['改期再办', '车辆另有安排', '建单有误'],
  },
} as const

/** Records a failed inspection or cancels the ticket; both need a reason. */
export const ReasonSheet = reasonSheet(ticketYearlyHandle, ({ ticket, action }: Props) => {
  const { ticketId, version } = ticket
  const { title, verb, toast, usual } = words[action]
  return {
    title,
    field: 'note',
    label: '原因',
    usual,
    action: verb,
    variant: 'danger',
    start: { ticketId, version, action },
    missing: '请填写原因',
    toast,
    about: action === 'cancel' && (
      <Notice>
        {isInHand(ticket) ? '取消后不再占用车辆，请确认车已取回' : '取消后不再占用库存，系统不再自动创建'}
      </Notice>
    ),
  }
})
