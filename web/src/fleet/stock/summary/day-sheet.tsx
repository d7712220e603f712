import './day-sheet.css'
import '../parts/heat.css'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { oneWayText } from '@cheyi/domain/fleet/stock/one-way'
import { formatMoment, weekdayWord } from '@cheyi/domain/near'
import { stockWords } from '@cheyi/domain/sales/channel/terms'
import { formatLocal, startOfDate } from '@cheyi/domain/time'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { priceScreens } from '../../../pricing/price/screens.ts'
import { screensOf } from '../../../rental/order/screens.ts'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Grid, Grow, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Bar, barKinds, kindOf, labelOf } from '../parts/bars.ts'
import { type Heat, isClosed, isPartlyClosed } from '../parts/heat.ts'
import { StopRow } from './stop-row.tsx'

type DayAnswer = OutputOf<typeof calls.stock.day>

interface DaySheetProps extends Asks<never> {
  readonly storeId: string
  readonly modelId: string
  readonly date: string
}

/** One day of a pool: free cars, the reasons for the missing ones, the hours, and the bars of each car. */
export default function DaySheet({ storeId, modelId, date }: DaySheetProps) {
  const day = useRead(calls.stock.day, { storeId, modelId, date })
  const title = `${date.slice(5)} ${weekdayWord(startOfDate(date))}`
  return (
    <OpenedSheet title={title}>
      <Answer of={day} cards={4}>
        {(answer) => <Shown storeId={storeId} modelId={modelId} day={answer} />}
      </Answer>
    </OpenedSheet>
  )
}

interface ShownProps extends Pick<DaySheetProps, 'storeId' | 'modelId'> {
  readonly day: DayAnswer
}

function Shown({ storeId, modelId, day: { day, why, hours, vehicles, waiting, stops, channels } }: ShownProps) {
  const sourceName = useSourceNames()
  const reach = useReach()
  /** Link to the price calendar, where the day can be opened again; only for accounts with that permission. */
  function calendarOf(source: number) {
    const link = linkTo(reach, priceScreens.calendar, { storeId, modelId, source, from: day.date })
    return link && { label: '价格日历', onClick: () => link.onClick() }
  }
  const busy = vehicles.filter(({ bars }) => bars.length > 0)
  const figures = [
    ['可租', day.free],
    ['总车辆', day.total],
    ['订单', day.ordered],
    ['工单', day.ticketed],
    ['停售', day.stopped],
  ] as const
  return (
    <Stack gap={8}>
      <Grid columns={5} text="center" num>
        {figures.map(([name, value]) => (
          <div key={name}>
            <Text as="b" block size="xl">
              {value}
            </Text>
            <Note as="span" size="xs">
              {name}
            </Note>
          </div>
        ))}
      </Grid>
      {why && (
        <Notice tone={day.spare < 0 ? 'danger' : 'warning'} action={isClosed(day) ? calendarOf(0) : undefined}>
          {why}
        </Notice>
      )}
      {isPartlyClosed(day) && (
        <Notice tone="primary" action={calendarOf(day.closedFor[0]!)}>
          价格日历停售：{day.closedFor.map((source) => sourceName(source as Source)).join('、')}
        </Notice>
      )}
      <Row as="ol" gap={2} align="stretch" className="stock-day-hours num" aria-label="各时段空车">
        {hours.map(({ from, spare }) => (
          <li
            key={from}
            className={`stack grow align-center heat-${hourHeat(spare, isClosed(day))}`}
            title={`${formatLocal(from, 'HH:mm')} 空车 ${spare}`}
          >
            <b>{spare < 0 ? `−${-spare}` : spare}</b>
            <small>{formatLocal(from, 'HH')}</small>
          </li>
        ))}
      </Row>
      {waiting.length > 0 && (
        <>
          <Text as="h3" top={8} note weight="m">
            没有车的订单
          </Text>
          {waiting.map((bar) => (
            <BarRow key={bar.order?.orderNo ?? bar.from} bar={bar} />
          ))}
        </>
      )}
      <Text as="h3" top={8} note weight="m" num>
        占用 {busy.length} 辆
      </Text>
      {busy.length === 0 && stops.length === 0 && <Empty art="list" title="当日无占用" />}
      {busy.map(({ vehicleId, plate, bars }) => (
        <Row as="section" gap={10} pad={[8, 0]} align="stretch" line="below" key={vehicleId}>
          <Plate plate={plate} size="s" />
          <Grow>
            {bars.map((bar) => (
              <BarRow key={`${bar.kind}/${bar.from}`} bar={bar} />
            ))}
          </Grow>
        </Row>
      ))}
      {stops.length > 0 && (
        <>
          <Text as="h3" top={8} note weight="m">
            停售
          </Text>
          {stops.map((stop) => (
            <StopRow key={stop.id} stop={stop} />
          ))}
        </>
      )}
      {channels.length > 0 && (
        <>
          <Text as="h3" top={8} note weight="m">
            渠道占用
          </Text>
          {channels.map(({ source, used, sellable, rule }) => (
            <Row as="p" align="stretch" justify="between" size="s" key={source} num>
              <span>
                {sourceName(source)}
                {rule && <Text ink={3}>{` ${ruleWords(rule)}`}</Text>}
              </span>
              <span>
                已订 {used} · 可售 {sellable}
              </span>
            </Row>
          ))}
        </>
      )}
    </Stack>
  )
}

/** The rule by which a channel shares the stock. */
const ruleWords = ({ mode, value, bufferUnits, paused }: NonNullable<DayAnswer['channels'][number]['rule']>): string =>
  paused ? '已暂停' : stockWords({ stockMode: mode, stockValue: value, bufferUnits })

/** An hour of a closed day is not for sale, even if cars are idle. */
const hourHeat = (spare: number, closed: boolean): Heat =>
  spare < 0 ? 'over' : closed ? 'closed' : spare === 0 ? 'none' : 'some'

const tones = {
  use: 'success',
  late: 'danger',
  arranged: 'primary',
  kept: 'outline',
  long: 'purple',
  ticket: 'warning',
  move: 'neutral',
  stop: 'neutral',
  clean: 'neutral',
} as const

/** A bar of a car with kind, subject and times; a bar of an order links to it. */
function BarRow({ bar }: { bar: Bar }) {
  const reach = useReach()
  const { order, from, to, cleanFrom, kind } = bar
  const shown = kindOf(bar)
  const link = order?.orderId ? linkTo(reach, screensOf(order.orderKind).detail, { orderId: order.orderId }) : undefined
  const now = useNow()
  const time = (t: number) => formatMoment(t, now)
  const name = order === null ? labelOf(bar) : `${order.contactName || '订单'} ${order.orderNo}`
  return (
    <Row gap={[2, 8]} pad={[0, 0, 4]} wrap size="s">
      <Tag tone={tones[shown]}>{barKinds[shown]}</Tag>
      {link ? (
        <Text as="a" ink="link" {...link}>
          {name}
        </Text>
      ) : (
        <span>{name}</span>
      )}
      {order?.oneWay && (
        <Note as="span" size="xs">
          {oneWayText(order.oneWay)}
        </Note>
      )}
      <Text as="small" full ink={2} size="xs" num>
        {time(from)} ~ {to === null ? '未定' : time(cleanFrom ?? to)}
        {kind === occupancyKind.order && cleanFrom !== null && to !== null && ` · 整备至 ${formatLocal(to, 'HH:mm')}`}
        {bar.pinned && shown !== 'use' && shown !== 'late' && ' · 已锁定'}
      </Text>
    </Row>
  )
}
