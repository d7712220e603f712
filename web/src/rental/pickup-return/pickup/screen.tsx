import { formatMoney } from '@cheyi/domain/money'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Box, Button, Card, Cell, Row, Text } from '../../../ui/layout.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { verifyMark } from '../../driver/parts/verify-mark.ts'
import { driverScreens } from '../../driver/screens.ts'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { carNote } from '../parts/card/car-note.ts'
import { pickupCards } from '../parts/card/cards.ts'
import { HandoverCard, Place } from '../parts/card/flow-card.tsx'
import type { StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { FlowPage } from '../parts/flow-page.tsx'
import { useExpenses } from '../parts/money/use-expenses.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { DamageCard } from '../parts/photo/damage-card.tsx'
import { PhotosCard } from '../parts/photo/photos-card.tsx'
import { OrderStep } from '../parts/step/order-step.tsx'
import { ReadingsStep } from '../parts/step/readings-step.tsx'
import { StepBlocks } from '../parts/step/step-blocks.tsx'
import { isMoney } from '../parts/step/step-check.ts'
import { VehicleStep } from '../parts/step/vehicle-step.tsx'
import { useConfirm } from '../parts/use-confirm.ts'
import { pickupReturnScreens } from '../screens.ts'
import { dueChanges, pickupDue, sumOf } from './due-words.ts'
import { MoneyPart } from './money-part.tsx'
import { briefProblems, faultLines, type Person } from './people-words.ts'
import { useCollecting } from './use-collecting.ts'

export default function Pickup() {
  const { orderId } = useScreen(pickupReturnScreens.pickup)
  return <FlowPage key={orderId} type={handoverType.pickup} orderId={orderId} Cards={Cards} />
}

/** The cards of a pickup: customer, car, money and document; then the car is handed over. */
function Cards({ flow }: StepProps) {
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

/** Step 2: the drivers, and whether their documents are valid. */
function PeopleStep({ flow }: StepProps) {
  const { people, order } = flow.task
  const { orderId } = order
  const reach = useReach()
  const blocks = flow.blocks.filter(({ step }) => step === pickupStep.documents)
  const hasRenter = !blocks.some(({ code }) => code === 'renterMissing')
  const enter = linkTo(reach, driverScreens.personEntry, { orderId })
  return (
    <>
      {!hasRenter && <StepBlocks flow={flow} step={pickupStep.documents} />}
      {people.map((person, index) => {
        const renter = hasRenter && index === 0
        const wrong = renter ? blocks.map(({ text }) => text) : briefProblems(person, order, flow.now)
        const link =
          linkTo(reach, driverScreens.personEntry, { orderId, personId: person.personId }) ??
          linkTo(reach, driverScreens.personDetail, { personId: person.personId, orderId })
        return (
          <PersonCard
            key={person.personId}
            person={person}
            renter={renter}
            wrong={wrong}
            link={link}
            orderId={orderId}
          />
        )
      })}
      {!hasRenter &&
        (enter ? (
          <Button variant="tint" icon="person" onClick={() => enter.onClick()}>
            登记承租人证件
          </Button>
        ) : (
          <WhoMay act="person.edit" orderId={orderId} note="请登记承租人" />
        ))}
    </>
  )
}

interface PersonCardProps {
  readonly person: Person
  readonly renter: boolean
  readonly wrong: readonly string[]
  readonly link: ReturnType<typeof linkTo>
  readonly orderId: string
}

function PersonCard({ person, renter, wrong, link, orderId }: PersonCardProps) {
  const mark = verifyMark(person)
  const said = [...wrong, ...faultLines(person)]
  const open = wrong.length > 0 || person.faults?.some(({ reason }) => reason === '')
  return (
    <Card>
      <Cell
        lead={<Avatar>{person.name.slice(0, 1)}</Avatar>}
        label={
          <Row as="span" gap={[4, 6]} wrap>
            {person.name}
            <Tag>{renter ? '承租人' : '驾驶人'}</Tag>
            {person.blacklist && <Tag tone="danger">黑名单</Tag>}
          </Row>
        }
        note={
          <span className="num">
            {[person.identityNo, person.phone, person.licenceClass && `准驾 ${person.licenceClass}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        }
        extra={<Tag tone={mark.tone}>{mark.text}</Tag>}
        {...link}
      />
      {said.length > 0 && (
        <ul className="handover-wrong">
          {said.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {open && link === undefined && (
        <Box pad={[0, 16, 16]}>
          <WhoMay act="person.edit" orderId={orderId} note="请核验证件" />
        </Box>
      )}
      {open && link && (
        <Box pad={[0, 16, 16]}>
          <Button variant="tint" block onClick={() => link.onClick()}>
            去核验
          </Button>
        </Box>
      )}
    </Card>
  )
}
