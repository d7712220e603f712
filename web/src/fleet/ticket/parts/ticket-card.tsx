import { ticketKind, ticketKinds, ticketPriorities, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { isOverdue, profileOf } from '@cheyi/domain/fleet/ticket/kinds'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Disc, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag, Tags } from '../../../ui/show/tag.tsx'
import { screensOf } from '../screens.ts'
import { dueWords, icons, nextAct, type TicketRow, tagsOf, whereWords } from './ticket-words.ts'

/** A ticket in a list: the work, the car, the assigned employee and the deadline. */
export function TicketCard({ item, current = false }: { readonly item: TicketRow; readonly current?: boolean }) {
  const now = useNow()
  const late = isOverdue(item, now)
  const who = item.assigneeName === null ? '未指派' : item.assigneeName
  const next = nextAct(item)
  const [state, ...more] = tagsOf(item, now)
  const detail = screensOf(item.kind).detail
  // The text of an inspection is only the day its certificate expires, so the model comes first.
  const [about, then] = item.kind === ticketKind.yearly ? [item.modelName, item.what] : [item.what, item.modelName]
  return (
    <RecordCard
      current={current}
      before={
        <Disc across={40} square fill="warning" ink="warning">
          <Icon name={icons[profileOf(item.kind).path]} />
        </Disc>
      }
      title={
        <>
          <Link to={detail} with={{ ticketId: item.ticketId }} className="card-link">
            {ticketKinds.text(item.kind)} · {about}
          </Link>
          <Tags of={more} />
          {item.priority === ticketPriority.urgent && <Tag tone="danger">{ticketPriorities.text(item.priority)}</Tag>}
        </>
      }
      end={state && <Tag tone={state.tone}>{state.text}</Tag>}
      due={{ text: dueWords(item, now), late }}
      act={
        next !== null && (
          <Button size="s" variant="primary" onClick={() => go(detail, { ticketId: item.ticketId })}>
            {next}
          </Button>
        )
      }
    >
      <Row gap={8} wrap top={4}>
        <Plate plate={item.plate} size="s" />
        <Text num note>
          {item.no}
        </Text>
      </Row>
      <p>{[then, whereWords(item), who].filter(Boolean).join(' · ')}</p>
    </RecordCard>
  )
}
