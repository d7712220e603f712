import { commandKeys, mayCancelCommand } from '@cheyi/domain/fleet/vehicle-control/command'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Card, CardMore } from '../../../ui/show/card.tsx'
import { CommandLine, type CommandLineProps } from './command-line.tsx'

/** The latest commands of a car with their results. */
export function CommandsCard({ vehicleId, commands, now }: CommandLineProps & { readonly vehicleId: string }) {
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
    <Card
      pad
      title="操作记录"
      extra={<CardMore onClick={() => void open(() => import('./commands-sheet.tsx'), { vehicleId })}>全部</CardMore>}
    >
      <CommandLine commands={commands} now={now} />
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
