import { formatMoney } from '@cheyi/domain/money'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import { Text } from '../../../ui/layout.tsx'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { carNote } from '../parts/card/car-note.ts'
import { pickupCards } from '../parts/card/cards.ts'
import { HandoverCard, Place } from '../parts/card/flow-card.tsx'
import type { StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { useExpenses } from '../parts/money/use-expenses.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { DamageCard } from '../parts/photo/damage-card.tsx'
import { PhotosCard } from '../parts/photo/photos-card.tsx'
import { OrderStep } from '../parts/step/order-step.tsx'
import { ReadingsStep } from '../parts/step/readings-step.tsx'
import { isMoney } from '../parts/step/step-check.ts'
import { VehicleStep } from '../parts/step/vehicle-step.tsx'
import { useConfirm } from '../parts/use-confirm.ts'
import { dueChanges, pickupDue, sumOf } from './due-words.ts'
import { MoneyPart } from './money-part.tsx'
import { PeopleStep } from './people-step.tsx'
import { faultLines } from './people-words.ts'
import { useCollecting } from './use-collecting.ts'

/** The cards of a pickup: customer, car, money and document; then the car is handed over. */
export function Cards({ flow }: StepProps) {
  const { task, gaps, now } = flow
  const { orderId } = task.order
  const expenses = useExpenses({ orderId, type: task.type, items: [] })
  const due = pickupDue(task, flow.charges ?? [])
  const paying = usePaying(flow, sumOf(due))
  const collecting = useCollecting(flow, paying)
  const confirmation = useConfirm(flow, {
    paying,
    actualAt: toMinute(now),
    unpriced: flow.charges === undefined,
    async recompute() {
      const [fresh, items] = await Promise.all([flow.reload(), expenses.retry()])
      if (fresh.data === undefined || items.data === undefined) return null
      const anew = pickupDue(fresh.data, items.data)
      return { balance: sumOf(anew), changes: dueChanges(due, anew), pricedAt: fresh.data.early?.from }
    },
  })
  const left = [...confirmation.blocks, ...gaps.filter(isMoney)]
  const renter = task.people[0]
  // Register faults do not block the handover, but the clerk must see them before it.
  const faults = task.people.flatMap(faultLines)
  const card = { flow, gaps: left }
  return (
    <FlowFrame
      flow={flow}
      // While deposits are due too, the only amount shown is that of the button which takes all of it.
      confirmation={collecting.deposit > 0 ? { ...confirmation, label: '确认交车' } : confirmation}
      gaps={left}
    >
      <HandoverCard
        {...card}
        card={pickupCards.people}
        title={renter?.name ?? task.order.contactName}
        note={
          faults.length > 0 ? (
            <Text as="span" ink="danger">
              {faults.join('；')}
            </Text>
          ) : (
            ['证件已核验', renter?.licenceClass && `准驾 ${renter.licenceClass}`].filter(Boolean).join(' · ')
          )
        }
      >
        <Place step={pickupStep.order}>
          <OrderStep flow={flow} />
        </Place>
        <Place step={pickupStep.documents}>
          <PeopleStep flow={flow} />
        </Place>
      </HandoverCard>
      <div ref={flow.frame} className="handover-content">
        <HandoverCard {...card} card={pickupCards.car} title="验车" note={carNote(flow)} typed>
          <Place step={pickupStep.photos}>
            <PhotosCard of={flow} />
          </Place>
          <Place step={pickupStep.readings}>
            <ReadingsStep flow={flow} />
          </Place>
          <DamageCard flow={flow} />
          <Place step={pickupStep.vehicle}>
            <VehicleStep flow={flow} />
          </Place>
        </HandoverCard>
      </div>
      <HandoverCard
        {...card}
        card={pickupCards.money}
        title={collecting.sum > 0 ? `待收 ${formatMoney(collecting.sum)}` : '收款'}
        note={paying.balance > 0 ? `确认交车时收 ${formatMoney(paying.balance)}` : '租金与押金已收齐'}
      >
        <MoneyPart flow={flow} expenses={expenses} paying={paying} collecting={collecting} />
      </HandoverCard>
      <HandoverCard {...card} card={pickupCards.paper} title="客户签署" note="已签署" typed>
        <Place step={pickupStep.agreement}>
          <AgreementCard flow={flow} />
        </Place>
      </HandoverCard>
    </FlowFrame>
  )
}
