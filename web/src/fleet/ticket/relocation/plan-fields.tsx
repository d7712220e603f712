import { relocationModes, relocationReasons, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import type { ticketRelocationEdit } from '../../../form/calls/ticket-relocation-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { SelectField } from '../../../form/select-field.tsx'
import type { Entry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Card } from '../../../ui/layout.tsx'
import { AssigneeField, type PlanOf, PlanTimes } from '../parts/plan-times.tsx'

type EditInput = typeof ticketRelocationEdit extends FormCall<infer I, infer _O> ? I : never
type Facts = Omit<EditInput, 'ticketId' | 'version' | 'confirm' | 'force'>
type Value = Entry<EditInput, unknown>['value']

interface PlanFieldsProps extends Omit<PlanOf, 'fields'> {
  readonly fields: Pick<Entry<EditInput, unknown>['fields'], keyof Facts>
  readonly value: Pick<Value, 'planStart' | 'planEnd' | 'toStoreId' | 'changeHome' | 'mode'>
  readonly storeId: string | undefined
}

/** Key of all inputs that an effect depends on besides the period; if one changes, the effect must be checked again. */
export const planKey = ({ toStoreId, changeHome }: Pick<Value, 'toStoreId' | 'changeHome'>, vehicleId: string | null) =>
  `${vehicleId}/${changeHome === false ? '' : toStoreId}`

/** Destination, period and driver of a move, with its effect on the orders of the car. */
export function PlanFields({ fields, storeId, ...plan }: PlanFieldsProps) {
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 })
  const { toStoreId, changeHome, mode } = plan.value
  const targets = (stores.data ?? [])
    .filter(({ id }) => id !== storeId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Card pad>
        <SelectField of={fields.toStoreId} optional={false} options={targets} title="调入门店" />
        <CodeField of={fields.reason} codes={relocationReasons} />
        <SwitchField of={fields.changeHome} label="到达后归属调入门店" hint="关闭则只是暂时停放，车辆仍属原门店" />
      </Card>
      <Card pad>
        <PlanTimes
          of={relocation}
          plan={{ ...plan, fields }}
          toStoreId={toStoreId !== null && changeHome === false ? undefined : toStoreId}
        />
      </Card>
      <Card pad>
        <AssigneeField of={fields.assigneeId} storeId={storeId} label="司机" />
        <CodeField of={fields.mode} optional={false} codes={relocationModes} />
        {mode === relocationModes.code.carried && (
          <>
            <TextField of={fields.carrier} />
            <TextField of={fields.waybill} />
          </>
        )}
        <CodeField of={fields.priority} optional={false} codes={ticketPriorities} />
        <TextAreaField of={fields.remark} rows={2} />
      </Card>
    </>
  )
}
