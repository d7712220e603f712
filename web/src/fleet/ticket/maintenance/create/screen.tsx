import { maintenanceTypes, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { ticketMaintenanceCreate } from '../../../../form/calls/ticket-maintenance-create.gen.ts'
import type { StartOf } from '../../../../form/form-call.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { go } from '../../../../kernel/page/router.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import type { Handed } from '../../../../platform/referral/parts/handed.tsx'
import { Card } from '../../../../ui/layout.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { carOptions, instantOf } from '../../parts/car-options.ts'
import { firstCars, useCars } from '../../parts/cars.ts'
import { HandedTicket } from '../../parts/handed-ticket.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import { PlanFields } from '../plan-fields.tsx'

const { accident } = maintenanceTypes.code

type Start = StartOf<typeof ticketMaintenanceCreate>

export default page(ticketScreens.maintenanceCreate, ({ damageId, referralId, vehicleId, from, to, type }) => {
  if (referralId)
    return (
      <HandedTicket<Start> referralId={referralId} by="free">
        {(given, handed) => <CreateForm given={given} handed={handed} referralId={referralId} />}
      </HandedTicket>
    )
  if (damageId) return <OfDamage damageId={damageId} />
  const kind = maintenanceTypes.values.find((one) => String(one) === type) ?? null
  const items = kind === null ? '' : maintenanceTypes.text(kind)
  const plan = { planStart: instantOf(from), planEnd: instantOf(to) }
  return <OfCar given={{ vehicleId: vehicleId ?? null, type: kind, items, ...plan }} />
})

/** A ticket that repairs a damage case: it takes the car and the damaged parts from the case. */
function OfDamage({ damageId }: { readonly damageId: string }) {
  const [{ vehicleId, items, orderNo }] = useAnswers(ask(calls.ticket.ofDamage, { damageId }))
  useAnswers(firstCars('free', vehicleId))
  return <CreateForm given={{ damageId, vehicleId, items, type: accident }} orderNo={orderNo} />
}

function OfCar({ given }: { readonly given: Start }) {
  useAnswers(firstCars('free', given.vehicleId ?? undefined))
  return <CreateForm given={given} />
}

interface CreateProps {
  readonly given: Start
  /** The order whose damage is repaired. */
  readonly orderNo?: string
  readonly handed?: Handed
  readonly referralId?: string
}

function CreateForm({ given, orderNo, handed, referralId }: CreateProps) {
  const entry = usePlanEntry(ticketMaintenanceCreate, {
    start: { priority: ticketPriority.normal, ...given },
    plan: (value) => value,
    car: ({ vehicleId }) => vehicleId,
    also: (value, forces) => planProblems(maintenance, value, forces),
    said: '维保单已新建',
    referralId,
    onSent: ({ ticketId }) => go(ticketScreens.maintenanceDetail, { ticketId }, { replace: true }),
  })
  const { against, forces } = entry
  const { fields, value } = entry.form
  const { cars, onSearch } = useCars('free', value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  return (
    <PlanPage entry={entry} action="新建维保单" verb="并新建" handed={handed}>
      <Card pad>
        {orderNo && <Notice>维修订单 {orderNo} 的车损</Notice>}
        <SelectField
          of={fields.vehicleId}
          disabled={given.damageId != null}
          options={carOptions(cars)}
          onSearch={onSearch}
          title="选择车辆"
        />
      </Card>
      <PlanFields
        fields={fields}
        value={value}
        vehicleId={value.vehicleId}
        storeId={car?.storeId}
        against={against}
        forces={forces}
        form={{ screen: 'maintenance.create', value: entry.form.complete }}
      />
    </PlanPage>
  )
}
