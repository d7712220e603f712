import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { isBackdated } from '@cheyi/domain/pickup-return/backdated'
import { returnStep } from '@cheyi/domain/pickup-return/steps'
import { Field } from '../../ui/field/field.tsx'
import { TextArea } from '../../ui/field/input.tsx'
import { Card, CardMore } from '../../ui/show/card.tsx'
import { KeyValue } from '../../ui/show/rows.tsx'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { ConfirmBar } from '../parts/confirm-bar.tsx'
import { ConfirmChecks } from '../parts/confirm-checks.tsx'
import type { StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { balanceLabel, depositFenOf, methodText, settlementChanges } from '../parts/money/settlement-words.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { SignatureCard } from '../parts/signature-card.tsx'
import { useConfirm } from '../parts/use-confirm.ts'
import { CompareCard } from './compare-card.tsx'
import { SettlementState } from './settlement-state.tsx'
import { useSettlement } from './use-settlement.ts'

/** Step 9: the paper, the customer's signature, and the settlement is made. */
export function ConfirmStep({ flow }: StepProps) {
  const state = useSettlement(flow)
  const settlement = state.data
  const balance = settlement?.balance ?? 0
  const paying = usePaying(flow, balance, settlement ? depositFenOf(settlement) : 0)
  const confirmation = useConfirm(flow, {
    paying,
    actualAt: state.actualReturnAt,
    backdated: isBackdated(state.actualReturnAt, flow.now, flow.task.order.graceMinutes),
    unpriced: settlement === undefined || state.isPlaceholderData,
    async recompute() {
      const now = (await state.refetch()).data
      return now && settlement ? { balance: now.balance, changes: settlementChanges(settlement, now) } : null
    },
  })
  return (
    <FlowFrame flow={flow} footer={<ConfirmBar flow={flow} confirmation={confirmation} />} frame={confirmation.frame}>
      <ConfirmChecks flow={flow} confirmation={confirmation} />
      {confirmation.backdate && (
        <Card pad title="补录还车时间">
          <Field
            label="补录原因"
            layout="stack"
            error={confirmation.backdate.error}
            hint={`还车时间 ${formatMoment(state.actualReturnAt, flow.now)}，早于现在超过 ${flow.task.order.graceMinutes} 分钟，原因和两个时间的金额会记入订单日志`}
          >
            <TextArea
              value={confirmation.backdate.reason}
              maxLength={200}
              placeholder="为什么不是现在，如已还车、当时网络不可用"
              onChange={(event) => confirmation.backdate?.setReason(event.target.value)}
            />
          </Field>
        </Card>
      )}
      <CompareCard flow={flow} settlement={settlement} />
      {settlement === undefined ? (
        <SettlementState flow={flow} state={state} />
      ) : (
        <Card
          pad
          title="结算"
          extra={<CardMore onClick={() => flow.steps.to(returnStep.settlement)}>结算与押金</CardMore>}
        >
          <KeyValue
            rows={[
              { label: balanceLabel(balance), value: balance === 0 ? '' : <b>{formatMoney(Math.abs(balance))}</b> },
              ...(paying.method === undefined ? [] : [{ label: '结算方式', value: methodText[paying.method] }]),
            ]}
          />
        </Card>
      )}
      <AgreementCard flow={flow} />
      <SignatureCard flow={flow} />
    </FlowFrame>
  )
}
