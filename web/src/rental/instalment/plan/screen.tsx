import { formatMoney } from '@cheyi/domain/money'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { agreementStatuses, agreementType, agreementTypes } from '@cheyi/domain/rental/agreement/codes'
import { isBinding } from '@cheyi/domain/rental/agreement/steps'
import { canPostpone, isBegun, isOverdueRow } from '@cheyi/domain/rental/instalment/steps'
import { addDays, localDate } from '@cheyi/domain/time'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { shortDate } from '../../../ui/date/civil-date.ts'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { StepEntry, StepList } from '../../../ui/frame/step-list.tsx'
import { Button, Card, Grid, MainButton, Note, Row, Stack, Well } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { nextRow, owedOf, type PlanRow, planShares, rowMark } from '../parts/instalment-words.ts'
import { instalmentScreens } from '../screens.ts'

const endSheets = () => import('../parts/end-sheets.tsx')

/** The payment plan of a long order: paid rows, due rows, and the next row to collect. */
export default page(instalmentScreens.plan, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.instalment.list, { orderId })] as const
  const [order, { rows, sums, term, terminated, endDates }] = useAnswers(...asked)
  const mayEnd = useMay('longOrder.terminate')
  const mayCollect = useMay('longOrder.instalment')
  const today = localDate(useNow())
  const next = nextRow(rows)
  const flow = linkTo(useReach(), instalmentScreens.flowRecord, { orderId })
  const sum = [
    ['已收', sums.paid],
    ['已到期待收', sums.due],
    ['逾期违约金', sums.lateFees],
    ['未到期', sums.later],
  ] as const
  return (
    <Page
      onBack={() => backToOrder(order)}
      right={
        <>
          <RefreshButton onRefresh={() => void refresh(...asked)} />
          {flow && <NavAction onClick={() => flow.onClick()}>交易记录</NavAction>}
        </>
      }
      footer={
        next &&
        mayCollect && (
          <ActionBar>
            <ActionSummary note={`第 ${next.seq} 期 · ${shortDate(next.dueDate, today)} 到期`}>
              <Money fen={owedOf(next)} size="xl" />
            </ActionSummary>
            <MainButton onClick={() => void open(() => import('../parts/collect-sheet.tsx'), { orderId, row: next })}>
              收款
            </MainButton>
          </ActionBar>
        )
      }
    >
      <Stack gap={12}>
        <OrderLine order={order} more={`合计\u00a0${formatMoney(sums.amount)}`} />
        <Card pad>
          <Stack gap={12}>
            <PlanProgress rows={rows} />
            <Grid columns={2} fit={132} gap={8}>
              {sum.map(([label, fen]) => (
                <Well key={label}>
                  <Note>{label}</Note>
                  <Money fen={fen} size="l" />
                </Well>
              ))}
            </Grid>
          </Stack>
          <Note top={8}>
            月租金 {formatMoney(term.monthlyPrice)}，宽限{term.graceDays}天，逾期违约金每日{term.lateFeeBpPerDay / 100}
            %（最高{term.lateFeeCapBp / 100}%），提前退租最高{term.penaltyMonths}个月租金
          </Note>
          {terminated && <AgreedEnd orderId={orderId} {...terminated} mayEnd={mayEnd} />}
          {endDates && mayEnd && (
            <Row top={8} justify="end">
              <Button
                size="s"
                onClick={() => void open(() => import('../parts/terminate-sheet.tsx'), { orderId, dates: endDates })}
              >
                提前退租
              </Button>
            </Row>
          )}
        </Card>
        <Card>
          <StepList>
            {rows.map((row) => (
              <PlanStep key={row.id} {...{ orderId, row, today, mayCollect }} next={row.id === next?.id} />
            ))}
          </StepList>
        </Card>
      </Stack>
    </Page>
  )
})

/** Progress of a plan as a bar and text: paid, late, due and future amounts. */
function PlanProgress({ rows }: { readonly rows: readonly PlanRow[] }) {
  const shares = planShares(rows, localDate(useNow()))
  return (
    <Stack gap={6}>
      <ShareBar shares={shares} />
      <ShareNames shares={shares} />
    </Stack>
  )
}

type Ended = NonNullable<OutputOf<typeof calls.instalment.list>['terminated']>

/** An agreed earlier end: its document to be signed, and its withdrawal while that is possible. */
function AgreedEnd({ orderId, mayEnd, ...ended }: Ended & { readonly orderId: string; readonly mayEnd: boolean }) {
  const { on, merchantCause, reason, contractEnd, withdrawable, paper } = ended
  const maySign = useMay('order.agreement')
  const type = agreementType.end
  return (
    <>
      <Note top={8}>
        已约定 {on} 退租（{merchantCause ? '商家责任' : '客户责任'}：{reason}），费用在还车时结算
      </Note>
      {paper && (
        <Note>
          {agreementTypes.text(type)}：{agreementStatuses.text(paper.status)}
        </Note>
      )}
      <Row gap={8} top={8} justify="end" wrap>
        {withdrawable && mayEnd && (
          <Button size="s" onClick={() => void open(endSheets, 'WithdrawSheet', { orderId, contractEnd })}>
            撤销提前退租
          </Button>
        )}
        {paper && maySign && !isBinding(paper.status) && (
          <Button
            size="s"
            variant="primary"
            onClick={() => {
              const { agreementId } = paper
              void open(() => import('../../pickup-return/parts/own-paper-sheet.tsx'), { orderId, type, agreementId })
            }}
          >
            签署协议
          </Button>
        )}
      </Row>
    </>
  )
}

interface PlanStepProps {
  readonly orderId: string
  readonly row: PlanRow
  readonly today: string
  /** The first unpaid row: rows are paid in order. */
  readonly next: boolean
  readonly mayCollect: boolean
}

/** One instalment on the line of the plan, with its actions. */
function PlanStep({ orderId, row, today, next, mayCollect }: PlanStepProps) {
  const { seq, dueDate, plannedDate, periodFrom, periodTo, amount, paid, lateFee, status } = row
  const mark = rowMark(row)
  const due = owedOf(row)
  const day = (date: string) => shortDate(date, today)
  const money = [
    paid > 0 && due > 0 && `已收 ${formatMoney(paid)}`,
    lateFee > 0 && `逾期违约金 ${formatMoney(lateFee)}`,
    due > 0 && due !== amount && `待收 ${formatMoney(due)}`,
  ].filter((text) => text !== false)
  const collect = () => open(() => import('../parts/collect-sheet.tsx'), { orderId, row })
  const sendLink = () =>
    open(() => import('../../../money/payment/parts/pay-link-sheet.tsx'), {
      orderId,
      payKind: payKind.instalment,
      refId: row.id,
      amount: due,
    })
  return (
    <StepEntry
      number={seq}
      title={`第 ${seq} 期`}
      tag={<Tag tone={mark.tone}>{mark.text}</Tag>}
      end={<Money fen={amount} size="l" />}
      state={due === 0 ? 'done' : isOverdueRow(status) ? 'late' : next ? 'now' : 'todo'}
      note={
        <>
          {day(periodFrom)} ~ {day(addDays(periodTo, -1))}
          <br />
          {day(dueDate)} 到期{plannedDate !== dueDate && `（原 ${day(plannedDate)}）`}
          {money.length > 0 && (
            <>
              <br />
              {money.join(' · ')}
            </>
          )}
        </>
      }
      acts={
        mayCollect &&
        due > 0 && (
          <Row gap={8} top={4} justify="end" wrap>
            {canPostpone(row) && (
              <Button size="s" onClick={() => void open(endSheets, 'PostponeSheet', { row })}>
                改期
              </Button>
            )}
            {next && isBegun(status) && (
              <Button size="s" onClick={() => void sendLink()}>
                发付款链接
              </Button>
            )}
            {next && (
              <Button size="s" variant="primary" onClick={() => void collect()}>
                收款
              </Button>
            )}
          </Row>
        )
      }
    />
  )
}
