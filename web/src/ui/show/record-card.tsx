import './record-card.css'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Card, Row, Text } from '../layout.tsx'

/** A deadline: red when it has passed, amber when it is near. */
export interface Due {
  readonly text: string
  readonly late: boolean
  readonly soon?: boolean
}

export const dueInk = ({ late, soon }: Due) => (late ? 'danger' : soon ? 'warning' : 2)

export interface RecordCardProps {
  /** An avatar or a picture. */
  readonly before?: ReactNode
  /** Name of the record, a {@link CardLink} when it can be opened, and tags. */
  readonly title: ReactNode
  /** A switch, a tag or an amount at the right end of the title's line. */
  readonly end?: ReactNode
  /** Deadline of the next action. */
  readonly due?: Due | undefined
  /** The next action, as a button. */
  readonly act?: ReactNode
  /** The record is open beside the list. */
  readonly current?: boolean
  /** Further lines. */
  readonly children?: ReactNode
}

/**
 * A record in a list: its name and car, details, and the deadline of the next action. A list that has the width of a desktop is a table
 * instead.
 */
export function RecordCard({ before, title, end, due, act, current, children }: RecordCardProps) {
  return (
    <Card pad className={cx('record-card', current && 'record-card-current')}>
      <Row gap={12} align="start" className="record-head">
        {before}
        <div className="grow record-main">
          <Row gap={12} align="start" justify="between" className="record-top">
            <Row as="h2" gap={[4, 8]} wrap grow size="l" className="record-title">
              {title}
            </Row>
            {end && <div className="record-end">{end}</div>}
          </Row>
          {children && <div className="record-lines">{children}</div>}
        </div>
      </Row>
      {(due || act) && (
        <Row gap={8} top={8} high={32} justify="between" className="record-foot">
          <Text num note ink={due ? dueInk(due) : 2} className="record-due">
            {due?.text}
          </Text>
          {act && (
            <Row gap={8} wrap justify="end" className="record-act">
              {act}
            </Row>
          )}
        </Row>
      )}
    </Card>
  )
}

/**
 * The name of a record, by which its whole card is tappable: a link to a page, a button for a sheet, plain text
 * otherwise.
 */
export function CardLink({
  href,
  onClick,
  className = 'card-link',
  children,
}: Pick<ComponentProps<'a'>, 'href' | 'onClick' | 'className' | 'children'>) {
  if (href !== undefined)
    return (
      <a href={href} onClick={onClick} className={className}>
        {children}
      </a>
    )
  if (onClick === undefined) return children
  return (
    <button type="button" onClick={(event) => onClick(event as never)} className={className}>
      {children}
    </button>
  )
}
