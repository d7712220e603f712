import { formatMoment } from '@cheyi/domain/near'
import { tollStatus, tollStatuses } from '@cheyi/domain/rental/toll/codes'
import { tollName } from '@cheyi/domain/rental/toll/toll'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'

export type TollLine = OutputOf<typeof calls.toll.page>['list'][number]

const tones: Readonly<Record<number, Tone>> = {
  [tollStatus.unmatched]: 'danger',
  [tollStatus.toCharge]: 'warning',
  [tollStatus.asked]: 'primary',
  [tollStatus.paid]: 'success',
  [tollStatus.toReturn]: 'danger',
}

export const openToll = (line: TollLine) => open(() => import('./line-sheet.tsx'), { line })

/** A line of a bill in a list: what, when, for how much, and who had the car. */
export function TollCard({ item, current = false }: { readonly item: TollLine; readonly current?: boolean }) {
  const now = useNow()
  const { status, plate, cardNo, outAt, place, fen, orderNo, renterName, reason } = item
  return (
    <RecordCard
      current={current}
      title={
        <>
          <CardLink onClick={() => void openToll(item)}>{tollName(item)}</CardLink>
          <Tag tone={tones[status] ?? 'neutral'}>{tollStatuses.text(status)}</Tag>
        </>
      }
      end={<Money fen={fen} />}
    >
      <Row gap={8} wrap>
        {plate === '' ? <span className="num">卡 {cardNo}</span> : <Plate plate={plate} size="s" />}
        <Text num note>
          {formatMoment(outAt, now)}
        </Text>
      </Row>
      {place && <p>{place}</p>}
      {(orderNo !== null || reason) && (
        <p className="num">{[renterName, orderNo, reason].filter(Boolean).join(' · ')}</p>
      )}
    </RecordCard>
  )
}
