import { formatMoney } from '@cheyi/domain/money'
import { payMode, reimbursementKinds } from '@cheyi/domain/money/payment/codes'
import {
  reimbursementReasons,
  reimbursementStatus,
  reimbursementStatuses,
} from '@cheyi/domain/money/reimbursement/codes'
import { awaitsDecision, awaitsMoney, isDone } from '@cheyi/domain/money/reimbursement/reimbursement'
import { formatNear } from '@cheyi/domain/near'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Box, Button, Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'
import { reimbursementScreens } from '../screens.ts'
import { EntryForm } from './entry-form.tsx'

/** Requests a payment to the customer, and lists earlier requests to approve and pay. */
export default page(reimbursementScreens.reimbursement, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.reimbursement.list, { orderId })] as const
  const [order, answer] = useAnswers(...asked)
  return (
    <EntryForm
      key={answer.list.length}
      order={order}
      answer={answer}
      onRefresh={() => void refresh(...asked)}
      earlier={<Reimbursements rows={answer.list} owed={order.fees.owed} />}
    />
  )
})

type Reimbursed = OutputOf<typeof calls.reimbursement.list>['list'][number]

const tones: Readonly<Record<number, Tone>> = {
  [reimbursementStatus.waiting]: 'warning',
  [reimbursementStatus.paying]: 'primary',
  [reimbursementStatus.done]: 'success',
  [reimbursementStatus.failed]: 'danger',
}

/** Earlier requests, the newest first; open ones are approved and paid here. */
const Reimbursements = ({ rows, owed }: { rows: readonly Reimbursed[]; owed: number }) => (
  <Card pad title="报销退款记录">
    {rows.length === 0 && (
      <Text as="p" ink={3}>
        暂无报销退款
      </Text>
    )}
    <Box divided>
      {rows.map((row) => (
        <Entry key={row.id} row={row} owed={owed} />
      ))}
    </Box>
  </Card>
)

function Entry({ row, owed }: { row: Reimbursed; owed: number }) {
  const { id, orderId, kind, reasonCode, items, amount, paid, note, status, at, applicantName, mayDecide } = row
  const now = useNow()
  const decide = (pass: boolean) => open(() => import('./decide-sheet.tsx'), { id, orderId, amount, pass })
  const pay = () => open(() => import('./pay-sheet.tsx'), { id, orderId, amount, owed })
  const to = row.payMode === payMode.offlineOut ? `转给 ${row.payeeName ?? ''} 尾号 ${row.payeeTail}` : '按原收款方式'
  return (
    <div className="num">
      <Row gap={8} className="money-entry-line">
        <span>
          {reimbursementKinds.text(kind)} · {reimbursementReasons.text(reasonCode)}
        </span>
        <Tag tone={tones[status] ?? 'neutral'}>{reimbursementStatuses.text(status)}</Tag>
        <Money fen={amount} />
      </Row>
      <p>{[items.map((item) => item.name).join('、'), note].filter(Boolean).join('：')}</p>
      <Note>{[to, formatNear(at, now), applicantName].join(' · ')}</Note>
      {row.approverName !== null && (
        <Note>
          审核 {row.approverName}
          {row.decideNote && `：${row.decideNote}`}
        </Note>
      )}
      {isDone(status) && paid < amount && (
        <Note>
          抵扣欠款 {formatMoney(amount - paid)}，打款 {formatMoney(paid)}
        </Note>
      )}
      <Photos photos={items.flatMap((item) => item.photos)} noun="票据" />
      {row.byRoute && <Note>正按原收款方式退款</Note>}
      {(mayDecide || (awaitsMoney(status) && !row.byRoute)) && (
        <Row gap={8} top={8} align="stretch" justify="end">
          {mayDecide && (
            <Button size="s" onClick={() => void decide(false)}>
              驳回
            </Button>
          )}
          {mayDecide && awaitsDecision(status) && (
            <Button size="s" variant="primary" onClick={() => void decide(true)}>
              通过
            </Button>
          )}
          {awaitsMoney(status) && !row.byRoute && (
            <Button size="s" variant="primary" onClick={() => void pay()}>
              登记打款
            </Button>
          )}
        </Row>
      )}
    </div>
  )
}
