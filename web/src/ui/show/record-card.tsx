import './record-card.css'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Row, Text } from '../layout.tsx'
import { Card } from './card.tsx'

export interface RecordCardProps {
  /** What stands for it: an avatar, a picture. */
  readonly before?: ReactNode
  /** Its name, a {@link CardLink} where it opens, and tags. */
  readonly title: ReactNode
  /** A switch, a tag or an amount at its right end. */
  readonly end?: ReactNode
  /** Until when something is to be done with it. */
  readonly due?: { readonly text: string; readonly late: boolean } | undefined
  /** What is to be done with it next, as a button. */
  readonly act?: ReactNode
  /** It is the one that is open beside the list. */
  readonly current?: boolean
  /** Lines about it. */
  readonly children?: ReactNode
}

/**
 * A record in a list: what it is and which car, what is known of it, until when what is to be done. Where a list has a desktop
 * to itself the same stands in one row.
 */
export function RecordCard({ before, title, end, due, act, current, children }: RecordCardProps) {
  return (
    <Card pad className={cx('record-card', current && 'record-card-current')}>
      <Row gap={12} align={due || act ? 'start' : 'center'} className="record-head">
        {before}
        <div className="grow record-main">
          <Row as="h2" gap={[4, 8]} wrap size="l" className="record-title">
            {title}
          </Row>
          {children && <div className="record-lines">{children}</div>}
        </div>
        {end && <div className="record-end">{end}</div>}
      </Row>
      {(due || act) && (
        <Row gap={8} top={8} high={32} justify="between" className="record-foot">
          <Text num note ink={due?.late ? 'danger' : 2} className="record-due">
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

/** The name of a record, by which all of its card opens: a link to a page, a button for a sheet, words where nothing opens. */
export function CardLink({ href, onClick, children }: Pick<ComponentProps<'a'>, 'href' | 'onClick' | 'children'>) {
  if (href !== undefined)
    return (
      <a href={href} onClick={onClick} className="card-link">
        {children}
      </a>
    )
  if (onClick === undefined) return children
  return (
    <button type="button" onClick={(event) => onClick(event as never)} className="card-link">
      {children}
    </button>
  )
}
