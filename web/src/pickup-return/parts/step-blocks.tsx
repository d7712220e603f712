import { Notice } from '../../ui/notice.tsx'
import type { StepProps } from './flow.ts'

/** What of the current step still keeps the handover from being confirmed. `but`: codes told elsewhere on the page. */
export function StepBlocks({ flow, but = [] }: StepProps & { but?: readonly string[] }) {
  return flow.blocks
    .filter(({ step, code }) => step === flow.steps.step && !but.includes(code))
    .map(({ code, text, overridable }) => (
      <Notice key={code}>
        {text}
        {overridable && '（确认时可由有权限的人员放行）'}
      </Notice>
    ))
}
