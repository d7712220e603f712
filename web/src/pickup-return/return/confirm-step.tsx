import { formatMoney } from '@cheyi/domain/money'
import { returnStep } from '@cheyi/domain/pickup-return/steps'
import { Card, CardMore } from '../../ui/card.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { ConfirmBar } from '../parts/confirm-bar.tsx'
import { ConfirmChecks } from '../parts/confirm-checks.tsx'
import type { StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { balanceLabel, depositFenOf, methodText, settlementChanges } from '../parts/settlement-words.ts'
import { SignatureCard } from '../parts/signature-card.tsx'
import { useConfirm } from '../parts/use-confirm.ts'
import { usePaying } from '../parts/use-paying.ts'
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
    unpriced: settlement === undefined || state.isPlaceholderData,
    async recompute() {
      const now = (await state.refetch()).data
      return now && settlement ? { balance: now.balance, changes: settlementChanges(settlement, now) } : null
    },
  })
  return (
    <FlowFrame flow={flow} footer={<ConfirmBar flow={flow} confirmation={confirmation} />}>
      <ConfirmChecks flow={flow} confirmation={confirmation} />
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
