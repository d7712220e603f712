import '../parts/timeline.css'
import '../parts/heat.css'
import './fleet-lanes.css'
import { awaitsPickup } from '@cheyi/domain/booking/order/steps'
import { ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import type { TicketKind } from '@cheyi/domain/fleet/ticket/ticket'
import { formatMoment } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { addDays, localDate, startOfDate } from '@cheyi/domain/time'
import { type CSSProperties, useRef, useState, type WheelEvent } from 'react'
import { calls, feedback, send, useWrite } from '../../../kernel/call/calls.ts'
import { useDesktop } from '../../../kernel/device/media-query.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useShortcut } from '../../../kernel/page/shortcuts.ts'
import { useReach } from '../../../kernel/user.ts'
import { choose } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { canTake } from '../../../rental/arrange/parts/candidate.ts'
import { orderScreens } from '../../../rental/order/screens.ts'
import { cx } from '../../../ui/class-names.ts'
import { Box, Row, Text } from '../../../ui/layout.tsx'
import { VirtualList } from '../../../ui/list/virtual-list.tsx'
import { screensOf } from '../../ticket/screens.ts'
import { type Bar, beginAt, boxOf, doingAt, type Window } from '../parts/bars.ts'
import { DayHead, useMonthNames } from '../parts/day-head.tsx'
import { freeText, heatOf, heatWords, isPartlyClosed } from '../parts/heat.ts'
import { ClosedMarks } from '../parts/heat-legend.tsx'
import { BarLegend, carLines, type Drag, Lane, type Line, waitingOf } from '../parts/lane.tsx'
import type { SpanDays } from '../parts/span-bar.tsx'
import { stockScreens } from '../screens.ts'
import { blockOf } from './blocks.ts'
import type { Pool } from './pools.ts'
import { useDays } from './use-days.ts'

/** A wheel sends many small events; this many of its units move the lanes by one day. */
const WHEEL_DAY = 80

interface FleetLanesProps {
  readonly storeId: string
  readonly pools: readonly Pool[]
  readonly days: SpanDays
  readonly from: string
  /** The earliest day that may be shown. */
  readonly min: string
  readonly onFrom: (from: string) => void
}

/** All cars of a store on one time axis, grouped by model. Rows outside the viewport are neither requested nor rendered. */
export default function FleetLanes({ storeId, pools, days, from, min, onFrom }: FleetLanesProps) {
  const today = localDate(useNow())
  const desktop = useDesktop()
  const turned = useRef(0)
  const drag = useDrag()
  const namesMonth = useMonthNames(days)
  function turn(by: number) {
    const next = addDays(from, by)
    onFrom(next < min ? min : next)
  }
  useShortcut('ArrowLeft', () => turn(-1))
  useShortcut('ArrowRight', () => turn(1))
  function wheel({ deltaX, deltaY, shiftKey }: WheelEvent) {
    const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX
    if (Math.abs(sideways) <= Math.abs(shiftKey ? 0 : deltaY)) return
    turned.current += sideways
    const by = Math.trunc(turned.current / WHEEL_DAY)
    if (by === 0) return
    turned.current -= by * WHEEL_DAY
    turn(by)
  }
  return (
    <div
      className={cx('timeline', 'fleet-lanes', days === 30 && 'timeline-month')}
      style={{ '--days': days } as CSSProperties}
      onWheel={wheel}
    >
      <div className="timeline-line timeline-head">
        <span className="timeline-car">车型 / 车辆</span>
        <div className="timeline-days">
          {Array.from({ length: days }, (_, i) => addDays(from, i)).map((date, i) => (
            <Text pad={[6, 0, 0]} shrink key={date} className="fleet-lanes-day">
              <DayHead date={date} today={today} first={namesMonth(i)} />
            </Text>
          ))}
        </div>
      </div>
      <VirtualList
        label="车辆时间轴"
        items={rowsOf(pools)}
        keyOf={({ pool, first }) => `${pool.modelId}/${first ?? ''}`}
        render={({ pool, first }) => {
          const shown = { storeId, pool, days, from, min, drag }
          return first === null ? <ModelRow {...shown} /> : <CarRows {...shown} first={first} />
        }}
        estimate={ROW_LANES * 40}
        more={false}
        onMore={() => {}}
      />
      <BarLegend>
        <ClosedMarks days={pools.flatMap((pool) => pool.days)} />
        {desktop && (
          <Box as="li" push>
            拖动订单到车辆即可排车，点空白处新建订单
          </Box>
        )}
      </BarLegend>
    </div>
  )
}

/** Lanes in one list row: few enough to render within one frame when the row is scrolled into the viewport. */
const ROW_LANES = 6

interface LaneRow {
  readonly pool: Pool
  /** Index of the first car of the row; null: the row of the model itself, with its orders that have no car yet. */
  readonly first: number | null
}

const rowsOf = (pools: readonly Pool[]): LaneRow[] =>
  pools.flatMap((pool) => [
    { pool, first: null },
    ...Array.from({ length: Math.ceil(carsOf(pool) / ROW_LANES) }, (_, i) => ({ pool, first: i * ROW_LANES })),
  ])

const carsOf = ({ days: [first] }: Pool): number => first?.total ?? 0

interface RowProps {
  readonly storeId: string
  readonly pool: Pool
  readonly days: SpanDays
  readonly from: string
  readonly min: string
  readonly drag: Dragging
}

/** All rows of a model share one request. Days outside the response are drawn as unknown. */
const useTimeline = ({ storeId, pool: { modelId }, days, from, min }: RowProps) =>
  useDays(calls.stock.timeline, blockOf(from, min, days), (asked) => ({ storeId, modelId, ...asked }))

const windowOf = ({ from, days }: Pick<RowProps, 'from' | 'days'>): Window => ({
  from: startOfDate(from),
  to: startOfDate(addDays(from, days)),
})

/** The part of the window that the response covers, in percent; 0 if the response does not cover the start of the window. */
function coveredPercent(answer: Window, window: Window): number {
  if (answer.from > window.from) return 0
  return Math.min(100, Math.max(0, ((answer.to - window.from) / (window.to - window.from)) * 100))
}

function ModelRow(props: RowProps) {
  const { storeId, pool, days, from } = props
  const window = windowOf(props)
  const counts = new Map(pool.days.map((day) => [day.date, day]))
  const timeline = useTimeline(props)
  return (
    <>
      <Box fill="page" className="timeline-line fleet-lanes-model">
        <Row
          as={Link}
          gap={[0, 6]}
          wrap
          className="timeline-car"
          to={stockScreens.summary}
          with={{ storeId, modelId: pool.modelId, view: 'timeline' }}
        >
          <Text as="b" cut size="s">
            {pool.name}
          </Text>
          <small className="num">{carsOf(pool)} 辆</small>
        </Row>
        <div className="timeline-days">
          {Array.from({ length: days }, (_, i) => addDays(from, i)).map((date) => {
            const day = counts.get(date)
            // A day that was just scrolled to is still being requested.
            if (day === undefined) return <span key={date} className="fleet-lanes-free" />
            return (
              <Link
                key={date}
                to={stockScreens.summary}
                with={{ storeId, modelId: pool.modelId, day: date }}
                className={cx('fleet-lanes-free', 'num', `heat-${heatOf(day)}`, isPartlyClosed(day) && 'heat-part')}
                title={heatWords(day)}
              >
                {freeText(day)}
                <span className="visually-hidden">{` ${pool.name} ${date.slice(5)} ${heatWords(day)}`}</span>
              </Link>
            )
          })}
        </div>
      </Box>
      <Answer of={timeline} cards={1}>
        {(answer) => {
          const told = coveredPercent(answer, window)
          const waiting = told === 0 ? [] : answer.waiting.filter((bar) => boxOf(bar, window) !== null)
          return <Lanes {...props} told={told} lines={waitingOf({ waiting })} />
        }}
      </Answer>
    </>
  )
}

/** The cars from `first` on; the last row takes all remaining cars, because the response may hold more cars than the count did. */
function CarRows({ first, ...props }: RowProps & { first: number }) {
  const answer = useTimeline(props).data
  const left = carsOf(props.pool) - first
  const told = answer === undefined ? 0 : coveredPercent(answer, windowOf(props))
  if (answer === undefined || told === 0)
    return <div className="fleet-lanes-wait" style={{ '--lanes': Math.min(left, ROW_LANES) } as CSSProperties} />
  const cars = carLines(answer).slice(first, left > ROW_LANES ? first + ROW_LANES : undefined)
  return <Lanes {...props} told={told} lines={cars} />
}

interface LanesProps extends RowProps {
  readonly lines: readonly Line[]
  readonly told: number
}

function Lanes({ storeId, pool, drag, lines, told, ...span }: LanesProps) {
  const now = useNow()
  const reach = useReach()
  // Only the desktop has space for words beside the plate.
  const roomy = useDesktop()
  const window = windowOf(span)
  const nowAt = ((now - window.from) / (window.to - window.from)) * 100
  const { modelId } = pool
  const asked = { storeId, modelId, view: 'timeline' } as const
  const books = reach.opens(orderScreens.create.path)
  const tickets = ticketProfiles.filter(({ kind }) => reach.opens(screensOf(kind).create.path))
  async function begin({ key, plate, bars }: Line, at: number) {
    const from = beginAt(at, bars, now)
    const order = () =>
      go(orderScreens.create, { storeId, modelId, from, ...(plate !== null && { vehicleId: key, plate }) })
    const ticket = (kind: TicketKind) => go(screensOf(kind).create, { vehicleId: key, from: String(from) })
    // A ticket needs a car: on a lane of orders without a car only another order can be created.
    const kinds = plate === null ? [] : tickets
    const ways = [
      ...(books ? [{ key: 'order', label: '下单', begin: order }] : []),
      ...kinds.map(({ kind, path, noun }) => ({ key: path, label: `新建${noun}`, begin: () => ticket(kind) })),
    ]
    const way =
      kinds.length === 0 ? ways[0]?.key : await choose(`${displayPlate(plate!)} ${formatMoment(from, now)}`, ways)
    ways.find((one) => one.key === way)?.begin()
  }
  const shown = nowAt >= 0 && nowAt < 100
  return (
    <div className={cx(shown && 'timeline-now')} style={{ '--now': nowAt } as CSSProperties}>
      {lines.map((line) => (
        <Lane
          key={line.key}
          line={line}
          window={window}
          told={told}
          drag={drag(pool)}
          note={roomy ? (shown && doingAt(line.bars, now)) || line.parking : undefined}
          onBar={({ ticketId, kind }) =>
            ticketId === null ? go(stockScreens.summary, asked) : go(screensOf(kind).detail, { ticketId })
          }
          onEmpty={books || tickets.length > 0 ? (of, at) => void begin(of, at) : undefined}
        />
      ))}
    </div>
  )
}

/** Dragging to the cars of a pool. */
type Dragging = (pool: Pool) => Drag

/**
 * Reassigns an order that is not pinned to another car; a car of another model needs the consent of the customer. A refusal is
 * shown with its cause.
 */
function useDrag(): Dragging {
  const reach = useReach()
  const [over, setOver] = useState<string | null>(null)
  const carried = useRef<{ readonly orderId: string; readonly modelId: string }>(null)
  const plan = useWrite(calls.arrange.plan, { quiet: true })
  async function drop({ key, plate }: Line, pool: Pool) {
    const { orderId, modelId } = carried.current ?? {}
    carried.current = null
    setOver(null)
    if (orderId === undefined || plate === null) return
    const upgrade = pool.modelId !== modelId
    const name = displayPlate(plate)
    const candidate = async () => {
      const cars = await send(calls.arrange.available, { orderId, upgrade }).catch(() => null)
      return cars?.list.find(({ vehicleId }) => vehicleId === key)
    }
    const refuse = (why?: string | null) =>
      feedback.toast(why ? `不能排到 ${name}：${why}` : `不能排到 ${name}`, 'error')
    if (upgrade) {
      const car = await candidate()
      if (car === undefined) return refuse(`${pool.name}低于所订车型的级别`)
      if (!canTake(car)) return refuse(car.why)
      const agreed = await feedback.ask({
        title: '换成其他车型？',
        text: `${name} 是${pool.name}，与所订车型不同，需客户同意，不加价`,
        confirm: '客户已同意',
        cancel: '取消',
      })
      if (!agreed) return
    }
    if (await plan.run({ orderId, vehicleId: key, ...(upgrade && { upgrade }) }))
      return feedback.toast(`已排到 ${name}`)
    refuse((await candidate())?.why)
  }
  return (pool) => ({
    over,
    may: ({ order, pinned }: Bar) =>
      order?.orderId != null && !pinned && awaitsPickup(order.status) && reach.held.has('order.arrange'),
    carries: () => carried.current !== null,
    onStart: ({ order }) => {
      if (order?.orderId) carried.current = { orderId: order.orderId, modelId: pool.modelId }
    },
    onOver: setOver,
    onDrop: (line) => void drop(line, pool),
    onEnd: () => {
      carried.current = null
      setOver(null)
    },
  })
}
