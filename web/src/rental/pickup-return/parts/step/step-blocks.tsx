import { Notice } from '../../../../ui/layout.tsx'
import type { StepProps } from '../flow.ts'
import { withoutMoney } from './step-check.ts'

interface StepBlocksProps extends StepProps {
  readonly step: number
  /** Codes that are shown elsewhere on the page. */
  readonly but?: readonly string[]
}

/** Blocks of a step; those about money are shown on the money card. */
export function StepBlocks({ flow, step, but = [] }: StepBlocksProps) {
  return withoutMoney(flow.gaps)
    .filter((block) => block.step === step && !but.includes(block.code))
    .map((block) => (
      <Notice key={block.code}>
        {block.text}
        {block.overridable && '（确认时可由有权限的人员放行）'}
      </Notice>
    ))
}
