import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import type { ReactNode } from 'react'
import { Disc, Row, Text } from '../../../../ui/layout.tsx'
import type { Mark } from '../entered.ts'

interface MarkRowProps {
  readonly mark: Pick<Mark, 'part' | 'kind' | 'isNew' | 'reason'>
  /** Number on the drawing, from 1. */
  readonly number: number
  /** Number of its pictures. */
  readonly photos: number
  /** Left out when there is nothing to open. */
  readonly onOpen?: () => void
  /** Content at the end of the row: the state of the mark. */
  readonly children: ReactNode
}

/** A mark with its number on the drawing. */
export const MarkRow = ({ mark, number, photos, onOpen, children }: MarkRowProps) => (
  <Row
    as="button"
    type="button"
    gap={10}
    pad={[6, 0]}
    high={44}
    full
    press
    className="lined handover-mark"
    disabled={onOpen === undefined}
    onClick={onOpen}
  >
    <Disc across={20} size="xs" weight="b" num className="handover-mark-number" data-new={mark.isNew || undefined}>
      {number}
    </Disc>
    <Text grow>
      {partName(mark.part)} · {damageKinds.text(mark.kind)}
      {photos > 0 && <small className="num"> · {photos} 图</small>}
      {mark.reason !== '' && <small> · {mark.reason}</small>}
    </Text>
    {children}
  </Row>
)
