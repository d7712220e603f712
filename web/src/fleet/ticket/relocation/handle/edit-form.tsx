import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { ticketRelocationEdit } from '../../../../form/calls/ticket-relocation-edit.gen.ts'
import { go } from '../../../../kernel/page/router.ts'
import { CarLine } from '../../parts/car-line.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from '../detail/screen.tsx'
import { PlanFields, planKey } from '../plan-fields.tsx'

/** Edits plan and details of a move that has not begun. */
export function EditForm({ ticket, title }: { readonly ticket: Ticket; readonly title: string }) {
  const { ticketId, version, vehicleId, storeId, toStoreId, reason, mode, carrier, waybill, changeHome } = ticket
  const { planStart, planEnd, assigneeId, priority, remark } = ticket
  const entry = usePlanEntry(ticketRelocationEdit, {
    start: {
      ...{ ticketId, version, toStoreId, reason, mode, carrier, waybill, changeHome },
      ...{ planStart, planEnd, assigneeId, priority, remark },
    },
    plan: (value) => value,
    car: (value) => planKey(value, vehicleId),
    also: (value, forces) => planProblems(relocation, value, forces),
    said: '调车单已修改',
    onSent: () => go(ticketScreens.relocationDetail, { ticketId }, { replace: true }),
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
        ticketId={ticketId}
        against={against}
        forces={forces}
      />
    </PlanPage>
  )
}
