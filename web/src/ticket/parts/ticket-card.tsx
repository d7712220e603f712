import { ticketPriorities, ticketPriority } from '@cheyi/domain/ticket/codes'
import { isOverdue, profileOf } from '@cheyi/domain/ticket/kinds'
import { useNow } from '../../kernel/now.ts'
import { Link } from '../../kernel/page/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Disc, Row, Text } from '../../ui/layout.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { RecordCard } from '../../ui/show/record-card.tsx'
import { Tag, Tags } from '../../ui/show/tag.tsx'
import { screensOf } from '../screens.ts'
import { dueWords, icons, type TicketRow, tagsOf } from './ticket-words.ts'

/** A ticket in a list: what is done with which car, by whom, until when. */
export function TicketCard({ item, current = false }: { readonly item: TicketRow; readonly current?: boolean }) {
  const now = useNow()
  const late = isOverdue(item, now)
  const who = item.assigneeName === null ? '未指派' : item.assigneeName
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
          <Link to={screensOf(item.kind).detail} with={{ ticketId: item.ticketId }} className="card-link">
            {item.what} · {item.modelName}
          </Link>
          <Tags of={tagsOf(item, now)} />
          {item.priority === ticketPriority.urgent && <Tag tone="danger">{ticketPriorities.text(item.priority)}</Tag>}
        </>
      }
    >
      <Row gap={8} wrap>
        <Plate plate={item.plate} size="s" />
        <Text num note>
          {item.no}
        </Text>
      </Row>
      <p>{[item.storeName, item.place, who].filter(Boolean).join(' · ')}</p>
      <Text as="p" num ink={late ? 'danger' : 2}>
        {dueWords(item, now)}
      </Text>
    </RecordCard>
  )
}
