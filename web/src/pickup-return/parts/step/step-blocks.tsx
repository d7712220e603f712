import { Notice } from '../../../ui/modal/notice.tsx'
import type { StepProps } from '../flow.ts'
import { isMoney } from './step-check.ts'

/** What of the current step still keeps the handover from being confirmed. `but`: codes told elsewhere on the page. */
export function StepBlocks({ flow, but = [] }: StepProps & { but?: readonly string[] }) {
  return flow.blocks
    .filter(({ step, code }) => step === flow.steps.step && !but.includes(code))
    .map((block) => (
      <Notice key={block.code}>
        {block.text}
        {isMoney(block) ? '，可在确认时一并收取' : block.overridable && '（确认时可由有权限的人员放行）'}
      </Notice>
    ))
}
