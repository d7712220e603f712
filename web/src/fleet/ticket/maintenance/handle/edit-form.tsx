import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { ticketMaintenanceEdit } from '../../../../form/calls/ticket-maintenance-edit.gen.ts'
import { go } from '../../../../kernel/page/router.ts'
import { CarLine } from '../../parts/car-line.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from '../detail/screen.tsx'
import { PlanFields } from '../plan-fields.tsx'

/** Edits plan and details of a ticket that has not begun. */
export function EditForm({ ticket, title }: { readonly ticket: Ticket; readonly title: string }) {
  const { ticketId, version, vehicleId, storeId, type, items, planStart, planEnd, garageId } = ticket
  const { assigneeId, priority, remark } = ticket
  const entry = usePlanEntry(ticketMaintenanceEdit, {
    start: {
      ...{ ticketId, version, type, items, planStart, planEnd, garageId, assigneeId, priority, remark },
      quote: ticket.cost?.quote ?? null,
    },
    plan: (value) => value,
    also: (value, forces) => planProblems(maintenance, value, forces),
    said: '维保单已修改',
    onSent: () => go(ticketScreens.maintenanceDetail, { ticketId }, { replace: true }),
  })
  const { form, against, forces } = entry
  return (
    <PlanPage title={title} entry={entry} action="保存" verb="并保存">
      <CarLine ticket={ticket} />
      <PlanFields
        fields={form.fields}
        value={form.value}
        vehicleId={vehicleId}
        storeId={storeId}
        garage={{ garageId, name: ticket.garageName }}
        ticketId={ticketId}
        against={against}
        forces={forces}
      />
    </PlanPage>
  )
}
