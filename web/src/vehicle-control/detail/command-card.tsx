import { isWithCustomer } from '@cheyi/domain/inventory/codes'
import { commandType, onlineStates } from '@cheyi/domain/vehicle-control/codes'
import { asksReason, type CommandType, mayWait } from '@cheyi/domain/vehicle-control/command'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { confirm } from '../../page/confirm.ts'
import { open } from '../../page/open.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Disc, Grid, Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import type { CarDetail } from '../parts/car-words.ts'

interface Act {
  readonly type: CommandType
  readonly label: string
  readonly icon: IconName
  readonly ask?: string
  readonly danger?: boolean
}

const lockActs: readonly Act[] = [
  { type: commandType.unlock, label: '开锁', icon: 'unlock', ask: '打开车门锁？' },
  { type: commandType.lock, label: '关锁', icon: 'lock' },
  { type: commandType.find, label: '鸣笛寻车', icon: 'speaker' },
  { type: commandType.locate, label: '立即定位', icon: 'pin' },
]
const restore: Act = { type: commandType.engineRestore, label: '恢复油电', icon: 'bolt', ask: '恢复油电？' }
const cut: Act = { type: commandType.engineCut, label: '断油电', icon: 'power', danger: true }

/** What the car may be told by who looks at it. */
export function CommandCard({ car }: { readonly car: CarDetail }) {
  const mayLock = useMay('vehicleControl.lock')
  const mayCut = useMay('vehicleControl.cut')
  const telling = useWrite(calls.vehicleControl.command)
  const online = car.state === onlineStates.code.online
  const acts = [...(mayLock ? lockActs : []), ...(mayCut ? [...(car.cut ? [restore] : car.mayCut ? [cut] : [])] : [])]
  if (acts.length === 0) return null
  async function tell({ type, label, ask }: Act) {
    const { vehicleId } = car
    if (type === commandType.engineCut) return open(() => import('./cut-sheet.tsx'), { vehicleId })
    if (asksReason(type, isWithCustomer(car.runState))) return open(() => import('./unlock-sheet.tsx'), { vehicleId })
    if (ask !== undefined && !(await confirm({ title: ask, confirm: label }))) return undefined
    if (await telling.run({ vehicleId, type: type as never })) feedback.toast(`${label}指令已下发`)
    return undefined
  }
  return (
    <Card pad title="控制">
      <Grid columns={acts.length > 4 ? 5 : 4} gap={8}>
        {acts.map((act) => {
          const off = telling.pending || (!online && !mayWait(act.type))
          return (
            <Stack
              as="button"
              key={act.type}
              type="button"
              gap={6}
              align="center"
              ink={off ? 3 : act.danger ? 'danger' : 1}
              disabled={off}
              onClick={() => void tell(act)}
            >
              <Disc across={52} fill="well">
                <Icon name={act.icon} size={24} />
              </Disc>
              <Text size="s" ink="inherit">
                {act.label}
              </Text>
            </Stack>
          )
        })}
      </Grid>
      {!online && (
        <Row top={8}>
          <Note>设备不在线，开关锁、寻车和定位暂时无法下发</Note>
        </Row>
      )}
    </Card>
  )
}
