import type { ReactNode } from 'react'
import { Card, Cell } from '../../../../ui/layout.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import type { Block } from '../types.ts'

interface GapListProps {
  readonly gaps: readonly Block[]
  /** Text under each gap: where it can be fixed. */
  readonly noteOf: (gap: Block) => string | undefined
  readonly onPick: (step: number) => void
  /** Actions for the gaps that are available here. */
  readonly children?: ReactNode
}

/** What blocks the confirmation of a handover, each with a link to the place where it is fixed. */
export const GapList = ({ gaps, noteOf, onPick, children }: GapListProps) => (
  <Card title="还不能确认" extra={`${gaps.length} 项`} className="handover-checks">
    {gaps.map((gap) => (
      <Cell
        key={gap.code}
        label={gap.text}
        note={noteOf(gap)}
        extra={gap.overridable && <Tag tone="warning">可放行</Tag>}
        onClick={() => onPick(gap.step)}
      />
    ))}
    {children}
  </Card>
)
