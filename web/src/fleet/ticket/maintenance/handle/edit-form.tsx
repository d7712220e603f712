import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { ticketMaintenanceEdit } from '../../../../form/calls/ticket-maintenance-edit.gen.ts'
import { useEntry } from '../../../../form/use-entry.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import { go } from '../../../../kernel/page/router.ts'
import { Page } from '../../../../page/page.tsx'
import { MainButton } from '../../../../ui/button.tsx'
import { ActionBar } from '../../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { CarLine } from '../../parts/car-line.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { isHarmful, savedWords, useConsent } from '../../parts/use-consent.ts'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from '../detail/screen.tsx'
import { PlanFields } from '../plan-fields.tsx'

/** Edits plan and details of a ticket that has not begun. */
export function EditForm({ ticket, title }: { readonly ticket: Ticket; readonly title: string }) {
  const { ticketId, version, vehicleId, storeId } = ticket
  const consent = useConsent()
  const form = useEntry(ticketMaintenanceEdit, {
    start: {
      ticketId,
      version,
      type: ticket.type,
      items: ticket.items,
      planStart: ticket.planStart,
      planEnd: ticket.planEnd,
      garageId: ticket.garageId,
      assigneeId: ticket.assigneeId,
      priority: ticket.priority,
      quote: ticket.cost?.quote ?? null,
      remark: ticket.remark,
    },
    toInput: (value) => ({ ...value, ...consent.about(value).input }),
    also: (_, value) => planProblems(maintenance, value, consent.about(value).forces),
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, form.value)
    },
    onSent(output) {
      feedback.toast(savedWords('维保单已修改', output))
      go(ticketScreens.maintenanceDetail, { ticketId }, { replace: true })
    },
  })
  const { fields, value } = form
  const { against, forces, closed } = consent.about(value)
  return (
    <Page
      title={title}
      footer={
        <ActionBar>
          <MainButton reason={closed} loading={form.pending} onClick={() => void form.send()}>
            {forces ? '强制占用并保存' : against ? '确认改派并保存' : '保存'}
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <CarLine ticket={ticket} />
        <PlanFields
          fields={fields}
          value={value}
          vehicleId={vehicleId}
          storeId={storeId}
          garage={{ garageId: ticket.garageId, name: ticket.garageName }}
          ticketId={ticketId}
          against={against}
          forces={forces}
        />
      </Stack>
    </Page>
  )
}
