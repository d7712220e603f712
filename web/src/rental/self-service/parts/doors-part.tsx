import { commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { outcomeOf } from '@cheyi/domain/fleet/vehicle-control/command'
import type { HandoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { CustomerCommand } from '@cheyi/domain/rental/self-service/car'
import { formatClock } from '@cheyi/domain/time'
import { useEffect } from 'react'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { canLocate } from '../../../kernel/device/position.ts'
import { Button, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import type { Phrase } from '../../../words/english/column.ts'
import { say, translate } from '../../../words/words.ts'
import type { SelfTask } from './task.ts'
import { useHere } from './use-here.ts'

type Doors = NonNullable<SelfTask['doors']>

/** While a command is in progress, its result is requested at this interval, ms. */
const LOOK = 1500

const names = {
  [commandType.unlock]: '解锁',
  [commandType.find]: '寻车',
  [commandType.lock]: '锁车',
} as const satisfies Record<CustomerCommand, Phrase>

const nameOf = (command: number): string => translate(names[command as CustomerCommand] ?? '')

interface DoorsPartProps {
  readonly t: string
  readonly type: HandoverType
  readonly doors: Doors
  readonly reload: () => void
}

/** Opens, finds and locks the car from beside it. */
export function DoorsPart({ t, type, doors: { online, locked, last }, reload }: DoorsPartProps) {
  const { locating, here } = useHere(say('请致电门店'))
  const command = useWrite(calls.selfService.command, { onDone: reload })
  const running = last !== null && outcomeOf(last.state) === 'running'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(reload, LOOK)
    return () => clearInterval(timer)
  }, [running, reload])
  async function give(kind: CustomerCommand) {
    const position = canLocate() ? await here() : undefined
    if (position === null) return
    if ((await command.run({ t, type, command: kind, position })) === null) reload()
    else
      feedback.toast(
        kind === commandType.find ? say('车辆即将鸣笛闪灯') : say('{act}指令已发送', { act: nameOf(kind) }),
      )
  }
  const pending = locating || command.pending
  const button = (kind: CustomerCommand, main: boolean) => (
    <Button
      icon={kind === commandType.find ? 'speaker' : kind === commandType.unlock ? 'unlock' : 'lock'}
      variant={main ? 'primary' : 'outline'}
      reason={pending ? say('正在发送') : running ? say('上一个操作执行中') : undefined}
      onClick={() => void give(kind)}
    >
      {nameOf(kind)}
    </Button>
  )
  return (
    <Stack gap={10}>
      {online ? (
        <Row gap={8} wrap>
          {button(commandType.unlock, locked)}
          {button(commandType.find, false)}
          {button(commandType.lock, !locked)}
        </Row>
      ) : (
        <Notice>{say('车辆设备不在线，请用钥匙开锁、锁车，需要帮助请致电门店')}</Notice>
      )}
      <span role="status">{lastWords(last) || (locked ? say('车门已锁') : say('车门未锁'))}</span>
      {online && <Note>{say('请在车旁操作；位置只用于核对，不保存')}</Note>}
    </Stack>
  )
}

function lastWords(last: Doors['last']): string {
  if (last === null) return ''
  const act = nameOf(last.type)
  const outcome = outcomeOf(last.state)
  if (outcome === 'running') return say('{act}执行中，请稍候', { act })
  const at = formatClock(last.at)
  if (outcome === 'done') return say('{at} 已{act}', { at, act })
  if (last.why === '') return say('{at} {act}没有成功，请重试', { at, act })
  return say('{at} {act}未执行：{why}', { at, act, why: translate(last.why) })
}
