import type { Edits, Filled } from './entered.ts'
import type { Block, Expense, HandoverRecord, Task } from './handover.ts'
import type { Steps } from './step/use-steps.ts'
import type { Handover } from './use-handover.ts'

/** The places of a page of cards, each the number of a step. */
export interface Places {
  /** The place on the page that was gone to last; another object each time. */
  readonly place: { readonly step: number }
  /** Opens the card of a step and brings it into view. */
  readonly go: (step: number) => void
}

/** What the cards of one car work on: its photos and readings, as far as they are there. */
export interface CarEntry extends Pick<Handover, 'edit' | 'errors' | 'settle' | 'uploads' | 'inspection'> {
  readonly filled: Pick<Filled, 'mileageKm' | 'fuelEighths' | 'batteryPct' | 'photos'>
  readonly record: Pick<HandoverRecord, 'photos'> | null
  /** At a return `pickupRecord` has the photos that the car went out with. */
  readonly task: Pick<Task, 'fuelKind' | 'pickupRecord'>
  /** A reading was typed: what is wrong with it is said from now on. */
  readonly leave: (name: 'mileageKm') => void
  /** Epoch ms, at most half a minute old. */
  readonly now: number
}

/** What the marks of one car are drawn and asked on. */
export interface MarkEntry extends Pick<Handover, 'errors' | 'uploads'> {
  readonly filled: Pick<Filled, 'marks'>
  /** Where the pictures of marks that are on the server already are found. */
  readonly record: Pick<HandoverRecord, 'damageMarks'> | null
  readonly inspection: Pick<NonNullable<Handover['inspection']>, 'marks'> | undefined
  readonly edit: (change: Pick<Edits, 'marks'>) => void
  /** What a mark charges is kept at once, where something keeps it. */
  readonly save: () => Promise<unknown>
  readonly task: { readonly type: Task['type']; readonly order: Pick<Task['order'], 'orderId'> }
}

/** What every card of a flow works on. */
export interface Flow extends Handover, Places {
  readonly steps: Steps
  /** Epoch ms, at most half a minute old. */
  readonly now: number
  /** What keeps the handover from being confirmed, with what stands on this phone. */
  readonly gaps: readonly Block[]
  /** Charges of this handover; undefined while they are loading. */
  readonly charges: readonly Expense[] | undefined
  readonly leave: CarEntry['leave']
  /** Shows what is wrong with the fields; whether nothing is. */
  readonly check: () => boolean
}

export interface StepProps {
  readonly flow: Flow
}
