import type { ReactNode } from 'react'
import { Card } from '../../../../ui/show/card.tsx'
import { Cell } from '../../../../ui/show/cell.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import type { Block } from '../handover.ts'

interface GapListProps {
  readonly gaps: readonly Block[]
  /** Under each: where it is put right. */
  readonly noteOf: (gap: Block) => string | undefined
  readonly onPick: (step: number) => void
  /** What may be done about them here. */
  readonly children?: ReactNode
}

/** What keeps a handover from being confirmed, each with the way to where it is put right. */
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
