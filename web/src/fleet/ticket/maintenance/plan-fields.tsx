import { maintenanceTypes, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import type { ticketMaintenanceEdit } from '../../../form/calls/ticket-maintenance-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import type { Entry } from '../../../form/use-entry.ts'
import { useMay } from '../../../kernel/user.ts'
import { Card } from '../../../ui/layout.tsx'
import { GarageField, type GarageFieldProps } from '../parts/garage-field.tsx'
import { AssigneeField, type PlanOf, PlanTimes } from '../parts/plan-times.tsx'

type EditInput = typeof ticketMaintenanceEdit extends FormCall<infer I, infer _O> ? I : never
type Facts = Omit<EditInput, 'ticketId' | 'version' | 'confirm' | 'force'>

interface PlanFieldsProps extends Omit<PlanOf, 'fields'> {
  readonly fields: Pick<Entry<EditInput, unknown>['fields'], keyof Facts>
  readonly storeId: string | undefined
  readonly garage?: GarageFieldProps['current']
}

/** Plan and details of a ticket, with the effect of the plan on the orders of the car. */
export function PlanFields({ fields, storeId, garage, ...plan }: PlanFieldsProps) {
  const mayCost = useMay('ticket.cost')
  return (
    <>
      <Card pad>
        <CodeField of={fields.type} codes={maintenanceTypes} />
        <TextAreaField of={fields.items} rows={3} placeholder="如：更换机油机滤，检查刹车片" />
        <CodeField of={fields.priority} optional={false} codes={ticketPriorities} />
      </Card>
      <Card pad>
        <PlanTimes of={maintenance} plan={{ ...plan, fields }} />
        <AssigneeField of={fields.assigneeId} storeId={storeId} />
      </Card>
      <Card pad>
        <GarageField of={fields.garageId} work={fields.type.value} current={garage} />
        {mayCost && <FenField of={fields.quote} />}
        <TextAreaField of={fields.remark} rows={2} />
      </Card>
    </>
  )
}
