import { AgreementCard } from '../parts/agreement-card.tsx'
import type { StepProps } from '../parts/flow.ts'
import { StepBlocks } from '../parts/step/step-blocks.tsx'

/** Step 8: the rental paper. */
export function AgreementStep({ flow }: StepProps) {
  return (
    <>
      <StepBlocks flow={flow} />
      <AgreementCard flow={flow} />
    </>
  )
}
