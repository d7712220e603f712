import './record-card.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Grow, Row } from '../layout.tsx'
import { Card } from './card.tsx'

export interface RecordCardProps {
  /** What stands for it: an avatar, a picture. */
  readonly before?: ReactNode
  /** Its name, a `card-link` where it opens, and tags. */
  readonly title: ReactNode
  /** A switch, a button or a tag at its right end. */
  readonly end?: ReactNode
  /** It is the one that is open beside the list. */
  readonly current: boolean
  /** Lines about it. */
  readonly children: ReactNode
}

/** A record in a list of few: a person, a role, a store, a model. */
export function RecordCard({ before, title, end, current, children }: RecordCardProps) {
  return (
    <Card pad className={cx('record-card row', current && 'record-card-current')}>
      {before}
      <Grow>
        <Row as="h2" gap={[4, 8]} wrap size="l">
          {title}
        </Row>
        {children}
      </Grow>
      {end}
    </Card>
  )
}
