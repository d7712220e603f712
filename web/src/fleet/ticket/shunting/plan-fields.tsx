import { shuntingModes, shuntingReasons, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { shunting } from '@cheyi/domain/fleet/ticket/shunting'
import { parseWireTime } from '@cheyi/domain/time'
import type { ticketShuntingEdit } from '../../../form/calls/ticket-shunting-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import type { Entry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { EffectNotice } from '../parts/effect-notice.tsx'
import { type Effect, planned, soonest } from '../parts/ticket-words.ts'

type EditInput = typeof ticketShuntingEdit extends FormCall<infer I, infer _O> ? I : never
type Facts = Omit<EditInput, 'ticketId' | 'version' | 'confirm' | 'force'>
type Value = Entry<EditInput, unknown>['value']

interface PlanFieldsProps {
  readonly fields: Pick<Entry<EditInput, unknown>['fields'], keyof Facts>
  readonly value: Pick<Value, 'planStart' | 'planEnd' | 'toStoreId' | 'changeHome' | 'mode'>
  readonly vehicleId: string | null
  readonly storeId: string | undefined
  readonly ticketId?: string
  /** The effect that the server returned with its refusal; it replaces the preview. */
  readonly against: Effect | undefined
  readonly forces: boolean
}

const wire = (value: number | string | null | undefined) => (value == null ? null : parseWireTime(value))

/** Key of all inputs that an effect depends on besides the period; if one changes, the effect must be checked again. */
export const planKey = ({ toStoreId, changeHome }: Pick<Value, 'toStoreId' | 'changeHome'>, vehicleId: string | null) =>
  `${vehicleId}/${changeHome === false ? '' : toStoreId}`

/** Destination, period and driver of a move, with its effect on the orders of the car. */
export function PlanFields({ fields, value, vehicleId, storeId, ticketId, against, forces }: PlanFieldsProps) {
  const now = useNow()
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 })
  const people = useRead(calls.driver.box, { storeId: storeId ?? '' }, { enabled: storeId !== undefined })
  const [planStart, planEnd] = [wire(value.planStart), wire(value.planEnd)]
  const stays = value.changeHome !== false
  const whole = vehicleId !== null && value.toStoreId !== null && planStart !== null && planEnd !== null
  const preview = useRead(
    calls.ticket.preview,
    {
      kind: shunting.kind,
      vehicleId: vehicleId ?? '',
      planStart: planStart ?? 0,
      planEnd: planEnd ?? 0,
      ...(stays && value.toStoreId && { toStoreId: value.toStoreId }),
      ...(ticketId && { ticketId }),
    },
    { enabled: whole && planStart < planEnd },
  )
  const options = (people.data ?? []).map(({ id, name, onDuty }) => ({
    value: id,
    label: name,
    ...(!onDuty && { note: '休息' }),
  }))
  const targets = (stores.data ?? [])
    .filter(({ id }) => id !== storeId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Stack as={Card} gap={12} pad={16}>
        <SelectField of={fields.toStoreId} optional={false} layout="stack" options={targets} title="调入门店" />
        <CodeField of={fields.reason} layout="stack" codes={shuntingReasons} />
        <SwitchField of={fields.changeHome} label="到达后归属调入门店" hint="关闭则只是暂时停放，车辆仍属原门店" />
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
      </Stack>
      <Stack as={Card} gap={12} pad={16}>
        <SelectField
          of={fields.assigneeId}
          label="司机"
          title="司机"
          layout="stack"
          options={options}
          disabled={storeId === undefined}
        />
        <CodeField of={fields.mode} optional={false} layout="stack" codes={shuntingModes} />
        {value.mode === shuntingModes.code.carried && (
          <>
            <TextField of={fields.carrier} layout="stack" />
            <TextField of={fields.waybill} layout="stack" />
          </>
        )}
        <CodeField of={fields.priority} optional={false} layout="stack" codes={ticketPriorities} />
        <TextAreaField of={fields.remark} layout="stack" rows={2} />
      </Stack>
    </>
  )
}
