import { relocationModes, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { ticketRelocationCreate } from '../../../../form/calls/ticket-relocation-create.gen.ts'
import type { StartOf } from '../../../../form/form-call.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import { go } from '../../../../kernel/page/router.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import type { Handed } from '../../../../platform/referral/parts/handed.tsx'
import { Card } from '../../../../ui/layout.tsx'
import { carOptions, instantOf } from '../../parts/car-options.ts'
import { firstCars, useCars } from '../../parts/cars.ts'
import { HandedTicket } from '../../parts/handed-ticket.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import { PlanFields, planKey } from '../plan-fields.tsx'

type Start = StartOf<typeof ticketRelocationCreate>

/** A new ticket that moves a car to another store. */
export default page(ticketScreens.relocationCreate, ({ referralId, vehicleId, from, to }) =>
  referralId ? (
    <HandedTicket<Start> referralId={referralId} by="free">
      {(given, handed) => <CreateForm given={given} handed={handed} referralId={referralId} />}
    </HandedTicket>
  ) : (
    <OfCar given={{ vehicleId: vehicleId ?? null, planStart: instantOf(from), planEnd: instantOf(to) }} />
  ),
)

function OfCar({ given }: { readonly given: Start }) {
  useAnswers(firstCars('free', given.vehicleId ?? undefined))
  return <CreateForm given={given} />
}

interface CreateProps {
  readonly given: Start
  readonly handed?: Handed
  readonly referralId?: string
}

function CreateForm({ given, handed, referralId }: CreateProps) {
  const entry = usePlanEntry(ticketRelocationCreate, {
    start: { priority: ticketPriority.normal, mode: relocationModes.code.driven, changeHome: true, ...given },
    plan: (value) => value,
    car: (value) => planKey(value, value.vehicleId),
    also: (value, forces) => planProblems(relocation, value, forces),
    said: '调车单已新建',
    referralId,
    onSent: ({ ticketId }) => go(ticketScreens.relocationDetail, { ticketId }, { replace: true }),
  })
  const { against, forces } = entry
  const { fields, value } = entry.form
  const { cars, onSearch } = useCars('free', value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  return (
    <PlanPage entry={entry} action="新建调车单" verb="并新建" handed={handed}>
      <Card pad>
        <SelectField of={fields.vehicleId} options={carOptions(cars)} onSearch={onSearch} title="选择车辆" />
      </Card>
      <PlanFields
        fields={fields}
        value={value}
        vehicleId={value.vehicleId}
        storeId={car?.storeId}
        against={against}
        forces={forces}
        form={{ screen: 'relocation.create', value: entry.form.complete }}
      />
    </PlanPage>
  )
}
