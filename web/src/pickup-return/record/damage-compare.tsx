import { damageKinds } from '@cheyi/domain/damage/codes'
import { carDrawing } from '@cheyi/domain/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/pickup-return/parts'
import { view, viewOf } from '../../page/view.ts'
import { Note } from '../../ui/layout.tsx'
import { CarOutline } from '../../ui/media/later.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import type { Segment } from './segments.ts'

/** The damage at the end of the segment, what is new in red. */
export function DamageCompare({ segment: { pickup, back } }: { segment: Segment }) {
  const marks = (back ?? pickup)?.damageMarks ?? []
  return (
    <Card pad title="车身损伤" extra={`${marks.length} 处`}>
      {marks.length === 0 ? (
        <Note>没有损伤</Note>
      ) : (
        <>
          <CarOutline drawing={carDrawing} parts={carParts} marks={marks} />
          <div className="handover-marks">
            {marks.map((mark, index) => (
              <button
                key={mark.markId}
                type="button"
                className="handover-mark"
                disabled={mark.photos.length === 0}
                onClick={() => view(mark.photos.map(viewOf(partName(mark.part))))}
              >
                <span className="handover-mark-number num" data-new={mark.isNew || undefined}>
                  {index + 1}
                </span>
                <span className="handover-mark-words">
                  {partName(mark.part)} · {damageKinds.text(mark.kind)}
                  {mark.photos.length > 0 && <small className="num"> · {mark.photos.length} 图</small>}
                  {mark.reason !== '' && <small> · {mark.reason}</small>}
                </span>
                <Tag tone={mark.isNew ? 'danger' : 'neutral'}>{mark.isNew ? '新增' : '旧伤'}</Tag>
              </button>
            ))}
          </div>
        </>
      )}
    </Card>
  )
}
