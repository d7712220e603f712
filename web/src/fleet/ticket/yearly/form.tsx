import { garageWork, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { windowWarning } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate, parseWireTime } from '@cheyi/domain/time'
import { ticketYearlyCreate } from '../../../form/calls/ticket-yearly-create.gen.ts'
import { ticketYearlyEdit } from '../../../form/calls/ticket-yearly-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useNow } from '../../../kernel/now.ts'
import { Card, Notice } from '../../../ui/layout.tsx'
import { GarageField } from '../parts/garage-field.tsx'
import { AssigneeField, PlanTimes } from '../parts/plan-times.tsx'
import { type Car, type CarNoticesProps, type PlanFieldsProps, ticketForm } from '../parts/ticket-form.tsx'
import type { Ticket } from './detail/types.ts'
import { ViolationsNotice } from './violations-notice.tsx'

export const yearlyForm = ticketForm({
  of: yearly,
  create: ticketYearlyCreate,
  edit: ticketYearlyEdit,
  cars: 'inspection',
  options: optionsOf,
  stored: ({ garageId }: Ticket) => ({ garageId }),
  garageOf: ({ garageId, agency }) => ({ garageId, name: agency }),
  Fields,
  CarNotices,
})

/** Each with the end of its inspection. */
function optionsOf(cars: readonly Car[]) {
  return cars.map(({ vehicleId, plate, modelName, storeName, inspectionExpireOn, openNo }) => ({
    value: vehicleId,
    label: displayPlate(plate),
    note: [
      inspectionExpireOn === null ? '无年检记录' : `年检至 ${inspectionExpireOn}`,
      modelName,
      storeName,
      openNo && `有未完结工单 ${openNo}`,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
}

function CarNotices({ car, planStart }: CarNoticesProps) {
  const now = useNow()
  const warning = windowWarning(car.inspectionExpireOn, localDate(parseWireTime(planStart) ?? now))
  return (
    <>
      {warning && <Notice tone="warning">{warning}</Notice>}
      <ViolationsNotice vehicleId={car.vehicleId} />
    </>
  )
}

function Fields({ fields, storeId, garage, ...plan }: PlanFieldsProps<typeof ticketYearlyEdit>) {
  return (
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
}
