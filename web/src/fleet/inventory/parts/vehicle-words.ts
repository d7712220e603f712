import { isDisposed, lifecycles, type RunState, runState, runStates } from '@cheyi/domain/fleet/inventory/codes'
import { expiriesOf, expiryNames, expiryText } from '@cheyi/domain/fleet/inventory/papers'
import { localDate } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type VehicleCard = OutputOf<typeof calls.inventory.list>['list'][number]
export type VehicleDetail = OutputOf<typeof calls.inventory.detail>
export type VehicleDocument = VehicleDetail['documents'][number]

export interface Mark {
  readonly text: string
  readonly tone: Tone
}

const tones: Readonly<Record<RunState, Tone>> = {
  [runState.idle]: 'success',
  [runState.waitingPickup]: 'primary',
  [runState.turnaround]: 'success',
  [runState.onRent]: 'primary',
  [runState.overdue]: 'danger',
  [runState.relocation]: 'purple',
  [runState.maintenance]: 'warning',
  [runState.inspection]: 'warning',
  [runState.stopped]: 'danger',
}

/** The current state of a vehicle, or the reason why it is out of service. */
export const stateMark = ({ runState: state, lifecycle: life }: Pick<VehicleCard, 'runState' | 'lifecycle'>): Mark =>
  state === null
    ? { text: lifecycles.text(life), tone: isDisposed(life) ? 'outline' : 'neutral' }
    : { text: runStates.text(state), tone: tones[state] }

/** Documents that have expired or will expire soon, the most urgent first. */
export const expiryMarks = (card: Pick<VehicleCard, 'expiry'>, now: number): Mark[] =>
  expiriesOf(card.expiry, localDate(now)).map(({ kind, daysLeft }) => ({
    text: `${expiryNames[kind]}${expiryText(daysLeft)}`,
    tone: daysLeft <= 7 ? 'danger' : 'warning',
  }))
