import { planWords, type TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { parseWireTime } from '@cheyi/domain/time'
import { TextField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Notice } from '../../../ui/modal/notice.tsx'
import { EffectNotice } from './effect-notice.tsx'
import { type Effect, planned, soonest } from './ticket-words.ts'

type Wire = number | string | null

export interface PlanOf {
  readonly fields: {
    readonly planStart: FormField<Wire>
    readonly planEnd: FormField<Wire>
    readonly assigneeId: FormField<string | null>
    readonly forceReason: FormField<string | null>
  }
  readonly value: { readonly planStart: Wire; readonly planEnd: Wire }
  readonly vehicleId: string | null
  readonly storeId: string | undefined
  readonly ticketId?: string
  /** The effect that the server returned with its refusal; it replaces the preview. */
  readonly against: Effect | undefined
  readonly forces: boolean
}

const wire = (value: Wire) => (value === null ? null : parseWireTime(value))

/** Period of the ticket, its effect on the orders of the car, and the assigned employee. */
export function PlanCard({ of, plan }: { readonly of: TicketProfile; readonly plan: PlanOf }) {
  const { fields, value, vehicleId, storeId, ticketId, against, forces } = plan
  const now = useNow()
  const people = useRead(calls.driver.box, { storeId: storeId ?? '' }, { enabled: storeId !== undefined })
  const [planStart, planEnd] = [wire(value.planStart), wire(value.planEnd)]
  const whole = vehicleId !== null && planStart !== null && planEnd !== null && planStart < planEnd
  const times = { planStart: planStart ?? 0, planEnd: planEnd ?? 0 }
  const asked = { kind: of.kind, vehicleId: vehicleId ?? '', ...times, ...(ticketId && { ticketId }) }
  const preview = useRead(calls.ticket.preview, asked, { enabled: whole })
  const options = (people.data ?? []).map(({ id, name, onDuty }) => ({
    value: id,
    label: name,
    ...(!onDuty && { note: '休息' }),
  }))
  return (
    <>
      <MomentField of={fields.planStart} layout="stack" from={now} begin={soonest(now)} />
      <MomentField of={fields.planEnd} layout="stack" from={planStart ?? now} begin={planned(planStart)} />
      {planStart === null && planEnd === null && <Notice>不填时间即待预约：不占用库存，预约后再占用</Notice>}
      {against !== undefined ? (
        <EffectNotice effect={against} />
      ) : whole && preview.error ? (
        <Notice tone="danger">{preview.error.message}</Notice>
      ) : (
        whole && <EffectNotice effect={preview.data} />
      )}
      {forces && <TextField of={fields.forceReason} optional={false} layout="stack" />}
      <SelectField of={fields.assigneeId} layout="stack" options={options} disabled={storeId === undefined} />
    </>
  )
}

/** Problems of a plan that has only one end, or that is forced without a reason. */
export function planFaults(
  of: TicketProfile,
  value: PlanOf['value'] & { readonly forceReason?: string | null },
  forces: boolean,
) {
  const { start, end } = planWords(of)
  return {
    planStart: value.planEnd !== null && value.planStart === null && `请选择${start}`,
    planEnd: value.planStart !== null && value.planEnd === null && `请选择${end}`,
    forceReason: forces && !value.forceReason?.trim() && '请填写强制占用原因',
  }
}
