import { commandStates, commandTypes, cutCategories } from '@cheyi/domain/fleet/vehicle-control/codes'
import { type CommandOutcome, isUnconfirmed, outcomeOf } from '@cheyi/domain/fleet/vehicle-control/command'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type CommandItem = OutputOf<typeof calls.vehicleControl.detail>['commands'][number]

export const commandName = ({ type, armed, emergency }: CommandItem): string =>
  `${emergency ? '紧急' : ''}${commandTypes.text(type)}${armed ? '（停车后执行）' : ''}`

const tones = {
  running: 'primary',
  done: 'success',
  cancelled: 'neutral',
  failed: 'danger',
} as const satisfies Record<CommandOutcome, Tone>
export const outcomeMark = ({ type, state }: CommandItem) => ({
  text: isUnconfirmed(type, state) ? '已应答，未确认' : commandStates.text(state),
  tone: tones[outcomeOf(state)],
})

/** The reason, and why it was refused. */
export const commandReason = ({ category, reason, refusedAs, sends }: CommandItem): string =>
  [category !== null && cutCategories.text(category), reason, refusedAs, sends > 1 && `已重发 ${sends - 1} 次`]
    .filter(Boolean)
    .join(' · ')
