import { RELOCATION_PHOTOS, relocationSteps } from '@cheyi/domain/fleet/ticket/relocation'
import { formatKm } from '@cheyi/domain/length'
import { fuelKind } from '@cheyi/domain/rental/pickup-return/codes'
import { fuelKindOf } from '@cheyi/domain/rental/pickup-return/record'
import { can } from '@cheyi/domain/step'
import { ticketRelocationHandle } from '../../../../form/calls/ticket-relocation-handle.gen.ts'
import { NumberField, TextAreaField, TextField } from '../../../../form/fields.tsx'
import { MomentField } from '../../../../form/moment-field.tsx'
import { slotOf, UploadsField } from '../../../../form/uploads-field.tsx'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { useUploads } from '../../../../kernel/media/uploads.ts'
import { useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import { Card } from '../../../../ui/layout.tsx'
import { CarLine } from '../../parts/car-line.tsx'
import { EffectNotice } from '../../parts/effect-notice.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { EditTicket, StepRefused } from '../../parts/ticket-form.tsx'
import { endOnly, missingForceReason, usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import type { Ticket } from '../detail/screen.tsx'
import { relocationForm } from '../form.tsx'

const titles = { edit: '修改调车单', depart: '出发', extend: '调整到达时间', arrive: '到达' } as const

/** Edits the plan of a move, or does its next step: departed, delayed, arrived. */
export default page(ticketScreens.relocationHandle, ({ ticketId, act }) => {
  const [ticket] = useAnswers(ask(calls.ticket.relocationDetail, { ticketId }))
  const title = titles[act]
  if (!can(relocationSteps, act, ticket.status).ok) return <StepRefused ticket={ticket} title={title} />
  const leaves = act === 'edit' || act === 'depart'
  if (leaves && !ticket.ends.from) return <StepRefused ticket={ticket} title={title} reason="由调出门店的员工处理" />
  return act === 'edit' ? (
    <EditTicket key={ticket.version} form={relocationForm} ticket={ticket} title={title} />
  ) : (
    <ActForm key={ticket.version} ticket={ticket} act={act} title={title} />
  )
})

interface ActFormProps {
  readonly ticket: Ticket
  readonly act: 'depart' | 'extend' | 'arrive'
  readonly title: string
}

const said = { depart: '已出发', extend: '到达时间已调整', arrive: '已到达' } as const

/** Records the readings of the car at departure and arrival, or a later arrival time. */
function ActForm({ ticket, act, title }: ActFormProps) {
  const { ticketId, version, planEnd } = ticket
  const now = useNow()
  const reads = act !== 'extend'
  const plans = act !== 'arrive'
  const photos = slotOf(useUploads('ticket', { record: ticketId }), act, '照片')
  const least = act === 'arrive' ? (ticket.start?.km ?? 0) : ticket.odometerKm
  const kind = fuelKindOf(ticket.energy)
  const asks = { fuel: reads && kind !== fuelKind.electric, battery: reads && kind !== fuelKind.oil }
  const entry = usePlanEntry(ticketRelocationHandle, {
    start: { ticketId, version, action: act, planEnd: planEnd !== null && planEnd > now ? planEnd : null },
    toInput: (value) => ({ ...value, planEnd: plans ? value.planEnd : null }),
    plan: endOnly,
    files: () => ({ photoIds: reads ? photos : undefined }),
    also: (value, forces) => ({
      odometerKm:
        reads &&
        (value.odometerKm === null
          ? '请输入里程'
          : value.odometerKm < least &&
            (act === 'arrive' ? '到达里程不能小于出发里程' : `里程不能小于 ${formatKm(least)}`)),
      fuelPct: asks.fuel && value.fuelPct === null && '请输入油量',
      batteryPct: asks.battery && value.batteryPct === null && '请输入电量',
      photoIds: reads && photos.tiles.length < RELOCATION_PHOTOS && `请上传至少${RELOCATION_PHOTOS}张车辆照片`,
      planEnd: plans && value.planEnd === null && '请选择计划到达',
      note: act === 'extend' && !value.note?.trim() && '请填写原因',
      forceReason: missingForceReason(value, forces),
    }),
    said: said[act],
    onSent: () => go(ticketScreens.relocationDetail, { ticketId }, { replace: true }),
  })
  const { against, forces } = entry
  const { fields } = entry.form
  return (
    <PlanPage title={title} entry={entry} action={`确认${title}`}>
      <CarLine ticket={ticket} />
      <Card pad>
        {reads && <NumberField of={fields.odometerKm} unit="km" optional={false} hint={`不小于 ${formatKm(least)}`} />}
        {asks.fuel && <NumberField of={fields.fuelPct} unit="%" optional={false} />}
        {asks.battery && <NumberField of={fields.batteryPct} unit="%" optional={false} />}
        {reads && (
          <UploadsField
            of={fields.photoIds}
            from={photos}
            optional={false}
            addLabel="添加照片"
            hint="前、后、左、右各一张"
          />
        )}
        {plans && <MomentField of={fields.planEnd} from={now} optional={false} />}
        {against && <EffectNotice effect={against} ticketId={ticketId} />}
        {forces && <TextField of={fields.forceReason} optional={false} />}
        <TextAreaField of={fields.note} rows={2} optional={act !== 'extend'} />
      </Card>
    </PlanPage>
  )
}
