import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { ticketRelocationEdit } from '../../../../form/calls/ticket-relocation-edit.gen.ts'
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
import { PlanFields, planKey } from '../plan-fields.tsx'

/** Edits plan and details of a move that has not begun. */
export function EditForm({ ticket, title }: { readonly ticket: Ticket; readonly title: string }) {
  const { ticketId, version, vehicleId, storeId } = ticket
  const consent = useConsent()
  const form = useEntry(ticketRelocationEdit, {
    start: {
      ticketId,
      version,
      toStoreId: ticket.toStoreId,
      reason: ticket.reason,
      mode: ticket.mode,
      carrier: ticket.carrier,
      waybill: ticket.waybill,
      changeHome: ticket.changeHome,
      planStart: ticket.planStart,
      planEnd: ticket.planEnd,
      assigneeId: ticket.assigneeId,
      priority: ticket.priority,
      remark: ticket.remark,
    },
    toInput: (value) => ({ ...value, ...consent.about(value, planKey(value, vehicleId)).input }),
    also: (_, value) => planProblems(relocation, value, consent.about(value, planKey(value, vehicleId)).forces),
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, form.value, planKey(form.value, vehicleId))
    },
    onSent(output) {
      feedback.toast(savedWords('调车单已修改', output))
      go(ticketScreens.relocationDetail, { ticketId }, { replace: true })
    },
  })
  const { fields, value } = form
  const { against, forces, closed } = consent.about(value, planKey(value, vehicleId))
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
          ticketId={ticketId}
          against={against}
          forces={forces}
        />
      </Stack>
    </Page>
  )
}
