import { formatMoment } from '@cheyi/domain/near'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { type CommandItem, commandName, commandReason, outcomeMark } from '../parts/command-words.ts'

export interface CommandLineProps {
  readonly commands: readonly CommandItem[]
  readonly now: number
}

/** Commands of a car, the newest first: the account, the reason and the result. */
export const CommandLine = ({ commands, now }: CommandLineProps) => (
  <Timeline
    items={commands.map((one) => ({
      key: one.commandId,
      title: `${commandName(one)} · ${outcomeMark(one).text}`,
      time: formatMoment(one.createdAt, now),
      note: [one.byName, commandReason(one)].filter(Boolean).join(' · '),
      tone: outcomeMark(one).tone,
    }))}
  />
)
