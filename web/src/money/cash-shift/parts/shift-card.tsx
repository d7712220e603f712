import { formatMoney } from '@cheyi/domain/money'
import { isOpenShift, shiftStatuses } from '@cheyi/domain/money/cash-shift/shift'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { formatNear } from '@cheyi/domain/near'
import type { ReactNode } from 'react'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Photos } from '../../../page/photos.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

export type Shift = OutputOf<typeof calls.cashShift.page>['list'][number]

/**
 * A shift of a cashier: times, counted amounts and differences. An account that sees an open shift of another cashier may close it.
 * `children`: further links.
 */
export function ShiftCard({ shift, children }: { readonly shift: Shift; readonly children?: ReactNode }) {
  const now = useNow()
  const { storeName, cashierName, status, openedAt, closedAt, opening, counts, handedIn, difference, reason } = shift
  const times = [formatNear(openedAt, now), closedAt !== null && formatNear(closedAt, now)].filter(Boolean).join(' ~ ')
  const apart = shift.openingDifference
  const begun = [
    `开班 ${formatMoney(opening)}`,
    apart !== 0 && `比账面${apart < 0 ? '少' : '多'} ${formatMoney(Math.abs(apart))}：${shift.openingReason}`,
    handedIn > 0 && `交存 ${formatMoney(handedIn)}`,
  ]
  return (
    <RecordCard
      title={`${cashierName} · ${storeName}`}
      end={
        isOpenShift(status) ? (
          <Tag tone="success">{shiftStatuses.text(status)}</Tag>
        ) : (
          difference !== 0 && (
            <Tag tone={difference < 0 ? 'danger' : 'warning'}>
              {difference < 0 ? '短款' : '长款'} {formatMoney(Math.abs(difference))}
            </Tag>
          )
        )
      }
      act={
        (children || (isOpenShift(status) && !shift.own)) && (
          <>
            {children}
            {isOpenShift(status) && !shift.own && (
              <Button size="s" onClick={() => void open(() => import('./close-sheet.tsx'), { shiftId: shift.id })}>
                代为交班
              </Button>
            )}
          </>
        )
      }
    >
      <p className="num">{times}</p>
      <p className="num">{begun.filter(Boolean).join(' · ')}</p>
      <Photos photos={shift.vouchers} noun="存款凭证" />
      {counts.length > 0 && (
        <Stack as="dl" gap={4} pad={[8, 12]} top={8} fill="page" round size="s" num>
          {counts.map(({ way, expected, counted }) => (
            <Row key={way} gap={8} justify="between">
              <dt>{payWays.text(way)}</dt>
              <dd>
                {counted !== expected && (
                  <Text as="del" ink={3}>
                    {formatMoney(expected)}
                  </Text>
                )}{' '}
                {formatMoney(counted)}
              </dd>
            </Row>
          ))}
        </Stack>
      )}
      {reason !== '' && (
        <p>{[reason, shift.signedByName && `${shift.signedByName} 复核`].filter(Boolean).join(' · ')}</p>
      )}
    </RecordCard>
  )
}
