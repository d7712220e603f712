import 'uplot/dist/uPlot.min.css'
import './line-chart.css'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { Note, Row, Text } from '../layout.tsx'

export type LineChartProps = {
  /** Label below the axis, such as `14`, and in full: `11-14 周六`. */
  days: readonly { readonly short: string; readonly full: string }[]
  current: readonly (number | null)[]
  before: readonly (number | null)[]
  /** Formats a value on the axis, and one of a day. */
  tick: (value: number) => string
  text: (value: number) => string
}

/** A canvas cannot use CSS variables: the browser computes the colour on a temporary element. */
function inkOf(root: Element, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  root.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A figure per day as a line, with the previous period as a second one. _lazy_. Only for data that a table shows too. */
export default function LineChart({ days, current, before, tick, text }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    const root = place.current
    if (root === null) return
    const ink = (name: string) => () => inkOf(root, name)
    // The library scales whole pixels only.
    const small = Math.round(Number.parseFloat(getComputedStyle(root).fontSize))
    const axis = { font: `${small}px sans-serif`, stroke: ink('--c-ink-3'), ticks: { show: false } }
    const plot = new UPlot(
      {
        width: root.clientWidth,
        height: root.clientHeight,
        legend: { show: false },
        cursor: { y: false, points: { size: 8 }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: small * 2.4,
            incrs: [1, 2, 5, 7, 14, 30, 61, 122],
            space: small * 4,
            values: (_, places) => places.map((index) => days[index]?.short ?? ''),
          },
          {
            ...axis,
            grid: { stroke: ink('--c-hairline'), width: 1 },
            size: small * 4.4,
            space: small * 3,
            values: (_, values) => values.map(tick),
          },
        ],
        series: [
          {},
          { stroke: ink('--c-ink-4'), width: 1.5, dash: [4, 4], points: { show: false } },
          { stroke: ink('--ch-1'), width: 2, points: { show: days.length === 1 } },
        ],
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
      },
      [days.map((_, index) => index), [...before], [...current]],
      root,
    )
    const fit = () => plot.setSize({ width: root.clientWidth, height: root.clientHeight })
    const sized = new ResizeObserver(fit)
    sized.observe(root)
    const again = () => plot.redraw(false)
    const themed = new MutationObserver(again)
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', again)
    return () => {
      sized.disconnect()
      themed.disconnect()
      dark.removeEventListener('change', again)
      plot.destroy()
    }
  }, [days, current, before, tick])
  const shown = at ?? days.length - 1
  const value = current[shown]
  const old = before[shown]
  return (
    <div aria-hidden="true">
      <Row justify="between" gap={8} wrap num note>
        <span>
          {days[shown]?.full}{' '}
          <Text as="b" ink={1}>
            {value === null || value === undefined ? '—' : text(value)}
          </Text>
          {old !== null && old !== undefined && ` 上期 ${text(old)}`}
        </span>
        <Note className="line-chart-key">
          <i /> 本期 <i /> 上期
        </Note>
      </Row>
      <div ref={place} className="line-chart" />
    </div>
  )
}
