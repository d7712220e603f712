import { pickupStep } from '@cheyi/domain/rental/pickup-return/steps'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Button } from '../../../ui/button.tsx'
import { Box, Card, Cell, Row } from '../../../ui/layout.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { verifyMark } from '../../driver/parts/verify-mark.ts'
import { driverScreens } from '../../driver/screens.ts'
import type { StepProps } from '../parts/flow.ts'
import { StepBlocks } from '../parts/step/step-blocks.tsx'
import { briefProblems, faultLines, type Person } from './people-words.ts'

/** Step 2: the drivers, and whether their documents are valid. */
export function PeopleStep({ flow }: StepProps) {
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
