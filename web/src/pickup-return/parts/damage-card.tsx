import { damageKinds } from '@cheyi/domain/damage/codes'
import { carParts, partName } from '@cheyi/domain/pickup-return/parts'
import { lazy, Suspense, useState } from 'react'
import { newKey } from '../../kernel/attempt.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type BegunMark, type Mark, markSlot } from './entered.ts'
import type { StepProps } from './flow.ts'
import { MarkSheet } from './mark-sheet.tsx'

const CarOutline = lazy(() => import('../../ui/car-outline.tsx'))

/** Damage on the outline of the car: old marks grey, new ones red. A tap on the car makes a mark, a tap on a row opens it. */
export function DamageCard({ flow }: StepProps) {
  const { marks } = flow.filled
  const [edited, setEdited] = useState<{ mark: BegunMark; open: boolean }>()
  const begin = (part: string, { x, y }: { x: number; y: number }) =>
    setEdited({
      mark: { markId: newKey().slice(0, 12), part, x, y, isNew: true, reason: '', photoIds: [] },
      open: true,
    })
  return (
    <Card pad title="车身损伤" extra={<span className="handover-note">点车身标记</span>}>
      <Suspense fallback={<SkeletonBar width="100%" height={260} />}>
        <CarOutline
          parts={carParts}
          marks={marks}
          selected={edited?.open ? edited.mark.part : undefined}
          onPart={begin}
        />
      </Suspense>
      <MarkRows flow={flow} marks={marks} onOpen={(mark) => setEdited({ mark, open: true })} />
      {edited && (
        <MarkSheet
          key={edited.mark.markId}
          flow={flow}
          mark={edited.mark}
          open={edited.open}
          onClose={() => setEdited({ ...edited, open: false })}
        />
      )}
    </Card>
  )
}

interface MarkRowsProps extends StepProps {
  readonly marks: readonly Mark[]
  readonly onOpen: (mark: Mark) => void
}

/** The marks by their numbers on the drawing. */
function MarkRows({ flow, marks, onOpen }: MarkRowsProps) {
  return (
    <div className="handover-marks">
      {marks.map((mark, index) => {
        const photos =
          mark.photoIds.length + flow.uploads.items.filter(({ slot }) => slot === markSlot(mark.markId)).length
        return (
          <button key={mark.markId} type="button" className="handover-mark" onClick={() => onOpen(mark)}>
            <span className="handover-mark-number num" data-new={mark.isNew || undefined}>
              {index + 1}
            </span>
            <span className="handover-mark-words">
              {partName(mark.part)} · {damageKinds.text(mark.kind)}
              {photos > 0 && <small className="num"> · {photos} 图</small>}
              {mark.isNew && mark.reason !== '' && <small> · {mark.reason}</small>}
            </span>
            <Tag tone={mark.isNew ? 'danger' : 'neutral'}>{mark.isNew ? '本次新增' : '旧伤'}</Tag>
            <Icon name="chevron-right" size={16} />
          </button>
        )
      })}
      {marks.length === 0 && <p className="handover-note handover-marks-none">没有损伤，点车身上的位置添加</p>}
    </div>
  )
}
