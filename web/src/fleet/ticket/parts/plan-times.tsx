import { planWords, type TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { parseWireTime } from '@cheyi/domain/time'
import { TextField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { HandedForm } from '../../../platform/referral/parts/handed.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { EffectNotice } from './effect-notice.tsx'
import { type Effect, proposedEnd, soonest } from './ticket-words.ts'

type Wire = number | string | null

interface Moments {
  readonly fields: { readonly planStart: FormField<Wire>; readonly planEnd: FormField<Wire> }
}

/** Start and end of a plan; the end is proposed by the start. */
export function PlanMoments({ fields }: Moments) {
  const now = useNow()
  const start = parseWireTime(fields.planStart.value)
  return (
    <>
      <MomentField of={fields.planStart} from={now} begin={soonest(now)} />
      <MomentField of={fields.planEnd} from={start ?? now} begin={proposedEnd(start)} />
    </>
  )
}

export interface PlanOf extends Moments {
  readonly fields: Moments['fields'] & { readonly forceReason: FormField<string | null> }
  readonly vehicleId: string | null
  readonly ticketId?: string | undefined
  /** The effect that the server returned with its refusal; it replaces the preview. */
  readonly against: Effect | undefined
  readonly forces: boolean
  readonly form?: HandedForm | undefined
}

interface PlanTimesProps {
  readonly of: TicketProfile
  readonly plan: PlanOf
  /** The store that a move brings the car to; null until it is chosen, absent when the car stays with its store. */
  readonly toStoreId?: string | null | undefined
}

/** Period of a ticket, and its effect on the orders of the car. */
export function PlanTimes({ of, plan, toStoreId }: PlanTimesProps) {
  const { fields, vehicleId, ticketId, against, forces, form } = plan
  const [planStart, planEnd] = [parseWireTime(fields.planStart.value), parseWireTime(fields.planEnd.value)]
  const whole =
    vehicleId !== null && toStoreId !== null && planStart !== null && planEnd !== null && planStart < planEnd
  const times = { planStart: planStart ?? 0, planEnd: planEnd ?? 0 }
  const asked = {
    kind: of.kind,
    vehicleId: vehicleId ?? '',
    ...times,
    ...(toStoreId && { toStoreId }),
    ...(ticketId && { ticketId }),
  }
  const preview = useRead(calls.ticket.preview, asked, { enabled: whole })
  return (
    <>
      <PlanMoments fields={fields} />
      {planStart === null && planEnd === null && <Notice tone="primary">未定时间不占库存</Notice>}
      {against !== undefined ? (
        <EffectNotice effect={against} ticketId={ticketId} form={form} />
      ) : whole && preview.error ? (
        <Notice tone="danger">{preview.error.message}</Notice>
      ) : (
        whole && <EffectNotice effect={preview.data} ticketId={ticketId} form={form} />
      )}
      {forces && <TextField of={fields.forceReason} optional={false} />}
    </>
  )
}

interface AssigneeFieldProps {
  readonly of: FormField<string | null>
  /** The store whose employees are offered. */
  readonly storeId: string | undefined
  readonly label?: string
}

/** The employee that a ticket is assigned to. */
export function AssigneeField({ of, storeId, label }: AssigneeFieldProps) {
  const people = useRead(calls.driver.box, { storeId: storeId ?? '' }, { enabled: storeId !== undefined })
  const options = (people.data ?? []).map(({ id, name, onDuty }) => ({
    value: id,
    label: name,
    ...(!onDuty && { note: '休息' }),
  }))
  return (
    <SelectField
      of={of}
      {...(label !== undefined && { label, title: label })}
      options={options}
      disabled={storeId === undefined}
    />
  )
}

interface Planned {
  readonly planStart: number | string | null
  readonly planEnd: number | string | null
  readonly forceReason?: string | null
}

/** Problems of a plan that the rules of the single fields do not find. */
export function planProblems(of: TicketProfile, value: Planned, forces: boolean) {
  const { start, end } = planWords(of)
  return {
    planStart: value.planEnd !== null && value.planStart === null && `请选择${start}`,
    planEnd: value.planStart !== null && value.planEnd === null && `请选择${end}`,
    forceReason: forces && !value.forceReason?.trim() && '请填写强制占用原因',
  }
}
