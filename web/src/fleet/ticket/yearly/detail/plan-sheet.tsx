import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { ticketYearlyEdit } from '../../../../form/calls/ticket-yearly-edit.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { planAction } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { PlanFields } from '../plan-fields.tsx'
import type { Ticket } from './screen.tsx'

/** Plans when and where the car is inspected. */
export default function PlanSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, vehicleId, storeId, planStart, planEnd, garageId, agency, priority, remark } = ticket
  const { form, against, forces, closed } = usePlanEntry(ticketYearlyEdit, {
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
    plan: (value) => value,
    also: (value, forces) => planProblems(yearly, value, forces),
    said: '年检单已修改',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="预约送检" of={form} action={planAction({ forces, against }, '保存', '并保存')} reason={closed}>
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
