import './list.css'
import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import { ChipRow } from '../../ui/frame/chips.tsx'
import { Row } from '../../ui/layout.tsx'

/* Layout of the filters of a list, above its rows: for listPage(), and for lists with their own head. */

interface Holds {
  readonly children: ReactNode
}

interface FilterLineProps extends Holds {
  readonly search?: ReactNode
}

/** The search, and a row of chips that open a choice; the chips scroll horizontally. */
export const FilterLine = ({ search, children }: FilterLineProps) => (
  <Row gap={8} pad={[4, 0, 8]} wrap className="list-filters">
    {search && <div className="list-search">{search}</div>}
    {children && <ChipRow className="list-picks">{children}</ChipRow>}
  </Row>
)

interface PickBoxProps extends Holds {
  /** A value is chosen, so the filter is active. */
  readonly on: boolean
}

/** A chip that opens a choice. */
export const PickBox = ({ on, children }: PickBoxProps) => (
  <span className={cx('chip', 'list-pick', on && 'chip-on')}>{children}</span>
)
