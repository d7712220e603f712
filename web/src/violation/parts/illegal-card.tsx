import { formatMoment } from '@cheyi/domain/near'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import { fineText } from '@cheyi/domain/violation/illegal'
import { useNow } from '../../kernel/now.ts'
import { Link } from '../../kernel/page/link.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { RecordCard } from '../../ui/show/record-card.tsx'
import { Tags } from '../../ui/show/tag.tsx'
import { violationScreens } from '../screens.ts'
import { driverWords, type IllegalItem, tagsOf } from './illegal-words.ts'

/** A violation in a list: which car, what, where and when, who drove, what it costs. */
export function IllegalCard({ item, current = false }: { readonly item: IllegalItem; readonly current?: boolean }) {
  const now = useNow()
  return (
    <RecordCard
      current={current}
      title={
        <>
          <Plate plate={item.plate} size="s" />
          <Tags of={tagsOf(item)} />
        </>
      }
      end={<Due item={item} now={now} />}
    >
      <p>
        <Link to={violationScreens.detail} with={{ illegalId: item.illegalId }} className="card-link">
          <b>{item.act}</b>
        </Link>
      </p>
      {item.place && <p>{item.place}</p>}
      <Text as="p" num ink={2}>
        {[formatMoment(item.occurAt, now), driverWords(item), item.orderNo].filter(Boolean).join(' · ')}
      </Text>
      <Row as="p" gap={12} wrap>
        <span className="num">罚款 {fineText(item.fine)}</span>
        <span className="num">记 {item.points} 分</span>
      </Row>
    </RecordCard>
  )
}

/** How long the customer has still, in days. */
function Due({ item: { deadlineAt }, now }: { readonly item: IllegalItem; readonly now: number }) {
  if (deadlineAt === null) return null
  const days = Math.ceil((deadlineAt - startOfDate(localDate(now))) / DAY) - 1
  if (days < 0)
    return (
      <Text num ink="danger">
        已逾期
      </Text>
    )
  return (
    <Text num ink={days <= 2 ? 'danger' : 2}>
      {days === 0 ? '今天截止' : `剩 ${days} 天`}
    </Text>
  )
}
