import { isCare, maintenanceSteps } from '@cheyi/domain/fleet/ticket/maintenance'
import { can } from '@cheyi/domain/step'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { DateField } from '../../../../form/date-field.tsx'
import { NumberField, TextAreaField, TextField } from '../../../../form/fields.tsx'
import { MomentField } from '../../../../form/moment-field.tsx'
import { slotOf, UploadsField } from '../../../../form/uploads-field.tsx'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { useUploads } from '../../../../kernel/media/uploads.ts'
import { useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import { Card, Notice } from '../../../../ui/layout.tsx'
import { CarLine } from '../../parts/car-line.tsx'
import { EffectNotice } from '../../parts/effect-notice.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { EditTicket, StepRefused } from '../../parts/ticket-form.tsx'
import { endOnly, missingForceReason, usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from '../detail/types.ts'
import { maintenanceForm } from '../form.tsx'

const titles = { edit: '修改维保单', send: '送修', extend: '调整完工时间', accept: '验收' } as const

/** Edits the plan of a ticket, or does its next step: sent to the garage, extended, accepted. */
export default page(ticketScreens.maintenanceHandle, ({ ticketId, act }) => {
  const [ticket] = useAnswers(ask(calls.ticket.maintenanceDetail, { ticketId }))
  const title = titles[act]
  if (!can(maintenanceSteps, act, ticket.status).ok) return <StepRefused ticket={ticket} title={title} />
  return act === 'edit' ? (
    <EditTicket key={ticket.version} form={maintenanceForm} ticket={ticket} title={title} />
  ) : (
    <ActForm key={ticket.version} ticket={ticket} act={act} title={title} />
  )
})

interface ActFormProps {
  readonly ticket: Ticket
  readonly act: 'send' | 'extend' | 'accept'
  readonly title: string
}

const said = { send: '已送修', extend: '完工时间已调整', accept: '验收通过，车辆已恢复可租' } as const

/** Records the readings of the car when it goes to the garage or returns, and the planned end of the stay. */
function ActForm({ ticket, act, title }: ActFormProps) {
  const { ticketId, version, planEnd } = ticket
  const now = useNow()
  const reads = act !== 'extend'
  const photos = slotOf(useUploads('ticket', { record: ticketId }), act, '照片')
  const least = act === 'accept' ? (ticket.startKm ?? 0) : ticket.odometerKm
  const entry = usePlanEntry(ticketMaintenanceHandle, {
    start: { ticketId, version, action: act, planEnd: planEnd !== null && planEnd > now ? planEnd : null },
    toInput: (value) => ({ ...value, planEnd: act === 'accept' ? null : value.planEnd }),
    plan: endOnly,
    files: () => ({ photoIds: reads ? photos : undefined }),
    also: (value, forces) => ({
      odometerKm:
        reads && (value.odometerKm === null ? '请输入里程' : value.odometerKm < least && `里程不能小于${least}公里`),
      photoIds: reads && photos.tiles.length === 0 && '请上传车辆照片',
      planEnd: act !== 'accept' && value.planEnd === null && '请选择计划完工',
      nextKm:
        value.nextKm !== null && value.odometerKm !== null && value.nextKm <= value.odometerKm && '须大于本次里程',
      note: act === 'extend' && !value.note?.trim() && '请填写原因',
      forceReason: missingForceReason(value, forces),
    }),
    said: said[act],
    onSent: () => go(ticketScreens.maintenanceDetail, { ticketId }, { replace: true }),
  })
  const { against, forces } = entry
  const { fields } = entry.form
  const waits = act === 'send' && ticket.awaitsApproval ? '报价或费用待审批，同意后才能送修' : undefined
  return (
    <PlanPage title={title} entry={entry} action={act === 'accept' ? '验收通过' : title} reason={waits}>
      <CarLine ticket={ticket} />
      {waits && <Notice tone="warning">{waits}</Notice>}
      <Card pad>
        {reads && <NumberField of={fields.odometerKm} unit="公里" optional={false} hint={`不小于 ${least} 公里`} />}
        {reads && <UploadsField of={fields.photoIds} from={photos} optional={false} addLabel="添加照片" />}
        {act === 'accept' && isCare(ticket.type) && (
          <>
            <NumberField of={fields.nextKm} unit="公里" hint="维修厂未写明时不填，按间隔推算" />
            <DateField of={fields.nextOn} ahead />
          </>
        )}
        {act !== 'accept' && <MomentField of={fields.planEnd} from={now} optional={false} />}
        {against && <EffectNotice effect={against} ticketId={ticketId} />}
        {forces && <TextField of={fields.forceReason} optional={false} />}
        <TextAreaField of={fields.note} rows={2} optional={act !== 'extend'} />
      </Card>
    </PlanPage>
  )
}
