import './record-card.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Grow, Row, Text } from '../layout.tsx'
import { Card } from './card.tsx'

export interface RecordCardProps {
  /** What stands for it: an avatar, a picture. */
  readonly before?: ReactNode
  /** Its name, a `card-link` where it opens, and tags. */
  readonly title: ReactNode
  /** A switch, a button or a tag at its right end. */
  readonly end?: ReactNode
  /** Until when something is to be done with it. */
  readonly due?: { readonly text: string; readonly late: boolean } | undefined
  /** What is to be done with it next, as a button. */
  readonly act?: ReactNode
  /** It is the one that is open beside the list. */
  readonly current: boolean
  /** Lines about it. */
  readonly children: ReactNode
}

/** A record in a list: what it is and which car, what is known of it, until when what is to be done. */
export function RecordCard({ before, title, end, due, act, current, children }: RecordCardProps) {
  return (
    <Card pad className={cx('record-card', current && 'record-card-current')}>
      <Row gap={12} align={due || act ? 'start' : 'center'}>
        {before}
        <Grow>
          <Row as="h2" gap={[4, 8]} wrap size="l">
            {title}
          </Row>
          {children}
        </Grow>
        {end}
      </Row>
      {(due || act) && (
        <Row gap={8} top={8} high={32} justify="between">
          <Text num note ink={due?.late ? 'danger' : 2}>
            {due?.text}
          </Text>
          {act}
        </Row>
      )}
    </Card>
  )
}
