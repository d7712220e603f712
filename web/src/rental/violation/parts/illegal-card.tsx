import { formatMoment } from '@cheyi/domain/near'
import { fineText, mayHandleNext, needsHandling } from '@cheyi/domain/rental/violation/illegal'
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
import { driverWords, type IllegalItem, tagsOf } from './illegal-words.ts'

interface IllegalCardProps {
  readonly item: IllegalItem
  readonly current?: boolean
  /** The box by which it is chosen among many: it opens nothing then. */
  readonly pick?: ReactNode
}

/** A violation in a list: what and which car, who drove, what it costs, until when something is to be done with it. */
export function IllegalCard({ item, current = false, pick }: IllegalCardProps) {
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
            <Link to={violationScreens.detail} with={{ illegalId: item.illegalId }} className="card-link">
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
          <Button size="s" variant="primary" onClick={next.go}>
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

/** What is done with it next, for who may. */
function useNext(item: IllegalItem): { readonly label: string; readonly go: () => void } | null {
  const reach = useReach()
  const handle = linkTo(reach, violationScreens.handle, { illegalId: item.illegalId })
  if (handle === undefined || !mayHandleNext(item, reach.held)) return null
  return { label: '处理', go: () => handle.onClick() }
}

/** How long the customer has still, in days; nothing once it is over. */
function dueOf({ deadlineAt, status }: IllegalItem, now: number) {
  if (deadlineAt === null || !needsHandling(status)) return undefined
  const days = Math.ceil((deadlineAt - startOfDate(localDate(now))) / DAY) - 1
  if (days < 0) return { text: '已逾期', late: true }
  return { text: days === 0 ? '今天截止' : `剩 ${days} 天`, late: days <= 2 }
}
