import type { StepProps } from '../parts/flow.ts'
import { depositFenOf } from '../parts/money/settlement-words.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { SettlementCard } from './settlement-card.tsx'
import { SettlementState } from './settlement-state.tsx'
import { useSettlement } from './use-settlement.ts'

/** Step 8: what the return comes to, how it is paid, and what happens to the deposits. */
export function SettlementStep({ flow }: StepProps) {
  const state = useSettlement(flow)
  const paying = usePaying(flow, state.data?.balance ?? 0, state.data ? depositFenOf(state.data) : 0)
  if (state.data === undefined) return <SettlementState flow={flow} state={state} />
  return <SettlementCard flow={flow} settlement={state.data} paying={paying} />
}
