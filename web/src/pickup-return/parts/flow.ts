import type { Block, Expense } from './handover.ts'
import type { Steps } from './step/use-steps.ts'
import type { Handover } from './use-handover.ts'

/** What every card of a flow works on. */
export interface Flow extends Handover {
  readonly steps: Steps
  /** Epoch ms, at most half a minute old. */
  readonly now: number
  /** What keeps the handover from being confirmed, with what stands on this phone. */
  readonly gaps: readonly Block[]
  /** Charges of this handover; undefined while they are loading. */
  readonly charges: readonly Expense[] | undefined
  /** The place on the page that was gone to last; another object each time. */
  readonly place: { readonly step: number }
  /** Opens the card of a step and brings it into view; what was entered so far is saved. */
  readonly go: (step: number) => void
  /** Shows what is wrong with the fields; whether nothing is. */
  readonly check: () => boolean
}

export interface StepProps {
  readonly flow: Flow
}
