import { garageWork, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import type { ticketYearlyEdit } from '../../../form/calls/ticket-yearly-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import type { Entry } from '../../../form/use-entry.ts'
import { Card } from '../../../ui/layout.tsx'
import { GarageField, type GarageFieldProps } from '../parts/garage-field.tsx'
import { AssigneeField, type PlanOf, PlanTimes } from '../parts/plan-times.tsx'

type EditInput = typeof ticketYearlyEdit extends FormCall<infer I, infer _O> ? I : never

interface PlanFieldsProps extends Omit<PlanOf, 'fields'> {
  readonly fields: Omit<Entry<EditInput, unknown>['fields'], 'ticketId' | 'version' | 'confirm' | 'force'>
  readonly storeId: string | undefined
  readonly garage?: GarageFieldProps['current']
}

/** Time, place and assigned employee of an inspection. */
export const PlanFields = ({ fields, storeId, garage, ...plan }: PlanFieldsProps) => (
  <>
    <Card pad>
      <PlanTimes of={yearly} plan={{ ...plan, fields }} />
      <AssigneeField of={fields.assigneeId} storeId={storeId} />
      <CodeField of={fields.priority} optional={false} codes={ticketPriorities} />
    </Card>
    <Card pad>
      <GarageField of={fields.garageId} work={garageWork.inspection} current={garage} />
      <TextAreaField of={fields.remark} rows={2} />
    </Card>
  </>
)
