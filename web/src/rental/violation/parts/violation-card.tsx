import { formatMoment } from '@cheyi/domain/near'
import { awaitsMatch, fineText, mayHandleNext, needsHandling } from '@cheyi/domain/rental/violation/violation'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag, Tags } from '../../../ui/show/tag.tsx'
import { violationScreens } from '../screens.ts'
import { driverWords, tagsOf, type ViolationItem } from './violation-words.ts'

interface ViolationCardProps {
  readonly item: ViolationItem
  readonly current?: boolean
  /** The checkbox of a multiple selection: the card then opens nothing. */
  readonly pick?: ReactNode
}

/** A violation in a list: facts, car, driver, costs and the next deadline. */
export function ViolationCard({ item, current = false, pick }: ViolationCardProps) {
  const now = useNow()
  const [state, ...more] = tagsOf(item)
  const next = useNext(item)
  return (
    <RecordCard
      current={current}
      before={pick}
      title={
        <>
          {pick ? (
            item.act
          ) : (
            <Link to={violationScreens.detail} with={{ violationId: item.violationId }} className="card-link">
              {item.act}
            </Link>
          )}
          <Tags of={more} />
        </>
      }
      end={state && <Tag tone={state.tone}>{state.text}</Tag>}
      due={dueOf(item, now)}
      act={
        next &&
        !pick && (
          <Button size="s" variant={next.main ? 'primary' : 'outline'} onClick={next.go}>
            {next.label}
          </Button>
        )
      }
    >
      <Row gap={8} top={4} wrap>
        <Plate plate={item.plate} size="s" />
        <Text num note>
          {formatMoment(item.occurAt, now)}
        </Text>
      </Row>
      {item.place && <p>{item.place}</p>}
      <Text as="p" num ink={2}>
        {[driverWords(item), item.orderNo].filter(Boolean).join(' · ')}
      </Text>
      <Text as="p" num ink={2}>
        罚款 {fineText(item.fine)} · 记 {item.points} 分
      </Text>
    </RecordCard>
  )
}

/** The next action, for an account with the permission. */
function useNext(item: ViolationItem) {
  const reach = useReach()
  const { violationId, status } = item
  if (awaitsMatch(status)) {
    const detail = linkTo(reach, violationScreens.detail, { violationId })
    return detail && reach.held.has('violation.handle')
      ? { label: '匹配', main: false, go: () => detail.onClick() }
      : undefined
  }
  const handle = linkTo(reach, violationScreens.handle, { violationId })
  return handle && mayHandleNext(item, reach.held)
    ? { label: '处理', main: true, go: () => handle.onClick() }
    : undefined
}

/** The customer's remaining days; undefined after the deadline. */
function dueOf({ deadlineAt, status }: ViolationItem, now: number) {
  if (deadlineAt === null || !needsHandling(status)) return undefined
  const days = Math.ceil((deadlineAt - startOfDate(localDate(now))) / DAY) - 1
  if (days < 0) return { text: '已逾期', late: true }
  return { text: days === 0 ? '今天截止' : `剩 ${days} 天`, late: days <= 2 }
}
