import { commandStates, commandTypes, cutCategories } from '@cheyi/domain/fleet/vehicle-control/codes'
import { isUnconfirmed, outcomeOf } from '@cheyi/domain/fleet/vehicle-control/command'
import { formatMoment } from '@cheyi/domain/near'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Timeline } from '../../../ui/frame/steps.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

export interface CommandLineProps {
  readonly commands: readonly CommandItem[]
  readonly now: number
}

/** Commands of a car, the newest first: the account, the reason and the result. */
export const CommandLine = ({ commands, now }: CommandLineProps) => (
  <Timeline
    items={commands.map((one) => ({
      key: one.commandId,
      title: commandText(one),
      time: formatMoment(one.createdAt, now),
      note: [
        one.byName,
        one.category !== null && cutCategories.text(one.category),
        one.reason,
        one.refusedAs,
        one.sends > 1 && `已重发 ${one.sends - 1} 次`,
      ]
        .filter(Boolean)
        .join(' · '),
      tone: commandTone(one.state),
    }))}
  />
)

type CommandItem = OutputOf<typeof calls.vehicleControl.commandPage>['list'][number]

/** The command with its result: `开锁 · 已生效`. */
function commandText({
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
const commandTone = (state: number) => tones[outcomeOf(state)]
