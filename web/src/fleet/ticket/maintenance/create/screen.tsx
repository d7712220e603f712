import type { CodeOf } from '@cheyi/domain/enumeration'
import { maintenanceTypes, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { ticketMaintenanceCreate } from '../../../../form/calls/ticket-maintenance-create.gen.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { ask, calls } from '../../../../kernel/call/calls.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import { go } from '../../../../kernel/page/router.ts'
import type { ValuesOf } from '../../../../kernel/page/search.ts'
import { Page, page, useAnswers } from '../../../../page/page.tsx'
import { MainButton } from '../../../../ui/button.tsx'
import { ActionBar } from '../../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { Card } from '../../../../ui/show/card.tsx'
import { carOptions, instantOf } from '../../parts/car-options.ts'
import { firstCars, useCars } from '../../parts/cars.ts'
import { planProblems } from '../../parts/plan-problems.ts'
import { isHarmful, savedWords, useConsent } from '../../parts/use-consent.ts'
import { ticketScreens } from '../../screens.ts'
import { PlanFields } from '../plan-fields.tsx'

const { accident } = maintenanceTypes.code

export default page(ticketScreens.maintenanceCreate, ({ damageId, ...search }) =>
  damageId ? <OfDamage damageId={damageId} /> : <OfCar {...search} />,
)

/** A ticket that repairs a damage case: it takes the car and the damaged parts from the case. */
function OfDamage({ damageId }: { readonly damageId: string }) {
  const [damage] = useAnswers(ask(calls.ticket.ofDamage, { damageId }))
  useAnswers(firstCars('free', damage.vehicleId))
  const of = { damageId, vehicleId: damage.vehicleId, items: damage.items, orderNo: damage.orderNo }
  return <CreateForm vehicleId={of.vehicleId} from={null} to={null} type={accident} damage={of} />
}

function OfCar({
  vehicleId,
  from,
  to,
  type,
}: Omit<ValuesOf<typeof ticketScreens.maintenanceCreate.search>, 'damageId'>) {
  useAnswers(firstCars('free', vehicleId))
  const kind = maintenanceTypes.values.find((one) => String(one) === type) ?? null
  return <CreateForm vehicleId={vehicleId} from={instantOf(from)} to={instantOf(to)} type={kind} />
}

interface CreateProps {
  readonly vehicleId: string | undefined
  readonly from: number | null
  readonly to: number | null
  /** Initial type of the ticket, also used as its description. */
  readonly type: CodeOf<typeof maintenanceTypes> | null
  readonly damage?: { readonly damageId: string; readonly items: string; readonly orderNo: string }
}

function CreateForm({ vehicleId, from, to, type, damage }: CreateProps) {
  const start = {
    vehicleId: vehicleId ?? null,
    planStart: from,
    planEnd: to,
    priority: ticketPriority.normal,
    type,
    items: damage?.items ?? (type === null ? '' : maintenanceTypes.text(type)),
    damageId: damage?.damageId ?? null,
  }
  const consent = useConsent()
  const form = useEntry(ticketMaintenanceCreate, {
    start,
    toInput: (value) => ({ ...value, ...consent.about(value, value.vehicleId).input }),
    also: (_, value) => planProblems(maintenance, value, consent.about(value, value.vehicleId).forces),
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, form.value, form.value.vehicleId)
    },
    onSent(output) {
      feedback.toast(savedWords('维保单已创建', output))
      go(ticketScreens.maintenanceDetail, { ticketId: output.ticketId }, { replace: true })
    },
  })
  const { fields, value } = form
  const { against, forces, closed } = consent.about(value, value.vehicleId)
  const { cars, onSearch } = useCars('free', value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton reason={closed} loading={form.pending} onClick={() => void form.send()}>
            {forces ? '强制占用并创建' : against ? '确认改派并创建' : '创建维保单'}
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <Stack as={Card} gap={12} pad={16}>
          {damage && <Notice>维修订单 {damage.orderNo} 的车损</Notice>}
          <SelectField
            of={fields.vehicleId}
            disabled={damage !== undefined}
            layout="stack"
            options={carOptions(cars)}
            onSearch={onSearch}
            title="选择车辆"
          />
        </Stack>
        <PlanFields
          fields={fields}
          value={value}
          vehicleId={value.vehicleId}
          storeId={car?.storeId}
          against={against}
          forces={forces}
        />
      </Stack>
    </Page>
  )
}
