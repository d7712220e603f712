import { isWithCustomer } from '@cheyi/domain/fleet/inventory/codes'
import { commandType, onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { type CommandType, leastReason, mayWait } from '@cheyi/domain/fleet/vehicle-control/command'
import { type ComponentProps, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Card, Disc, Grid, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
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
]
const otherActs: readonly Act[] = [
  { type: commandType.find, label: '鸣笛寻车', icon: 'speaker' },
  { type: commandType.locate, label: '立即定位', icon: 'pin' },
  { type: commandType.track, label: '连续定位', icon: 'navigate' },
  { type: commandType.text, label: '语音播报', icon: 'chat' },
]
const reboot: Act = {
  type: commandType.reboot,
  label: '重启设备',
  icon: 'refresh',
  ask: '重启车载设备？重启期间约一分钟不在线',
}
const restore: Act = { type: commandType.engineRestore, label: '恢复油电', icon: 'bolt', ask: '恢复油电？' }
const cut: Act = { type: commandType.engineCut, label: '断油电', icon: 'power', danger: true }

/** The commands that the account may send to the car. */
export function CommandCard({ car }: { readonly car: CarDetail }) {
  const mayLock = useMay('vehicleControl.lock')
  const mayCut = useMay('vehicleControl.cut')
  const mayReboot = useMay('vehicleControl.device')
  const telling = useWrite(calls.vehicleControl.command)
  const online = car.state === onlineStates.code.online
  const engine = car.cut ? [restore] : car.mayCut ? [cut] : []
  const isAble = ({ type }: Act) => car.able.includes(type)
  const rest = [...(mayLock ? otherActs : []), ...(mayReboot ? [reboot] : []), ...(mayCut ? engine : [])].filter(isAble)
  const locks = mayLock ? lockActs.filter(isAble) : []
  const acts = [...locks, ...rest]
  if (acts.length === 0) return null
  const rented = isWithCustomer(car.runState)
  // A moving car may be unlocked only in an emergency, which the sheet explains.
  const asks = ({ type }: Act) => leastReason(type, rented) > 0 || (type === commandType.unlock && car.moving)
  async function tell(act: Act) {
    const { vehicleId } = car
    if (act.type === commandType.engineCut) await open(() => import('./cut-sheet.tsx'), { vehicleId })
    else if (act.type === commandType.text) await open(() => import('./text-sheet.tsx'), { vehicleId })
    else if (asks(act)) await open(() => import('./unlock-sheet.tsx'), { car, rented })
    else await send(act)
  }
  async function send({ type, label }: Act) {
    if (await telling.run({ vehicleId: car.vehicleId, type: type as never })) feedback.toast(`${label}指令已下发`)
  }
  const draw = (act: Act) => {
    const off = telling.pending || (!online && !mayWait(act.type))
    const look = { act, off, large: locks.includes(act) }
    // The sheet already requires a confirmation, so the button need not be held.
    return asks(act) || act.ask === undefined ? (
      <ActButton key={act.type} {...look} onClick={() => void tell(act)} />
    ) : (
      <HoldButton key={act.type} {...look} question={act.ask} onHeld={() => void send(act)} />
    )
  }
  return (
    <Card pad aria-label="控制">
      <Stack gap={16} className="car-acts">
        {locks.length > 0 && (
          <Grid columns={2} gap={8}>
            {locks.map(draw)}
          </Grid>
        )}
        {rest.length > 0 && (
          <Grid columns={rest.length > 5 ? 3 : rest.length} gap={8}>
            {rest.map(draw)}
          </Grid>
        )}
      </Stack>
      {acts.some((act) => act.ask !== undefined && !asks(act)) && (
        <Row top={8}>
          <Note>
            {acts.flatMap((act) => (act.ask !== undefined && !asks(act) ? [act.label] : [])).join('、')}长按 1
            秒执行，松手取消
          </Note>
        </Row>
      )}
      {!online && (
        <Row top={8}>
          <Note>设备不在线，除断油电与恢复外的指令暂时无法下发</Note>
        </Row>
      )}
    </Card>
  )
}

interface ActProps {
  readonly act: Act
  readonly off: boolean
  /** A large button for the most frequent commands. */
  readonly large: boolean
}

const ActButton = ({ act, off, large, ...rest }: ActProps & ComponentProps<'button'> & { 'data-held'?: boolean }) => (
  <Stack
    as="button"
    type="button"
    gap={6}
    align="center"
    ink={off ? 3 : act.danger ? 'danger' : 1}
    disabled={off}
    {...rest}
  >
    <Disc across={large ? 88 : 52} fill={large && act.ask !== undefined && !off ? 'tint' : 'well'}>
      <Icon name={act.icon} size={24} />
    </Disc>
    <Text size="s" ink="inherit">
      {act.label}
    </Text>
  </Stack>
)

/** A button for commands that act at once: it must be pressed for one second. */
function HoldButton({ act, off, large, question, onHeld }: ActProps & { question: string; onHeld: () => void }) {
  const { held, on } = useHold(onHeld, () => confirm({ title: question, confirm: act.label }), off)
  return <ActButton act={act} off={off} large={large} className="act-hold" data-held={held} {...on} />
}

/** How long a button must be pressed, in milliseconds. */
const HOLD_MS = 1000

/**
 * A button that acts after it has been pressed for one second, so that a lock command is not sent by accident from a pocket. A
 * keyboard or a screen reader cannot hold a button, so their users confirm a question instead.
 */
function useHold(act: () => void, ask: () => Promise<boolean>, off: boolean) {
  const [held, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const done = useRef(false)
  function release() {
    clearTimeout(timer.current)
    setHeld(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    held,
    on: {
      onPointerDown({ button }: PointerEvent) {
        if (off || button !== 0) return
        done.current = false
        setHeld(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          done.current = true
          setHeld(false)
          act()
        }, HOLD_MS)
      },
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      // A long touch would open the context menu of the browser.
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      async onClick({ detail }: MouseEvent) {
        if (detail === 0) {
          if (await ask()) act()
        } else if (!done.current) feedback.toast('请长按 1 秒执行')
      },
    },
  }
}
