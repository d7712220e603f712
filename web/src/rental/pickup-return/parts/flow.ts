import type { Edits, Filled } from './entered.ts'
import type { Steps } from './step/use-steps.ts'
import type { Block, Expense, HandoverRecord, Task } from './types.ts'
import type { Handover } from './use-handover.ts'

/** Navigation within a page of cards; a place is a step number. */
export interface Places {
  /** The last place navigated to; a new object each time, so that effects run again. */
  readonly place: { readonly step: number }
  /** Opens the card of a step and scrolls to it. */
  readonly go: (step: number) => void
}

/** What the cards of one car use: its photos and readings, as far as they exist. */
export interface CarEntry extends Pick<Handover, 'edit' | 'errors' | 'settle' | 'uploads' | 'inspection'> {
  readonly filled: Pick<Filled, 'mileageKm' | 'fuelEighths' | 'batteryPct' | 'photos' | 'readByDevice'>
  readonly record: Pick<HandoverRecord, 'photos'> | null
  /** At a return `pickupRecord` holds the photos of the pickup. */
  readonly task: Pick<Task, 'fuelKind' | 'pickupRecord' | 'device'>
  /** Called when a reading loses focus: its errors are shown from then on. */
  readonly leave: (name: 'mileageKm') => void
  /** Epoch ms, at most 30 seconds old. */
  readonly now: number
}

/** What the damage marks of one car need. */
export interface MarkEntry extends Pick<Handover, 'errors' | 'uploads'> {
  readonly filled: Pick<Filled, 'marks'>
  /** Sources of the uploaded pictures of marks. */
  readonly record: Pick<HandoverRecord, 'damageMarks'> | null
  readonly inspection: Pick<NonNullable<Handover['inspection']>, 'marks'> | undefined
  readonly edit: (change: Pick<Edits, 'marks'>) => void
  /** Saves the charge of a mark at once, where it is stored on the server. */
  readonly save: () => Promise<unknown>
  readonly task: { readonly type: Task['type']; readonly order: Pick<Task['order'], 'orderId'> }
}

/** What every card of a flow uses. */
export interface Flow extends Handover, Places {
  readonly steps: Steps
  /** Epoch ms, at most 30 seconds old. */
  readonly now: number
  /** What blocks the confirmation, including the unsaved changes on this phone. */
  readonly gaps: readonly Block[]
  /** Charges of this handover; undefined while they are loading. */
  readonly charges: readonly Expense[] | undefined
  readonly leave: CarEntry['leave']
  /** Shows the errors of the fields. */
  readonly check: () => void
}

export interface StepProps {
  readonly flow: Flow
}
