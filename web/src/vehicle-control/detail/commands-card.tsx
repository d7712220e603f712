import { formatMoment } from '@cheyi/domain/near'
import { cutCategories } from '@cheyi/domain/vehicle-control/codes'
import { commandKeys, mayCancelCommand } from '@cheyi/domain/vehicle-control/command'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Timeline } from '../../ui/frame/steps.tsx'
import { Row } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { type CommandItem, commandText, commandTone } from '../parts/command-words.ts'

/** What the car was told last, and what became of it. */
export function CommandsCard({ commands, now }: { readonly commands: readonly CommandItem[]; readonly now: number }) {
  const calling = useWrite(calls.vehicleControl.commandCancel)
  const mayLock = useMay('vehicleControl.lock')
  const mayCut = useMay('vehicleControl.cut')
  if (commands.length === 0) return null
  const waiting = commands.find(
    ({ type, state }) => mayCancelCommand(state) && (commandKeys[type] === 'vehicleControl.cut' ? mayCut : mayLock),
  )
  async function cancel(commandId: string) {
    if (await calling.run({ commandId })) feedback.toast('指令已撤回')
  }
  return (
    <Card pad title="操作记录">
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
      {waiting && (
        <Row justify="end" top={8}>
          <Button size="s" loading={calling.pending} onClick={() => void cancel(waiting.commandId)}>
            撤回等待中的指令
          </Button>
        </Row>
      )}
    </Card>
  )
}
