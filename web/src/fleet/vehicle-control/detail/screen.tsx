import './detail.css'
import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { forgedCauses } from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandKeys, isCommandRunning, mayCancelCommand } from '@cheyi/domain/fleet/vehicle-control/command'
import { formatKm } from '@cheyi/domain/length'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import type { ReactNode } from 'react'
import { ask, calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box, Card, CardMore, Cell, Grid, Notice, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { inventoryScreens } from '../../inventory/screens.ts'
import {
  accText,
  type CarDetail,
  doorText,
  LOOK_AGAIN,
  LOOK_SOON,
  reportedText,
  speedText,
  stateMark,
  warningMarks,
} from '../parts/car-words.ts'
import { type CommandItem, commandName, commandReason, outcomeMark } from '../parts/command-words.ts'
import { OrderCard } from '../parts/order-card.tsx'
import { vehicleControlScreens } from '../screens.ts'
import { CommandCard } from './command-card.tsx'
import { PlaceCard } from './place-card.tsx'
import { TrackCard } from './track-card.tsx'

/** One car: its position and reports, its customer, and the commands sent to it. */
export default page(
  vehicleControlScreens.detail,
  ({ vehicleId }) => {
    const asked = ask(calls.vehicleControl.detail, { vehicleId })
    const [car] = useAnswers(asked)
    // Repeats the request of the page while it is open.
    const running = car.commands.some(({ state }) => isCommandRunning(state))
    useRead(calls.vehicleControl.detail, { vehicleId }, { every: running ? LOOK_SOON : LOOK_AGAIN })
    return <CarPage car={car} onRefresh={() => refresh(asked)} />
  },
  { cards: 3, shape: 'detail' },
)

function CarPage({ car, onRefresh }: { readonly car: CarDetail; readonly onRefresh: () => Promise<unknown> }) {
  const now = useNow()
  const reach = useReach()
  const { vehicleId, plate, alarms, modelName, storeName, parkingNote, runState, lastMsgAt, lookers } = car
  const mark = stateMark(car)
  return (
    <DetailPage
      state={{ text: mark.text, mark: mark.tone }}
      subject={<Plate plate={plate} />}
      tags={warningMarks({ ...car, alarms: 0 })}
      next={alarms > 0 ? { text: `${alarms} 条报警未处理`, late: true } : null}
      note={[modelName, storeName, parkingNote, runState !== null && runStates.text(runState)]
        .concat(`${reportedText(lastMsgAt, now)}更新`)
        .filter(Boolean)
        .join(' · ')}
      onRefresh={onRefresh}
      acts={
        alarms > 0 && (
          <ActionBar>
            <MainButton onClick={() => go(vehicleControlScreens.alarms, { keyword: plate })}>处理报警</MainButton>
          </ActionBar>
        )
      }
      notices={<DoubtCard car={car} now={now} />}
      thing={
        <>
          <PlaceCard car={car} now={now} onRefresh={onRefresh} />
          <Tiles car={car} />
          <CommandCard car={car} />
        </>
      }
      side={
        <>
          {car.order === null ? (
            <None of="进行中的订单" />
          ) : (
            <OrderCard title="当前订单" order={car.order} isCalledAbove={car.at !== null} now={now} />
          )}
          <CommandsCard plate={plate} commands={car.commands} now={now} />
          <TrackCard vehicleId={vehicleId} />
          <Card>
            <Cell label="车辆资料" {...linkTo(reach, inventoryScreens.detail, { id: vehicleId })} />
            <Cell label="车载设备" note={signalText(car)}>
              <Text num>{car.devicePhone}</Text>
            </Cell>
          </Card>
        </>
      }
      log={
        lookers.length > 0 && (
          <Card pad title="位置查看记录">
            <KeyValue
              rows={lookers.map(({ at, name, reason, from, to }) => ({
                label: `${name} ${formatMoment(at, now)}`,
                value: reason ?? '实时位置',
                note: reason === null ? undefined : `轨迹 ${formatPeriod(from, to, now)}`,
              }))}
            />
          </Card>
        )
      }
    />
  )
}

const signalText = ({ satellites, signal }: CarDetail): string | undefined =>
  [satellites !== null && `卫星 ${satellites}`, signal !== null && `信号 ${signal}`].filter(Boolean).join(' · ') ||
  undefined

/** The values that the device reports, each with a label; a missing value has no tile. */
function Tiles({ car }: { readonly car: CarDetail }) {
  const tiles: readonly (readonly [IconName, string, ReactNode])[] = [
    ['gauge', '车速', speedText(car.speed)],
    ['lock', '车门', doorText(car)],
    ['power', '发动机', accText(car.acc)],
    ['navigate', '今日里程', car.todayKm === null ? '' : `${car.todayKm.toFixed(1)} km`],
    ['car', '设备里程', car.odometerKm === null ? '' : formatKm(car.odometerKm)],
    ['fuel', '油量', car.fuelLitres === null ? '' : `${car.fuelLitres} L`],
    ['bolt', '电瓶', car.batteryVolts === null ? '' : `${car.batteryVolts.toFixed(1)} V`],
  ]
  return (
    <Card pad>
      <Grid as="dl" columns={3} gap={8}>
        {tiles
          .filter(([, , value]) => value !== '')
          .map(([icon, label, value]) => (
            <Box key={label} pad={[10, 8]} fill="well" round="card">
              <Row as="dt" gap={4} note>
                <Icon name={icon} size={16} />
                {label}
              </Row>
              <Text as="dd" weight="b" num>
                {value}
              </Text>
            </Box>
          ))}
      </Grid>
    </Card>
  )
}

/** The latest commands of a car with their results. */
function CommandsCard({ plate, commands, now }: CommandLineProps & { readonly plate: string }) {
  const calling = useWrite(calls.vehicleControl.commandCancel)
  const mayLock = useMay('vehicleControl.lock')
  const mayCut = useMay('vehicleControl.cut')
  if (commands.length === 0) return <None of="操作记录" />
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
      extra={<CardMore onClick={() => go(vehicleControlScreens.commands, { keyword: plate })}>全部</CardMore>}
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

/** Warns that the reports of the device may not come from this car. */
function DoubtCard({ car, now }: { readonly car: CarDetail; readonly now: number }) {
  const mayConfirm = useMayWhole('vehicleControl.device')
  const { deviceId, doubt } = car
  if (doubt === null) return null
  const cause = forgedCauses.text(doubt.cause)
  return (
    <Card pad title="设备身份不符">
      <Notice tone="warning">
        {formatMoment(doubt.at, now)}：{cause}。位置可能不实，处理前不能断油电
      </Notice>
      {mayConfirm && (
        <Row justify="end" top={8}>
          <Button size="s" onClick={() => void open(() => import('../device/confirm-sheet.tsx'), { deviceId, cause })}>
            确认设备无异常
          </Button>
        </Row>
      )}
    </Card>
  )
}

interface CommandLineProps {
  readonly commands: readonly CommandItem[]
  readonly now: number
}

/** Commands of a car, the newest first: the account, the reason and the result. */
const CommandLine = ({ commands, now }: CommandLineProps) => (
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
