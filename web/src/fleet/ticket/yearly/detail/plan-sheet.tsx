import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { ticketYearlyEdit } from '../../../../form/calls/ticket-yearly-edit.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { isHarmful, savedWords, useConsent } from '../../parts/use-consent.ts'
import { PlanFields } from '../plan-fields.tsx'
import type { Ticket } from './screen.tsx'

/** Plans when and where the car is inspected. */
export default function PlanSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, vehicleId, storeId, planStart, planEnd, garageId, agency, priority, remark } = ticket
  const consent = useConsent()
  const form = useEntry(ticketYearlyEdit, {
    start: {
      ticketId,
      version,
      planStart,
      planEnd,
      garageId,
      assigneeId: ticket.assigneeGone ? null : ticket.assigneeId,
      priority,
      remark,
    },
    toInput: (value) => ({ ...value, ...consent.about(value).input }),
    also: (_, value) => planProblems(yearly, value, consent.about(value).forces),
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, form.value)
    },
    onSent(output) {
      feedback.toast(savedWords('年检单已修改', output))
      answer(true)
    },
  })
  const { fields, value } = form
  const { against, forces, closed } = consent.about(value)
  return (
    <EntrySheet
      title="预约送检"
      of={form}
      action={forces ? '强制占用并保存' : against ? '确认改派并保存' : '保存'}
      reason={closed}
    >
      <PlanFields
        fields={fields}
        value={value}
        vehicleId={vehicleId}
        storeId={storeId}
        garage={{ garageId, name: agency }}
        ticketId={ticketId}
        against={against}
        forces={forces}
      />
    </EntrySheet>
  )
}
