import { ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { windowWarning } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate, parseWireTime } from '@cheyi/domain/time'
import { ticketYearlyCreate } from '../../../../form/calls/ticket-yearly-create.gen.ts'
import type { StartOf } from '../../../../form/form-call.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import type { calls, OutputOf } from '../../../../kernel/call/calls.ts'
import { useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { page, useAnswers } from '../../../../page/page.tsx'
import type { Handed } from '../../../../platform/referral/parts/handed.tsx'
import { Card } from '../../../../ui/layout.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { instantOf } from '../../parts/car-options.ts'
import { firstCars, useCars } from '../../parts/cars.ts'
import { HandedTicket } from '../../parts/handed-ticket.tsx'
import { PlanPage } from '../../parts/plan-page.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { usePlanEntry } from '../../parts/use-plan-entry.ts'
import { ticketScreens } from '../../screens.ts'
import { PlanFields } from '../plan-fields.tsx'
import { ViolationsNotice } from '../violations-notice.tsx'

type Car = OutputOf<typeof calls.ticket.vehicles>[number]
type Start = StartOf<typeof ticketYearlyCreate>

export default page(ticketScreens.yearlyCreate, ({ referralId, vehicleId, from, to }) =>
  referralId ? (
    <HandedTicket<Start> referralId={referralId} by="inspection">
      {(given, handed) => <CreateForm given={given} handed={handed} referralId={referralId} />}
    </HandedTicket>
  ) : (
    <OfCar given={{ vehicleId: vehicleId ?? null, planStart: instantOf(from), planEnd: instantOf(to) }} />
  ),
)

function OfCar({ given }: { readonly given: Start }) {
  useAnswers(firstCars('inspection', given.vehicleId ?? undefined))
  return <CreateForm given={given} />
}

interface CreateProps {
  readonly given: Start
  readonly handed?: Handed
  readonly referralId?: string
}

function CreateForm({ given, handed, referralId }: CreateProps) {
  const now = useNow()
  const entry = usePlanEntry(ticketYearlyCreate, {
    start: { priority: ticketPriority.normal, ...given },
    plan: (value) => value,
    car: ({ vehicleId }) => vehicleId,
    also: (value, forces) => planProblems(yearly, value, forces),
    said: '年检单已新建',
    referralId,
    onSent: ({ ticketId }) => go(ticketScreens.yearlyDetail, { ticketId }, { replace: true }),
  })
  const { against, forces } = entry
  const { fields, value } = entry.form
  const { cars, onSearch } = useCars('inspection', value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  const planned = parseWireTime(value.planStart)
  const warning = car && windowWarning(car.inspectionExpireOn, localDate(planned ?? now))
  return (
    <PlanPage entry={entry} action="新建年检单" verb="并新建" handed={handed}>
      <Card pad>
        <SelectField of={fields.vehicleId} options={optionsOf(cars)} onSearch={onSearch} title="选择车辆" />
        {warning && <Notice tone="warning">{warning}</Notice>}
      </Card>
      {value.vehicleId && <ViolationsNotice vehicleId={value.vehicleId} />}
      <PlanFields
        fields={fields}
        value={value}
        vehicleId={value.vehicleId}
        storeId={car?.storeId}
        against={against}
        forces={forces}
        form={{ screen: 'yearly.create', value: entry.form.complete }}
      />
    </PlanPage>
  )
}

/** Each with the end of its inspection. */
const optionsOf = (cars: readonly Car[]) =>
  cars.map(({ vehicleId, plate, modelName, storeName, inspectionExpireOn, openNo }) => ({
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
