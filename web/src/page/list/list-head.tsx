import './list.css'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { ChipRow } from '../../ui/frame/chips.tsx'
import { Row } from '../../ui/layout.tsx'

/* Where the filters of a list stand, above its rows: of listPage(), and of lists whose head is their own. */

interface Holds {
  readonly children: ReactNode
}

interface FilterLineProps extends Holds {
  readonly search?: ReactNode
}

/** What is searched, and a row of chips that open what is chosen from; the chips go on sideways. */
export const FilterLine = ({ search, children }: FilterLineProps) => (
  <Row gap={8} pad={[4, 0, 8]} wrap className="list-filters">
    {search && <div className="list-search">{search}</div>}
    {children && <ChipRow className="list-picks">{children}</ChipRow>}
  </Row>
)

interface PickBoxProps extends Holds {
  /** Something is chosen, so that it narrows the list. */
  readonly on: boolean
}

/** A chip that opens what is chosen from. */
export const PickBox = ({ on, children }: PickBoxProps) => (
  <span className={cx('chip', 'list-pick', on && 'chip-on')}>{children}</span>
)
