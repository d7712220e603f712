import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { formatNear } from '@cheyi/domain/near'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { rowNamed } from '../../../kernel/page/router.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

interface OwnMovesProps {
  /** Dates of the planned moves; null: no bound. */
  readonly from: LocalDate | null
  readonly until: LocalDate | null
}

/** Vehicle moves between stores of the signed-in account, shown with its deliveries and collections. */
export function OwnMoves({ from, until }: OwnMovesProps) {
  const now = useNow()
  const reach = useReach()
  const detail = rowNamed('relocation.detail')
  const enabled = reach.held.has('ticket.relocation')
  const waiting = useRead(calls.ticket.relocationPage, { mine: true, group: 'todo' }, { enabled }).data?.list ?? []
  const moving = useRead(calls.ticket.relocationPage, { mine: true, group: 'running' }, { enabled }).data?.list ?? []
  const moves = [...moving, ...waiting].filter(({ planStart }) => {
    const day = planStart === null ? null : localDate(planStart)
    return day === null ? from === null : (from === null || day >= from) && (until === null || day <= until)
  })
  if (moves.length === 0) return null
  return (
    <Stack as="section" gap={8} pad={[12, 12, 0]} aria-label="调车">
      {moves.map((one) => {
        const begun = isInHand(one)
        const { begin, end } = relocation.words
        const at = begun ? one.planEnd : one.planStart
        const link = detail && linkTo(reach, detail, { ticketId: one.ticketId })
        return (
          <RecordCard
            key={one.ticketId}
            title={
              <>
                <a {...link} className="card-link">
                  {at === null ? '未预约时间' : formatNear(at, now)} {begun ? end : begin}
                </a>
                <Tag tone="warning">调车</Tag>
              </>
            }
          >
            <Row gap={8} wrap top={4}>
              <Plate plate={one.plate} size="s" />
              <span>{one.modelName}</span>
            </Row>
            <Text as="p" num>
              {[one.storeName, one.place].filter(Boolean).join(' ')} · {one.no}
            </Text>
          </RecordCard>
        )
      })}
    </Stack>
  )
}
