import { returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { Answer } from '../../../page/answer.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { StepProps } from '../parts/flow.ts'
import type { useSettlement } from './use-settlement.ts'

/** Shown in place of a missing settlement: what it still needs, or why it could not be computed. */
export function SettlementState({ flow, state }: StepProps & { state: ReturnType<typeof useSettlement> }) {
  const readings = { label: '去填写', onClick: () => flow.go(returnStep.readings) }
  if (!state.ready) return <Notice action={readings}>填写里程与油电后，系统自动计算费用</Notice>
  if (state.error?.kind === 'refused')
    return (
      <Notice tone="danger" action={state.error.field === 'mileageKm' ? readings : undefined}>
        {state.error.message}
      </Notice>
    )
  return (
    <Answer of={state} shape="detail">
      {() => null}
    </Answer>
  )
}
