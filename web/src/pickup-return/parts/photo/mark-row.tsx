import { damageKinds } from '@cheyi/domain/damage/codes'
import { partName } from '@cheyi/domain/pickup-return/parts'
import type { ReactNode } from 'react'
import { Text } from '../../../ui/layout.tsx'
import type { Mark } from '../entered.ts'

interface MarkRowProps {
  readonly mark: Pick<Mark, 'part' | 'kind' | 'isNew' | 'reason'>
  /** On the drawing, from 1. */
  readonly number: number
  /** How many pictures of it there are. */
  readonly photos: number
  /** Left out: there is nothing to open. */
  readonly onOpen?: () => void
  /** At its end: what it is. */
  readonly children: ReactNode
}

/** A mark by its number on the drawing. */
export const MarkRow = ({ mark, number, photos, onOpen, children }: MarkRowProps) => (
  <button type="button" className="handover-mark" disabled={onOpen === undefined} onClick={onOpen}>
    <span className="handover-mark-number num" data-new={mark.isNew || undefined}>
      {number}
    </span>
    <Text grow>
      {partName(mark.part)} · {damageKinds.text(mark.kind)}
      {photos > 0 && <small className="num"> · {photos} 图</small>}
      {mark.reason !== '' && <small> · {mark.reason}</small>}
    </Text>
    {children}
  </button>
)
