import { maintenanceTypes, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { ticketMaintenanceCreate } from '../../../form/calls/ticket-maintenance-create.gen.ts'
import { ticketMaintenanceEdit } from '../../../form/calls/ticket-maintenance-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { useMay } from '../../../kernel/user.ts'
import { Card } from '../../../ui/layout.tsx'
import { carOptions } from '../parts/car-options.ts'
import { GarageField } from '../parts/garage-field.tsx'
import { AssigneeField, PlanTimes } from '../parts/plan-times.tsx'
import { type PlanFieldsProps, ticketForm } from '../parts/ticket-form.tsx'
import type { Ticket } from './detail/types.ts'

export const maintenanceForm = ticketForm({
  of: maintenance,
  create: ticketMaintenanceCreate,
  edit: ticketMaintenanceEdit,
  cars: 'free',
  options: carOptions,
  stored: ({ type, items, garageId, cost }: Ticket) => ({ type, items, garageId, quote: cost?.quote ?? null }),
  garageOf: ({ garageId, garageName }) => ({ garageId, name: garageName }),
  Fields,
})

function Fields({ fields, storeId, garage, ...plan }: PlanFieldsProps<typeof ticketMaintenanceEdit>) {
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
