import type { CancelReason, Responsibility } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { PlatformNotice } from '../../../booking/order/parts/platform-notice.tsx'
import { useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { isStale } from '../../../form/stale.ts'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { useNow } from '../../../kernel/now.ts'
import { useBack } from '../../../kernel/page/pages.tsx'
import { useMay } from '../../../kernel/user.ts'
import { InvoicedNotice } from '../../../money/invoice/parts/invoiced-notice.tsx'
import { confirm } from '../../../page/confirm.ts'
import { Page } from '../../../page/page.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Button } from '../../../ui/button.tsx'
import { RadioList, Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextArea } from '../../../ui/field/input.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { Amounts } from './amounts.tsx'
import { OrderStrip } from './order-strip.tsx'
import {
  amountsOf,
  bearerOptions,
  type CancelAmounts,
  type CancelRule,
  type Choice,
  cancelLabel,
  canWaive,
  heldDeposits,
  letsCustomerOff,
  noChoice,
  problemsOf,
  reasonRows,
  usualBearer,
} from './penalty.ts'
import { RuleCard } from './rule-card.tsx'

interface CancelFormProps {
  readonly order: OrderDetail
  readonly rule: CancelRule
  /** Reads the cancel rule again. */
  readonly onRule: () => void
}

const penaltyChanged = refusedAs('penaltyChanged')

/** Reason, responsible party, cost, and a confirmation that repeats the amounts. */
export function CancelForm({ order, rule, onRule }: CancelFormProps) {
  const { orderId, source, version } = order
  const now = useNow()
  const mayWaive = useMay('order.discount')
  const { value: choice, set, clear } = useDraft<Choice>(`cancel:${orderId}`, noChoice)
  const { problems, show, settle, frame } = useProblems()
  /** The accepted penalty that the server refused as outdated, fen. */
  const [outdated, setOutdated] = useState<number>()
  const staleness = useStaleness(orderId)
  const cancel = useWrite(calls.order.cancel, {
    handles: (failure) => penaltyChanged(failure) || isStale(failure) || failure.field !== null,
    onFailure: answer,
  })
  const amounts = amountsOf(rule, choice)
  const back = useBack()

  function change(changes: Partial<Choice>) {
    const next = { ...choice, ...changes }
    set(next)
    settle(problemsOf(rule, next))
  }
  function answer(failure: CallFailure) {
    if (penaltyChanged(failure)) {
      setOutdated(amounts.penalty)
      onRule()
    }
    if (isStale(failure)) {
      staleness.mark()
      onRule()
    }
    show(faultsOf(failure))
  }
  async function submit() {
    if (!show(problemsOf(rule, choice)) || choice.reason === undefined) return
    if (!(await agreed(rule, amounts))) return
    const done = await cancel.run({
      orderId,
      reason: choice.reason,
      responsibility: choice.responsibility,
      waivePenalty: waives || undefined,
      note: choice.note.trim() || undefined,
      expectPenalty: amounts.penalty,
      version,
    })
    if (!done) return
    clear()
    feedback.toast(done.refund > 0 ? `订单已取消，退款 ${formatMoney(done.refund)} 处理中` : '订单已取消')
    back()
  }
  const offersWaiver = mayWaive && canWaive(rule, choice)
  const waives = choice.waive && offersWaiver
  const off = letsCustomerOff(rule, choice)
  const bearerHint = off && !waives ? `少收 ${formatMoney(amounts.full)}，请填写说明，操作会留痕` : undefined
  return (
    <Page
      footer={
        <ActionBar>
          <Button size="l" onClick={back}>
            再想想
          </Button>
          <Button
            variant="destroy"
            size="l"
            block
            className="num"
            loading={cancel.pending}
            onClick={() => void submit()}
          >
            {cancelLabel(amounts)}
          </Button>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={frame}>
        <StaleNotice staleness={staleness} />
        <PlatformNotice order={order} act="cancel" />
        {amounts.refund > 0 && <InvoicedNotice orderId={orderId} />}
        {outdated !== undefined && (
          <Notice tone="danger" onClose={() => setOutdated(undefined)}>
            {outdated === amounts.penalty
              ? '违约金已变化，请确认后重新提交'
              : `违约金已由 ${formatMoney(outdated)} 变为 ${formatMoney(amounts.penalty)}，请确认后重新提交`}
          </Notice>
        )}
        <OrderStrip order={order} />
        <RuleCard rule={rule} />
        <Card title="取消原因" data-field-error={problems.reason ? true : undefined}>
          <RadioList
            label="取消原因"
            value={choice.reason}
            onChange={(reason: CancelReason) => change({ reason, responsibility: usualBearer(reason) })}
            options={reasonRows(rule, source, now, mayWaive).map(({ free, ...row }) => ({
              ...row,
              extra: free && <Tag tone="warning">{free}</Tag>,
            }))}
          />
          {problems.reason && (
            <Note pad={[0, 16, 12]} ink="danger" role="alert">
              {problems.reason}
            </Note>
          )}
        </Card>
        {rule.penalty > 0 && !mayWaive && <WhoMay act="order.discount" orderId={orderId} note="请取消订单并免违约金" />}
        <Card>
          <Field label="责任方" group hint={bearerHint}>
            <Segmented<Responsibility>
              label="责任方"
              options={bearerOptions(choice.reason, source, rule.penalty > 0 && !mayWaive)}
              value={choice.responsibility}
              onChange={(responsibility) => change({ responsibility })}
            />
          </Field>
          {offersWaiver && (
            <Field label="免违约金" hint={waives ? `少收 ${formatMoney(amounts.full)}，操作会留痕` : undefined} inline>
              <Switch checked={waives} onChange={(event) => change({ waive: event.target.checked })} />
            </Field>
          )}
          <Field label="说明" optional={!off} error={problems.note} className="order-cancel-words">
            <TextArea
              rows={2}
              maxLength={200}
              placeholder={off ? '为什么免除违约金' : '补充取消的经过'}
              value={choice.note}
              onChange={(event) => change({ note: event.target.value })}
            />
          </Field>
        </Card>
        <Amounts rule={rule} amounts={amounts} />
      </Stack>
    </Page>
  )
}

/** The second confirmation: it repeats the amounts, since a cancellation cannot be undone. */
function agreed(rule: CancelRule, { penalty, refund, receivable }: CancelAmounts): Promise<boolean> {
  const deposit = heldDeposits(rule).reduce((sum, { amount }) => sum + amount, 0)
  const rows = [
    { label: '违约金', value: penalty > 0 ? formatMoney(penalty) : '免费' },
    ...(refund > 0 ? [{ label: '退给客户', value: <b>{formatMoney(refund)}</b> }] : []),
    ...(receivable > 0 ? [{ label: '转为待收', value: <b>{formatMoney(receivable)}</b> }] : []),
    ...(deposit > 0 ? [{ label: '在手押金', value: formatMoney(deposit) }] : []),
  ]
  return confirm({
    title: '取消订单？',
    body: (
      <>
        <p>车辆立即释放给其他订单，取消后不能恢复</p>
        <KeyValue rows={rows} />
      </>
    ),
    confirm: '取消订单',
    cancel: '再想想',
    danger: true,
  })
}
