import './list.css'
import type { ReactNode } from 'react'
import { Row } from '../../ui/layout.tsx'

/* Where the filters of a list stand, above its rows: of listPage(), and of lists whose head is their own. */

interface Holds {
  readonly children: ReactNode
}

/** The line of what is searched and picked. */
export const FilterLine = ({ children }: Holds) => (
  <Row gap={8} pad={[4, 12, 8]} align="stretch" wrap className="list-filters">
    {children}
  </Row>
)

/** A field in that line which opens what is chosen from. */
export const PickBox = ({ children }: Holds) => <div className="list-pick">{children}</div>

/** Chips on a line of their own. */
export const ChipsLine = ({ children }: Holds) => <div className="list-chips">{children}</div>
