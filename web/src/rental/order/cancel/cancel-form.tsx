import type { CancelReason } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'react'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { PlatformNotice } from '../../../booking/order/parts/platform-notice.tsx'
import { useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { SegmentedField } from '../../../form/segmented-field.tsx'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor, isStale } from '../../../kernel/call/refused.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { useNow } from '../../../kernel/now.ts'
import { useBack } from '../../../kernel/page/pages.tsx'
import { useMay } from '../../../kernel/user.ts'
import { InvoicedNotice } from '../../../money/invoice/parts/invoiced-notice.tsx'
import { confirm } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { cx } from '../../../ui/class-names.ts'
import { RadioList, Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Button, Card, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { OrderStrip } from './order-strip.tsx'
import {
  amountsOf,
  bearerOptions,
  type CancelAmounts,
  type CancelRule,
  type Choice,
  cancelLabel,
  canWaive,
  depositNote,
  heldDeposits,
  letsCustomerOff,
  noChoice,
  penaltyRows,
  problemsOf,
  reasonRows,
  ruleNotes,
  untilPickup,
  usualBearer,
} from './penalty.ts'

interface CancelFormProps {
  readonly order: OrderDetail
  readonly rule: CancelRule
  /** Reads the cancel rule again. */
  readonly onRule: () => void
}

const penaltyChanged = isRefusedFor('penaltyChanged')

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
  const fields = fieldsOf(choice, change, problems)
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
          <SegmentedField
            of={fields.responsibility}
            label="责任方"
            hint={bearerHint}
            options={bearerOptions(choice.reason, source, rule.penalty > 0 && !mayWaive)}
          />
          {offersWaiver && (
            <Field label="免违约金" hint={waives ? `少收 ${formatMoney(amounts.full)}，操作会留痕` : undefined} inline>
              <Switch checked={waives} onChange={(event) => change({ waive: event.target.checked })} />
            </Field>
          )}
          <TextAreaField
            of={fields.note}
            label="说明"
            optional={!off}
            className="order-cancel-words"
            rows={2}
            maxLength={200}
            placeholder={off ? '为什么免除违约金' : '补充取消的经过'}
          />
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

const refundNote = (refunding: number): string =>
  `${refunding > 0 ? `其中 ${formatMoney(refunding)} 已在退款中；` : ''}按原支付方式退回，线下收款由财务转账`

/** The amount paid, the part kept, the refund, and the deposits. */
function Amounts({ rule, amounts }: { rule: CancelRule; amounts: CancelAmounts }) {
  const { full, penalty, refund, receivable } = amounts
  const deposits = heldDeposits(rule)
  const note = depositNote(rule, amounts)
  return (
    <Card pad className="num">
      <KeyValue
        rows={[
          { label: '已付金额', value: <Money fen={rule.paid} /> },
          {
            label: '违约金',
            value: (
              <>
                {full > penalty && (
                  <Text ink={3}>
                    <Money fen={full} old />
                  </Text>
                )}{' '}
                <Money fen={penalty} free />
              </>
            ),
          },
        ]}
      />
      {receivable > 0 ? (
        <FeeTotal label="转为待收" fen={receivable} note="已付金额不足以抵扣违约金，取消后仍可收款" />
      ) : (
        <FeeTotal label="退给客户" fen={refund} note={refund > 0 ? refundNote(rule.refunding) : undefined} />
      )}
      {note && (
        <Box pad={[6, 0, 0]} top={10} line>
          <KeyValue rows={deposits.map(({ name, amount }) => ({ label: name, value: <Money fen={amount} /> }))} />
          <Note>{note}</Note>
        </Box>
      )}
    </Card>
  )
}

/** The penalty by time of cancellation, with the current row highlighted. */
function RuleCard({ rule }: { rule: CancelRule }) {
  const notes = ruleNotes(rule)
  return (
    <Card pad title="取消规则" extra={untilPickup(rule.minutesToPickup)}>
      <Box as="table" full round size="s" className="order-cancel-rule num">
        <caption className="visually-hidden">取消时间与违约金</caption>
        <tbody>
          {penaltyRows(rule).map(({ when, charge, fen, current }) => (
            <tr
              key={when}
              className={cx(current && 'order-cancel-current', current && fen === 0 && 'order-cancel-free')}
            >
              <th scope="row">
                {when}
                {current && <em>当前</em>}
              </th>
              <td>
                {charge}
                {fen > 0 && <small>{formatMoney(fen)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
      {notes.length > 0 && <Note top={8}>{notes.join('；')}</Note>}
    </Card>
  )
}
