import { cutCategories } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { type CommandItem, commandText, commandTone } from '../parts/command-words.ts'

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
