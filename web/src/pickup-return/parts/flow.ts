import type { Steps } from '../../kernel/page/steps.ts'
import type { Handover } from './use-handover.ts'

/** What every step of a flow works on. */
export interface Flow extends Handover {
  readonly steps: Steps
  /** Epoch ms, at most half a minute old. */
  readonly now: number
}

export interface StepProps {
  readonly flow: Flow
}
