import { isBackdated } from '@cheyi/domain/rental/pickup-return/backdated'
import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextArea } from '../../../ui/field/input.tsx'
import { Card } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { carNote } from '../parts/card/car-note.ts'
import { returnCards } from '../parts/card/cards.ts'
import { HandoverCard, Place } from '../parts/card/flow-card.tsx'
import type { Flow, StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { balanceText, depositFenOf, methodText, settlementChanges } from '../parts/money/settlement-words.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { DamageCard } from '../parts/photo/damage-card.tsx'
import { PhotosCard } from '../parts/photo/photos-card.tsx'
import { ReadingsStep } from '../parts/step/readings-step.tsx'
import { VehicleStep } from '../parts/step/vehicle-step.tsx'
import { useConfirm } from '../parts/use-confirm.ts'
import { CompareCard } from './compare-card.tsx'
import { ExpensesStep } from './expenses-step.tsx'
import { SettlementCard } from './settlement-card.tsx'
import { TimeStep } from './time-step.tsx'
import { useHandBack } from './use-hand-back.ts'

/** The cards of a return: car, money and document; then the car is back. */
export function Cards({ flow }: StepProps) {
  const { task, now } = flow
  const state = useSettlement(flow)
  const settlement = state.data
  const balance = settlement?.balance ?? 0
  const paying = usePaying(flow, balance, settlement && depositFenOf(settlement))
  const handBack = useHandBack(flow, settlement, paying)
  const confirmation = useConfirm(flow, {
    paying,
    actualAt: state.actualReturnAt,
    backdated: isBackdated(state.actualReturnAt, now, task.order.graceMinutes, task.record?.handedInAt),
    unpriced: settlement === undefined || state.isPlaceholderData,
    handBack,
    async recompute() {
      const fresh = (await state.refetch()).data
      return fresh && settlement ? { balance: fresh.balance, changes: settlementChanges(settlement, fresh) } : null
    },
  })
  const { blocks, backdate } = confirmation
  const card = { flow, gaps: blocks }
  return (
    <FlowFrame flow={flow} confirmation={confirmation}>
      <div ref={flow.frame} className="handover-content">
        <HandoverCard {...card} card={returnCards.car} title="验车" note={carNote(flow)} typed>
          <Place step={returnStep.time}>
            <TimeStep flow={flow} settlement={settlement} />
          </Place>
          <Place step={returnStep.photos}>
            <PhotosCard of={flow} />
          </Place>
          <Place step={returnStep.readings}>
            <ReadingsStep flow={flow} />
          </Place>
          <Place step={returnStep.damage}>
            <DamageCard flow={flow} />
          </Place>
          <Place step={returnStep.vehicle}>
            <VehicleStep flow={flow} />
          </Place>
        </HandoverCard>
      </div>
      <HandoverCard
        {...card}
        card={returnCards.money}
        typed={paying.machine !== null}
        title={settlement ? balanceText(balance) : '结算'}
        note={paying.method === undefined ? '押金按约定退还' : methodText[paying.method]}
      >
        <Place step={returnStep.expenses}>
          <CompareCard flow={flow} settlement={settlement} />
          <ExpensesStep flow={flow} settlement={settlement} />
        </Place>
        <Place step={returnStep.settlement}>
          {settlement === undefined ? (
            <SettlementState flow={flow} state={state} />
          ) : (
            <SettlementCard
              flow={flow}
              settlement={settlement}
              paying={paying}
              handBack={handBack}
              faults={confirmation.faults}
            />
          )}
        </Place>
      </HandoverCard>
      <HandoverCard {...card} card={returnCards.paper} title="客户签署" note="已签署，或已发给客户" typed>
        <Place step={returnStep.confirm}>
          <AgreementCard flow={flow} />
          {backdate && (
            <Card pad title="补录还车时间">
              <Field
                label="补录原因"
                error={backdate.error}
                hint={`还车时间 ${momentText(state.actualReturnAt)}，早于现在超过 ${task.order.graceMinutes} 分钟，原因和两个时间的金额会记入订单日志`}
              >
                <TextArea
                  value={backdate.reason}
                  maxLength={200}
                  placeholder="为什么不是现在，如已还车、当时网络不可用"
                  onChange={(event) => backdate.setReason(event.target.value)}
                />
              </Field>
            </Card>
          )}
        </Place>
      </HandoverCard>
    </FlowFrame>
  )
}

/** Shown in place of a missing settlement: what it still needs, or why it could not be computed. */
function SettlementState({ flow, state }: StepProps & { state: ReturnType<typeof useSettlement> }) {
  const readings = { label: '去填写', onClick: () => flow.go(returnStep.readings) }
  if (!state.ready) return <Notice action={readings}>填写里程与油电后，系统自动计算费用</Notice>
  if (state.error?.kind === 'refused')
    return (
      <Notice tone="danger" action={state.error.field === 'mileageKm' ? readings : undefined}>
        {state.error.message}
      </Notice>
    )
  return (
    <Answer of={state} shape="detail">
      {() => null}
    </Answer>
  )
}

/** The settlement of the return with the entered values; not requested before the readings exist. */
function useSettlement({ task, filled, now }: Flow) {
  const { mileageKm, fuelEighths, batteryPct } = filled
  const ready =
    mileageKm !== null &&
    (fuelEighths !== null || !readsFuel(task.fuelKind)) &&
    (batteryPct !== null || !readsBattery(task.fuelKind))
  const actualReturnAt = filled.at ?? toMinute(now)
  const answer = useRead(
    calls.pickupReturn.settlement,
    {
      orderId: task.order.orderId,
      actualReturnAt,
      returnStoreId: filled.returnStoreId ?? undefined,
      mileageKm: mileageKm ?? 0,
      fuelEighths: fuelEighths ?? undefined,
      batteryPct: batteryPct ?? undefined,
    },
    { enabled: ready, keepPrevious: true },
  )
  return { ...answer, ready, actualReturnAt }
}
