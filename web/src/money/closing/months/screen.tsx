import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { shiftStatus } from '@cheyi/domain/money/cash-shift/shift'
import { openPoint, openPoints } from '@cheyi/domain/money/closing/month'
import { billState } from '@cheyi/domain/money/reconcile/bill'
import { formatNear } from '@cheyi/domain/near'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, type PageLink, type Reach, useMayWhole, useReach } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { orderScreens } from '../../../rental/order/screens.ts'
import { Button, Card, Cell, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { cashShiftScreens } from '../../cash-shift/screens.ts'
import { reconcileScreens } from '../../reconcile/screens.ts'
import { closingScreens } from '../screens.ts'

type State = OutputOf<typeof calls.closing.state>
type Next = NonNullable<State['next']>

const state = () => ask(calls.closing.state, {})

/** The next month to close with its open points, and the closed months. */
export default page(closingScreens.months, () => {
  const [{ next, closed }] = useAnswers(state())
  const now = useNow()
  const reach = useReach()
  const again = () => void refresh(state())
  return (
    <Page right={<RefreshButton onRefresh={again} />} reading>
      <Stack gap={10}>
        {next === null ? <Notice tone="success">已结束的月份都已结账</Notice> : <NextCard next={next} onDone={again} />}
        {closed.length > 0 && (
          <Card title="已结账">
            {closed.map(({ month, closedAt, closedByName }) => (
              <Cell
                key={month}
                {...linkTo(reach, closingScreens.balance, { month })}
                label={month}
                note={[formatNear(closedAt, now), closedByName].filter(Boolean).join(' · ')}
                extra={<Tag tone="success">已结账</Tag>}
              />
            ))}
          </Card>
        )}
        <Note>结账后，任何凭证都不能再记入该月及以前的月份；更正记入当月，并注明所更正的凭证。结账不能撤销。</Note>
      </Stack>
    </Page>
  )
})

type Point = (typeof openPoint)[keyof typeof openPoint]

/** How to resolve an open point; rent accruals are posted by a nightly job. */
const hints: Readonly<Record<Point, string>> = {
  1: '每月1日凌晨自动结转，如仍未结转请联系平台',
  2: '请当班人员交班，或代为交班',
  3: '下载并核对渠道账单',
  4: '逐笔处理差异',
}

/** The page where an open point is resolved. */
const placeOf = (kind: Point, reach: Reach): PageLink | undefined => {
  if (kind === openPoint.accruals) return linkTo(reach, orderScreens.list, { status: String(orderStatus.pickedUp) })
  if (kind === openPoint.shifts) return linkTo(reach, cashShiftScreens.shifts, { status: String(shiftStatus.open) })
  const state = kind === openPoint.differences ? { state: String(billState.differing) } : {}
  return linkTo(reach, reconcileScreens.list, state)
}

function NextCard({ next, onDone }: { readonly next: Next; readonly onDone: () => void }) {
  const now = useNow()
  const mayClose = useMayWhole('finance.reconcile')
  const reach = useReach()
  const { month, from, closableAt, open } = next
  const close = useWrite(calls.closing.close, {
    onDone: () => {
      feedback.toast(`${month} 已结账`)
      onDone()
    },
  })
  const what = from === month ? month : `${from} 至 ${month}`
  const early = now < closableAt
  const blocked = open.length > 0 ? '还有未完成事项' : early ? `${formatNear(closableAt, now)} 后可以结账` : undefined
  async function sure() {
    if (await confirm({ title: `结账 ${what}？`, body: '结账后不能撤销，也不能再记入该期凭证', confirm: '确认结账' }))
      await close.run({ month })
  }
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h2" shrink size="m">
          待结账 {what}
        </Text>
        <Tag tone={open.length === 0 ? 'success' : 'warning'}>{open.length === 0 ? '可以结账' : '有未完成事项'}</Tag>
      </Row>
      {open.length > 0 && (
        <Stack as="ul" gap={6} pad={[8, 12]} top={8} fill="page" round size="s">
          {open.map(({ kind, count }) => {
            const place = placeOf(kind, reach)
            const words = `${openPoints.text(kind)}：${count}`
            return (
              <li key={kind}>
                {place === undefined ? (
                  words
                ) : (
                  <a {...place} className="row-link">
                    {words}
                  </a>
                )}
                <Note>{hints[kind]}</Note>
              </li>
            )
          })}
        </Stack>
      )}
      {early && <Note top={8}>{`${formatNear(closableAt, now)} 后可以结账`}</Note>}
      {mayClose && (
        <Row justify="end" top={12}>
          <Button size="s" variant="primary" reason={blocked} loading={close.pending} onClick={() => void sure()}>
            结账
          </Button>
        </Row>
      )}
    </Card>
  )
}
