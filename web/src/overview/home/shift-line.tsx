import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import { useNow } from '../../kernel/now.ts'
import { linkTo, useReach } from '../../order/parts/reach.ts'
import { tillScreens } from '../../till/screens.ts'
import { Note, Row, Text } from '../../ui/layout.tsx'
import { Tag } from '../../ui/show/tag.tsx'

type Shift = NonNullable<OutputOf<typeof calls.overview.home>['shift']>

/** The shift that money taken now falls into, what should be in its till, and whether it was left open overnight. */
export function ShiftLine({ shift }: { readonly shift: Shift }) {
  const now = useNow()
  const place = linkTo(useReach(), tillScreens.shifts, {})
  if (place === undefined) return null
  return (
    <Row as="a" gap={8} pad={[10, 16]} justify="between" fill="surface" round {...place}>
      <Text shrink num>
        应有现金 <Text as="b">{formatMoney(shift.cash)}</Text>
        <Note as="small">
          我的班次 · {shift.storeName} · {formatNear(shift.openedAt, now)} 开班
        </Note>
      </Text>
      <Tag tone={shift.overnight ? 'danger' : 'success'}>{shift.overnight ? '隔夜未交班' : '进行中'}</Tag>
    </Row>
  )
}
