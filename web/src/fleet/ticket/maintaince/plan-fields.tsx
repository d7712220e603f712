import { maintainceTypes, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { maintaince } from '@cheyi/domain/fleet/ticket/maintaince'
import { parseWireTime } from '@cheyi/domain/time'
import type { ticketMaintainceEdit } from '../../../form/calls/ticket-maintaince-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import type { Entry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { EffectNotice } from '../parts/effect-notice.tsx'
import { GarageFields } from '../parts/garage-fields.tsx'
import { type Effect, planned, soonest } from '../parts/ticket-words.ts'

type EditInput = typeof ticketMaintainceEdit extends FormCall<infer I, infer _O> ? I : never
type Facts = Omit<EditInput, 'ticketId' | 'version' | 'confirm' | 'force'>

export interface PlanFieldsProps {
  readonly fields: Pick<Entry<EditInput, unknown>['fields'], keyof Facts>
  readonly value: Pick<Entry<EditInput, unknown>['value'], 'planStart' | 'planEnd'>
  readonly vehicleId: string | null
  readonly storeId: string | undefined
  readonly ticketId?: string
  /** The effect that the server returned with its refusal; it replaces the preview. */
  readonly against: Effect | undefined
  readonly forces: boolean
}

const wire = (value: number | string | null) => (value === null ? null : parseWireTime(value))

/** Plan and details of a ticket, with the effect of the plan on the orders of the car. */
export function PlanFields({ fields, value, vehicleId, storeId, ticketId, against, forces }: PlanFieldsProps) {
  const now = useNow()
  const mayCost = useMay('ticket.cost')
  const people = useRead(calls.driver.box, { storeId: storeId ?? '' }, { enabled: storeId !== undefined })
  const [planStart, planEnd] = [wire(value.planStart), wire(value.planEnd)]
  const whole = vehicleId !== null && planStart !== null && planEnd !== null && planStart < planEnd
  const preview = useRead(
    calls.ticket.preview,
    {
      kind: maintaince.kind,
      vehicleId: vehicleId ?? '',
      planStart: planStart ?? 0,
      planEnd: planEnd ?? 0,
      ...(ticketId && { ticketId }),
    },
    { enabled: whole },
  )
  const options = (people.data ?? []).map(({ id, name, onDuty }) => ({
    value: id,
    label: name,
    ...(!onDuty && { note: '休息' }),
  }))
  return (
    <>
      <Stack as={Card} gap={12} pad={16}>
        <CodeField of={fields.type} layout="stack" codes={maintainceTypes} />
        <TextAreaField of={fields.items} layout="stack" rows={3} placeholder="如：更换机油机滤，检查刹车片" />
        <CodeField of={fields.priority} optional={false} layout="stack" codes={ticketPriorities} />
      </Stack>
      <Stack as={Card} gap={12} pad={16}>
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
      </Stack>
      <Stack as={Card} gap={12} pad={16}>
        <GarageFields fields={fields} />
        {mayCost && <FenField of={fields.quote} layout="stack" />}
        <TextAreaField of={fields.remark} layout="stack" rows={2} />
      </Stack>
    </>
  )
}
