import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { view, viewOf } from '../../../page/view.ts'
import { Box, Note } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { MarkRow } from '../parts/photo/mark-row.tsx'
import type { Segment } from './segments.ts'

/** The damage at the end of the segment; new marks are red. */
export function DamageCompare({ segment: { pickup, back } }: { segment: Segment }) {
  const marks = (back ?? pickup)?.damageMarks ?? []
  return (
    <Card pad title="车身损伤" extra={`${marks.length} 处`}>
      {marks.length === 0 ? (
        <Note>没有损伤</Note>
      ) : (
        <>
          <CarOutline drawing={carDrawing} parts={carParts} marks={marks} />
          <Box top={4}>
            {marks.map((mark, index) => (
              <MarkRow
                key={mark.markId}
                mark={mark}
                number={index + 1}
                photos={mark.photos.length}
                onOpen={mark.photos.length > 0 ? () => view(mark.photos.map(viewOf(partName(mark.part)))) : undefined}
              >
                <Tag tone={mark.isNew ? 'danger' : 'neutral'}>{mark.isNew ? '新增' : '旧伤'}</Tag>
              </MarkRow>
            ))}
          </Box>
        </>
      )}
    </Card>
  )
}
