import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { hasReleaseFailed, isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { can } from '@cheyi/domain/step'
import { depositMark } from '../../../booking/order/parts/order-words.ts'
import { Vouchers } from '../../../booking/order/parts/vouchers.tsx'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { ChangeButton } from '../../../money/deposit/parts/change-button.tsx'
import {
  type DepositRow,
  depositNotes,
  depositStateMark,
  pendingReleaseFen,
} from '../../../money/deposit/parts/deposit-words.ts'
import { open } from '../../../page/open.ts'
import { RefundTaskNote } from '../../../platform/todo/parts/refund-task-note.tsx'
import { Button, Card, Grid, Note, Row, Text, Well } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { PanelProps } from './panel.ts'

/** The two deposits: amount, state, and the permitted actions. */
export function DepositsPanel({ order, now, acts, acting, reach }: PanelProps) {
  const { deposits } = order
  if (deposits.length === 0) return null
  const mark = depositMark(order)
  const shown = acts.filter(({ code }) => code === 'release' || code === 'deduct' || code === 'collectDeposit')
  return (
    <Card pad title="押金" extra={<Tag tone={mark.tone}>{mark.text}</Tag>}>
      <Grid columns={2} fit={132} gap={8}>
        {deposits.map((row) => (
          <Deposit
            key={row.depositId}
            order={order}
            row={row}
            now={now}
            mayRelease={reach.held.has('deposit.release')}
            mayAgree={reach.held.has('deposit.collect')}
          />
        ))}
      </Grid>
      <RefundTaskNote
        orderId={order.orderId}
        waits={order.pendingRefunds === 'byHand' || deposits.some((row) => pendingReleaseFen(row) > 0)}
        now={now}
      />
      {shown.length > 0 && (
        <Row gap={8} top={12} align="stretch" justify="end">
          {shown.map((act) => (
            <Button key={act.code} size="s" reason={act.why ?? undefined} onClick={() => acting.act(act)}>
              {act.label}
            </Button>
          ))}
        </Row>
      )}
    </Card>
  )
}

interface DepositProps extends Pick<PanelProps, 'order' | 'now'> {
  readonly row: DepositRow
  readonly mayRelease: boolean
  readonly mayAgree: boolean
}

function Deposit({ order, row, now, mayRelease, mayAgree }: DepositProps) {
  const state = depositStateMark(row, order.status)
  const retry = useWrite(calls.deposit.retry)
  async function again() {
    if (await retry.run({ depositId: row.depositId })) feedback.toast('已重新发起退还')
  }
  return (
    <Row as={Well} gap={[2, 8]} pad={[10, 12]} align="baseline" wrap className="order-detail-deposit num">
      <Note as="span" full>
        {depositKinds.text(row.kind)}
      </Note>
      <Money fen={row.amount} />
      <Text ink={state.tone} size="s" weight="m" nowrap>
        {state.text}
      </Text>
      {depositNotes(row, now).map((note) => (
        <small key={note}>{note}</small>
      ))}
      {row.voucherIds.length > 0 && (
        <small>
          <Vouchers orderId={order.orderId} ids={row.voucherIds} />
        </small>
      )}
      <ChangeButton order={order} row={row} />
      {mayAgree && profileOf(order.orderKind).billing === 'instalments' && isUnpaidDeposit(row.payStatus) && (
        <Button
          size="s"
          onClick={() =>
            void open(() => import('../../../money/deposit/parts/change-sheets.tsx'), 'AmountSheet', {
              order,
              row,
            })
          }
        >
          修改金额
        </Button>
      )}
      {/* A replaced deposit still needs its proof of refund, although the deposit itself cannot be released yet. */}
      {mayRelease && pendingReleaseFen(row) > 0 && !can(orderSteps, 'release', order.status).ok && (
        <Button
          size="s"
          onClick={() => void open(() => import('../../../money/deposit/parts/release-sheet.tsx'), order)}
        >
          退还凭证
        </Button>
      )}
      {mayRelease && hasReleaseFailed(row.holdStatus) && (
        <Button size="s" loading={retry.pending} onClick={again}>
          重试退还
        </Button>
      )}
    </Row>
  )
}
