import { relocationModes, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { ticketRelocationCreate } from '../../../../form/calls/ticket-relocation-create.gen.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import { go } from '../../../../kernel/page/router.ts'
import { Page, page, useAnswers } from '../../../../page/page.tsx'
import { MainButton } from '../../../../ui/button.tsx'
import { ActionBar } from '../../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { Card } from '../../../../ui/show/card.tsx'
import { carOptions, instantOf } from '../../parts/car-options.ts'
import { firstCars, useCars } from '../../parts/cars.ts'
import { planProblems } from '../../parts/plan-problems.ts'
import { isHarmful, savedWords, useConsent } from '../../parts/use-consent.ts'
import { ticketScreens } from '../../screens.ts'
import { PlanFields, planKey } from '../plan-fields.tsx'

/** A new ticket that moves a car to another store. */
export default page(ticketScreens.relocationCreate, ({ vehicleId, from, to }) => {
  useAnswers(firstCars('free', vehicleId))
  return <CreateForm vehicleId={vehicleId} from={instantOf(from)} to={instantOf(to)} />
})

interface CreateProps {
  readonly vehicleId: string | undefined
  readonly from: number | null
  readonly to: number | null
}

function CreateForm({ vehicleId, from, to }: CreateProps) {
  const consent = useConsent()
  const form = useEntry(ticketRelocationCreate, {
    start: {
      vehicleId: vehicleId ?? null,
      planStart: from,
      planEnd: to,
      priority: ticketPriority.normal,
      mode: relocationModes.code.driven,
      changeHome: true,
    },
    toInput: (value) => ({ ...value, ...consent.about(value, planKey(value, value.vehicleId)).input }),
    also: (_, value) => planProblems(relocation, value, consent.about(value, planKey(value, value.vehicleId)).forces),
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, form.value, planKey(form.value, form.value.vehicleId))
    },
    onSent(output) {
      feedback.toast(savedWords('调车单已创建', output))
      go(ticketScreens.relocationDetail, { ticketId: output.ticketId }, { replace: true })
    },
  })
  const { fields, value } = form
  const { against, forces, closed } = consent.about(value, planKey(value, value.vehicleId))
  const { cars, onSearch } = useCars('free', value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton reason={closed} loading={form.pending} onClick={() => void form.send()}>
            {forces ? '强制占用并创建' : against ? '确认改派并创建' : '创建调车单'}
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <Stack as={Card} gap={12} pad={16}>
          <SelectField
            of={fields.vehicleId}
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
