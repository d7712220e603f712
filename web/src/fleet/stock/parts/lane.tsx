import './timeline.css'
import type { MouseEvent, ReactNode } from 'react'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { screensOf } from '../../../rental/order/screens.ts'
import { cx } from '../../../ui/class-names.ts'
import { Box, Grow, Row, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import {
  type Bar,
  barKinds,
  barLooks,
  boxOf,
  elsewhereOf,
  kindOf,
  labelOf,
  legendKinds,
  type Timeline,
  type Window,
} from './bars.ts'

/** Content of one lane: a car, or, without a plate, orders that have no car yet. */
export interface Line {
  readonly key: string
  readonly plate: string | null
  readonly bars: readonly Bar[]
  readonly parking?: string
}

/** Drag and drop of a bar to another car. */
export interface Drag {
  /** Whether the bar may be dragged. */
  readonly may: (bar: Bar) => boolean
  /** Whether a bar is being dragged that may be dropped here. */
  readonly carries: () => boolean
  /** Key of the lane under the pointer. */
  readonly over: string | null
  readonly onStart: (bar: Bar) => void
  readonly onOver: (key: string) => void
  readonly onDrop: (line: Line) => void
  readonly onEnd: () => void
}

/** Lanes of the orders without a car; overlapping orders get separate lanes. */
export const waitingOf = ({ waiting }: Pick<Timeline, 'waiting'>): Line[] =>
  lanesOf(waiting).map((bars, i) => ({ key: `lane${i}`, plate: null, bars }))

export const carLines = ({ vehicles }: Pick<Timeline, 'vehicles'>): Line[] =>
  vehicles.map(({ vehicleId, plate, bars, parkingNote }) => ({ key: vehicleId, plate, bars, parking: parkingNote }))

interface LaneProps {
  readonly line: Line
  readonly window: Window
  /** The part of the window for which bars are loaded, in percent; the rest is neither free nor occupied. */
  readonly told?: number
  /** Called when a bar that is not an order is tapped. */
  readonly onBar: (bar: Bar) => void
  readonly drag?: Drag
  /** Text beside the plate: what the car does. */
  readonly note?: string
  /** Called when an empty place is pressed, with its moment in epoch milliseconds. */
  readonly onEmpty?: (line: Line, at: number) => void
}

/** One lane on the time axis: a car, or orders without a car. */
export function Lane({ line, window, told = 100, onBar, drag, note, onEmpty }: LaneProps) {
  const reach = useReach()
  const elsewhere = elsewhereOf(line.bars)
  const gone = elsewhere && boxOf({ from: elsewhere.from, to: null, cleanFrom: null }, window)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users can do the same on the page that assigns a car.
    <div
      className={cx('timeline-line', drag?.over === line.key && 'fill-tint')}
      onDragOver={(event) => {
        if (line.plate === null || !drag?.carries()) return
        event.preventDefault()
        drag.onOver(line.key)
      }}
      onDrop={(event) => {
        event.preventDefault()
        drag?.onDrop(line)
      }}
    >
      <span className="timeline-car">
        {line.plate === null ? (
          <Text as="b" ink="warning" size="s">
            待排
          </Text>
        ) : (
          <>
            <Plate plate={line.plate} size="s" />
            <Text cut pad={[0, 8]}>
              {note}
            </Text>
          </>
        )}
      </span>
      <Grow
        className="timeline-track"
        onClick={({ target, currentTarget, clientX }: MouseEvent<HTMLDivElement>) => {
          if (target !== currentTarget) return
          const { left, width } = currentTarget.getBoundingClientRect()
          onEmpty?.(line, window.from + ((clientX - left) / width) * (window.to - window.from))
        }}
      >
        {line.bars.map((bar) => {
          const box = boxOf(bar, window)
          if (box === null) return null
          const kind = kindOf(bar)
          const label = labelOf(bar)
          const look = {
            className: cx(
              'timeline-bar',
              barLooks[kind],
              box.cutLeft && 'timeline-cut-left',
              box.cutRight && 'timeline-cut-right',
            ),
            style: { left: `${box.left}%`, width: `${box.width}%` },
            title: label,
            'aria-label': `${barKinds[kind]} ${label}`,
          }
          const inside = (
            <>
              {label}
              {box.clean !== null && kind !== 'clean' && <s style={{ left: `${box.clean}%` }} />}
            </>
          )
          const link = bar.order?.orderId
            ? linkTo(reach, screensOf(bar.order.orderKind).detail, {
                orderId: bar.order.orderId,
              })
            : undefined
          const key = `${bar.kind}/${bar.from}/${bar.order?.orderNo ?? bar.stopId ?? ''}`
          return link ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: it is a link that can also be dragged.
            <a
              key={key}
              {...look}
              {...link}
              draggable={drag?.may(bar) ?? false}
              onDragStart={() => drag?.onStart(bar)}
              onDragEnd={() => drag?.onEnd()}
            >
              {inside}
            </a>
          ) : (
            <button key={key} type="button" {...look} onClick={() => onBar(bar)}>
              {inside}
            </button>
          )
        })}
        {gone !== null && (
          <Box
            as="i"
            fill="press"
            className="timeline-bar"
            style={{ left: `${gone.left}%`, right: 0 }}
            title={`在 ${elsewhere!.store}`}
          >
            在 {elsewhere!.store}
          </Box>
        )}
        {told < 100 && <Box as="i" fill="press" className="timeline-bar" style={{ left: `${told}%`, right: 0 }} />}
      </Grow>
    </div>
  )
}

/** Legend of the bars; `children` are appended to it. */
export function BarLegend({ children }: { children?: ReactNode }) {
  return (
    <Row
      as="ul"
      gap={[4, 12]}
      pad={[8, 14]}
      align="stretch"
      wrap
      keep
      line
      ink={2}
      size="xs"
      className="timeline-legend"
      aria-label="图例"
    >
      {legendKinds.map((kind) => (
        <Row as="li" key={kind} gap={4}>
          <i className={cx('timeline-bar', barLooks[kind])} />
          {barKinds[kind]}
        </Row>
      ))}
      {children}
    </Row>
  )
}

/** Distributes overlapping bars over separate lanes. */
function lanesOf(bars: readonly Bar[]): Bar[][] {
  const lanes: Bar[][] = []
  for (const bar of bars) {
    const free = lanes.find((lane) => (lane.at(-1)!.to ?? Number.POSITIVE_INFINITY) <= bar.from)
    if (free) free.push(bar)
    else lanes.push([bar])
  }
  return lanes
}
