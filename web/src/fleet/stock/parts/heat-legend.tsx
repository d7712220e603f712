import './heat.css'
import './timeline.css'
import { Row } from '../../../ui/layout.tsx'
import { type Day, isClosed, isPartlyClosed } from './heat.ts'

/** List items that explain the marks of the price calendar; only marks that occur in the days are listed. */
export function ClosedMarks({ days }: { days: readonly Pick<Day, 'closedFor'>[] }) {
  const marks = [
    days.some(isClosed) && ['heat-closed', '价格日历停售'],
    days.some(isPartlyClosed) && ['heat-part', '部分渠道停售'],
  ].filter((one) => one !== false)
  return marks.map(([look, words]) => (
    <Row as="li" key={look} gap={4}>
      <i className={look} />
      {words}
    </Row>
  ))
}

/** The same list on its own, under a table of days; renders nothing if no day is closed. */
export function ClosedLegend({ days }: { days: readonly Pick<Day, 'closedFor'>[] }) {
  if (!days.some(({ closedFor }) => closedFor.length > 0)) return null
  return (
    <Row as="ul" gap={[4, 12]} pad={[8, 14]} wrap keep ink={2} size="xs" className="timeline-legend" aria-label="图例">
      <ClosedMarks days={days} />
    </Row>
  )
}
