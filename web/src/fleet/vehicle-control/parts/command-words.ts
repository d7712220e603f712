import { commandStates, commandTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { isUnconfirmed, outcomeOf } from '@cheyi/domain/fleet/vehicle-control/command'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

export type CommandItem = OutputOf<typeof calls.vehicleControl.commandPage>['list'][number]

/** The command with its result: `开锁 · 已生效`. */
export function commandText({
  type,
  state,
  armed,
  emergency,
}: Pick<CommandItem, 'type' | 'state' | 'armed' | 'emergency'>): string {
  const became = isUnconfirmed(type, state) ? '已应答，未确认' : commandStates.text(state)
  return `${emergency ? '紧急' : ''}${commandTypes.text(type)}${armed ? '（停车后执行）' : ''} · ${became}`
}

const tones = { running: 'primary', done: 'success', cancelled: 'neutral', failed: 'danger' } as const satisfies Record<
  string,
  Tone
>
export const commandTone = (state: number) => tones[outcomeOf(state)]
