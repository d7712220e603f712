import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { cashShiftScreens } from '../../../money/cash-shift/screens.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'

type Shift = NonNullable<OutputOf<typeof calls.overview.home>['shift']>

/** The shift that records payments now, the cash that its cash shift should have, and whether it was left open overnight. */
export function ShiftLine({ shift }: { readonly shift: Shift }) {
  const now = useNow()
  const place = linkTo(useReach(), cashShiftScreens.shifts, {})
  if (place === undefined) return null
  return (
    <Row as="a" gap={8} pad={[10, 16]} justify="between" fill="surface" round className="home-shift" {...place}>
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

/** Cash was received today outside of any shift: the sum, and the button to open a shift, at which this cash is counted. */
export function NoShiftLine({ cash }: { readonly cash: number }) {
  return (
    <Row gap={8} pad={[10, 16]} justify="between" fill="surface" round className="home-shift">
      <Text shrink num>
        今日收现金 <Text as="b">{formatMoney(cash)}</Text>
        <Note as="small">未开班，这些现金还没有人清点</Note>
      </Text>
      <Button size="s" onClick={() => void open(() => import('../../../money/cash-shift/parts/open-sheet.tsx'), {})}>
        开班
      </Button>
    </Row>
  )
}
