import { ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { windowWarning } from '@cheyi/domain/fleet/ticket/yearly-cycle'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate, parseWireTime } from '@cheyi/domain/time'
import { ticketYearlyCreate } from '../../../../form/calls/ticket-yearly-create.gen.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import type { calls, OutputOf } from '../../../../kernel/call/calls.ts'
import { feedback } from '../../../../kernel/call/feedback.ts'
import { useNow } from '../../../../kernel/now.ts'
import { go } from '../../../../kernel/page/router.ts'
import { Page, page, useAnswers } from '../../../../page/page.tsx'
import { MainButton } from '../../../../ui/button.tsx'
import { ActionBar } from '../../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { Card } from '../../../../ui/show/card.tsx'
import { instantOf } from '../../parts/car-options.ts'
import { firstCars, useCars } from '../../parts/cars.ts'
import { planProblems } from '../../parts/plan-problems.ts'
import { isHarmful, savedWords, useConsent } from '../../parts/use-consent.ts'
import { ticketScreens } from '../../screens.ts'
import { PlanFields } from '../plan-fields.tsx'
import { ViolationsNotice } from '../violations-notice.tsx'

type Car = OutputOf<typeof calls.ticket.vehicles>[number]

export default page(ticketScreens.yearlyCreate, ({ vehicleId, from, to }) => {
  useAnswers(firstCars('inspection', vehicleId))
  return <CreateForm vehicleId={vehicleId} from={instantOf(from)} to={instantOf(to)} />
})

interface CreateProps {
  readonly vehicleId: string | undefined
  readonly from: number | null
  readonly to: number | null
}

function CreateForm({ vehicleId, from, to }: CreateProps) {
  const now = useNow()
  const consent = useConsent()
  const form = useEntry(ticketYearlyCreate, {
    start: { vehicleId: vehicleId ?? null, planStart: from, planEnd: to, priority: ticketPriority.normal },
    toInput: (value) => ({ ...value, ...consent.about(value, value.vehicleId).input }),
    also: (_, value) => planProblems(yearly, value, consent.about(value, value.vehicleId).forces),
    handles: isHarmful,
    onFailure(failure) {
      consent.note(failure, form.value, form.value.vehicleId)
    },
    onSent(output) {
      feedback.toast(savedWords('年检单已创建', output))
      go(ticketScreens.yearlyDetail, { ticketId: output.ticketId }, { replace: true })
    },
  })
  const { fields, value } = form
  const { against, forces, closed } = consent.about(value, value.vehicleId)
  const { cars, onSearch } = useCars('inspection', value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  const planned = parseWireTime(value.planStart)
  const warning = car && windowWarning(car.inspectionExpireOn, localDate(planned ?? now))
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton reason={closed} loading={form.pending} onClick={() => void form.send()}>
            {forces ? '强制占用并创建' : against ? '确认改派并创建' : '创建年检单'}
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <Stack as={Card} gap={12} pad={16}>
          <SelectField
            of={fields.vehicleId}
            layout="stack"
            options={optionsOf(cars)}
            onSearch={onSearch}
            title="选择车辆"
          />
          {warning && <Notice tone="warning">{warning}</Notice>}
        </Stack>
        {value.vehicleId && <ViolationsNotice vehicleId={value.vehicleId} />}
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
