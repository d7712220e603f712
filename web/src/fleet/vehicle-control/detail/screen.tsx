import './detail.css'
import { runStates } from '@cheyi/domain/fleet/inventory/codes'
import { alarmTypes, forgedCauses } from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandKeys, isCommandRunning, mayCancelCommand } from '@cheyi/domain/fleet/vehicle-control/command'
import { type CarPlace, isNewer } from '@cheyi/domain/fleet/vehicle-control/place'
import { formatKm } from '@cheyi/domain/length'
import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { MINUTE } from '@cheyi/domain/time'
import { type ReactNode, useState } from 'react'
import { ask, calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { tellBoxes } from '../../../kernel/call/live.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useMayWhole, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Box, Button, Card, CardMore, Cell, Grid, MainButton, Note, Notice, Row, Text } from '../../../ui/layout.tsx'
import { later } from '../../../ui/media/later.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { inventoryScreens } from '../../inventory/screens.ts'
import {
  accText,
  type CarDetail,
  type CommandItem,
  commandName,
  commandReason,
  doorText,
  holderText,
  LOOK_AGAIN,
  LOOK_SOON,
  lastingText,
  nearText,
  outcomeMark,
  reportedText,
  speedText,
  stateMark,
  useWatch,
  warningMarks,
} from '../parts/car-words.ts'
import { LookLine } from '../parts/look-line.tsx'
import { CallButton, OrderCard } from '../parts/order-card.tsx'
import { vehicleControlScreens } from '../screens.ts'
import { CommandCard } from './command-card.tsx'
import { TrackPlayer } from './track-player.tsx'
import type { Looked } from './track-words.ts'

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
            <Cell label="用车状态">
              <Text num>{holderText(car, now)}</Text>
            </Cell>
            <MovementCell car={car} onDone={onRefresh} />
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

/** Which alarms of movement are off for this car; who may change devices changes it. */
function MovementCell({ car, onDone }: { readonly car: CarDetail; readonly onDone: () => unknown }) {
  const may = useMay('vehicleControl.device')
  const { vehicleId, alarmsOff } = car
  async function change() {
    if (await open(() => import('./movement-sheet.tsx'), { vehicleId, off: alarmsOff })) await onDone()
  }
  return (
    <Cell label="移动报警" {...(may && { onClick: () => void change() })}>
      <Text>
        {alarmsOff.length === 0 ? '已开启' : `已停用 ${alarmsOff.map((type) => alarmTypes.text(type)).join('、')}`}
      </Text>
    </Cell>
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
    ['battery', '电量', car.chargePct === null ? '' : `${car.chargePct}%`],
    ['navigate', '续航', car.rangeKm === null ? '' : `${car.rangeKm} km`],
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
          <Button
            size="s"
            onClick={() => void open(() => import('../device/sheets.tsx'), 'ConfirmSheet', { deviceId, cause })}
          >
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

/** The track of a car. The query needs a reason, and the track is shown until the user leaves the page. */
function TrackCard({ vehicleId }: { readonly vehicleId: string }) {
  const may = useMay('vehicleControl.track')
  const [looked, setLooked] = useState<Looked>()
  const now = useNow()
  if (!may) return null
  async function look() {
    const next = await open(() => import('./track-sheet.tsx'), { vehicleId })
    if (next) setLooked(next)
  }
  if (looked === undefined)
    return (
      <Card pad title="行驶轨迹">
        <Row gap={12} justify="between">
          <Note>查看须填写原因，每次查看都记入日志</Note>
          <Button size="s" className="keep" onClick={() => void look()}>
            查看轨迹
          </Button>
        </Row>
      </Card>
    )
  const { from, to, track } = looked
  return (
    <Card
      title="行驶轨迹"
      extra={
        <Button size="s" onClick={() => void look()}>
          重新查询
        </Button>
      }
    >
      <Box pad={[0, 16, 12]}>
        <Note num>{formatPeriod(from, to, now)}</Note>
      </Box>
      {track.points.length === 0 ? (
        <Box pad={[0, 16, 16]}>
          <Text as="p">这段时间没有定位记录</Text>
          <Note as="p">设备可能未上线、未通电，或停在没有卫星信号的地方；可换一个时段再查</Note>
        </Box>
      ) : (
        <TrackPlayer key={`${from} ${to} ${track.fixes}`} track={track} now={now} />
      )}
    </Card>
  )
}

const CarMap = later(() => import('./car-map.tsx'))

interface PlaceCardProps {
  readonly car: CarDetail
  readonly now: number
  readonly onRefresh: () => unknown
}

/** The position of a car on a map that follows it, and as text for users who cannot see the map. */
function PlaceCard({ car, now, onRefresh }: PlaceCardProps) {
  const { lat, lng, at, withheld } = car
  if (withheld)
    return (
      <Card pad title="位置">
        <LookLine
          text="客户用车中，位置未显示"
          onDone={async () => {
            await onRefresh()
            await tellBoxes()
          }}
        />
      </Card>
    )
  if (lat === null || lng === null || at === null)
    return (
      <Card pad title="位置">
        <Note>设备还没有上报过定位</Note>
      </Card>
    )
  return <Placed car={car} now={now} known={{ lat, lng, at, speed: car.speed, moving: car.moving }} />
}

interface PlacedProps {
  readonly car: CarDetail
  readonly now: number
  readonly known: Pick<CarPlace, 'lat' | 'lng' | 'at' | 'moving'> & { readonly speed: number | null }
}

function Placed({ car, now, known }: PlacedProps) {
  const { vehicleId, near, stoppedSince, order } = car
  const [told, setTold] = useState<CarPlace>()
  const [follows, setFollows] = useState(true)
  const [mapless, setMapless] = useState(false)
  const see = useWatch((cars) => {
    const own = cars.find((one) => one.vehicleId === vehicleId)
    if (own) setTold(own)
  })
  const place = told && isNewer(told, known) ? told : known
  const still = stoppedSince !== null && !place.moving ? now - stoppedSince : 0
  return (
    <Card aria-label="位置">
      {!mapless && (
        <Box className="car-map car-map-top">
          <CarMap
            place={place}
            follows={follows}
            onLeave={() => setFollows(false)}
            onBox={see}
            onFail={() => setMapless(true)}
          />
        </Box>
      )}
      <Box pad={[12, 16]}>
        {near !== null && (
          <Text as="p" num>
            {nearText(near)}
          </Text>
        )}
        <Row gap={[4, 12]} wrap>
          <Note num>{formatMoment(place.at, now)} 定位</Note>
          {place.moving && <Note num>{speedText(place.speed)}</Note>}
          {still >= MINUTE && <Note num>已停 {lastingText(still)}</Note>}
          <Note num>
            {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
          </Note>
        </Row>
        <Row gap={[8, 12]} top={8} wrap>
          {!mapless &&
            (follows ? (
              <Note>地图跟随车辆，拖动后停止</Note>
            ) : (
              <Button size="s" icon="navigate" onClick={() => setFollows(true)}>
                跟随车辆
              </Button>
            ))}
          {order !== null && <CallButton order={order} />}
        </Row>
      </Box>
    </Card>
  )
}
