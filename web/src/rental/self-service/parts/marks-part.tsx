import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { useEffect, useEffectEvent, useState } from 'react'
import { newKey } from '../../../kernel/call/attempt.ts'
import type { calls, InputOf } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Note, Row, Stack } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { say, translate } from '../../../words/words.ts'
import { type BegunMark, type Mark, markSlot } from '../../pickup-return/parts/entered.ts'
import type { Visit } from './visit.ts'

type Marks = NonNullable<InputOf<typeof calls.selfService.save>['damageMarks']>

/** Damage that the customer marks on the car, as staff do, with pictures; earlier marks are shown. */
export function MarksPart({ visit, onChange }: { readonly visit: Visit; readonly onChange: (marks: Marks) => void }) {
  const { task, type, uploads } = visit
  const [drawing, setDrawing] = useState(false)
  const marks: Mark[] = task.marks.map(({ photos, ...mark }) => ({
    ...mark,
    photoIds: photos.map(({ mediaId }) => mediaId),
  }))
  const put = (next: readonly Mark[]) =>
    onChange(
      next.map(({ amount: _, ...mark }) => ({
        ...mark,
        part: mark.part as Marks[number]['part'],
        photoIds: [...mark.photoIds],
      })),
    )
  /** Adds pictures uploaded meanwhile to their mark. */
  const withSent = (mark: Mark): Mark => ({
    ...mark,
    photoIds: [...new Set([...mark.photoIds, ...uploads.mediaIds(markSlot(mark.markId))])],
  })
  const unnamed = marks.some((mark) => withSent(mark).photoIds.length > mark.photoIds.length)
  const name = useEffectEvent(() => put(marks.map(withSent)))
  useEffect(() => {
    if (unnamed) name()
  }, [unnamed])

  async function edit(mark: BegunMark) {
    const answer = await open(() => import('../../pickup-return/parts/photo/mark-sheet.tsx'), {
      mark,
      isKnown: marks.some(({ markId }) => markId === mark.markId),
      media: task.marks.find(({ markId }) => markId === mark.markId)?.photos ?? [],
      type,
      uncharged: true,
      orderId: task.orderId,
    })
    if (answer === undefined) return
    const others = marks.filter(({ markId }) => markId !== mark.markId)
    put(answer === 'removed' ? others : [...others, withSent(answer)])
  }
  const begin = (part: string, { x, y }: { x: number; y: number }) =>
    void edit({ markId: newKey().slice(0, 12), part, x, y, isNew: true, reason: '', amount: null, photoIds: [] })
  return (
    <Stack gap={8} top={8}>
      <Button size="s" variant="text" icon={drawing ? 'chevron-up' : 'plus'} onClick={() => setDrawing(!drawing)}>
        {drawing ? say('收起车身图') : say('发现车损，补拍说明')}
      </Button>
      {drawing && (
        <>
          <Note>{say('点车身上的位置标记车损；灰色为已有损伤')}</Note>
          <CarOutline
            drawing={carDrawing}
            parts={carParts.map((part) => ({ ...part, name: translate(part.name) }))}
            marks={marks}
            onPart={begin}
          />
        </>
      )}
      {marks
        .filter(({ isNew }) => isNew)
        .map((mark) => (
          <Row key={mark.markId} gap={8} size="s">
            <Tag tone="danger">{say('新增')}</Tag>
            <span className="grow">
              {translate(partName(mark.part))} · {translate(damageKinds.text(mark.kind))}
            </span>
            <Button size="s" onClick={() => void edit(mark)}>
              {say('修改')}
            </Button>
          </Row>
        ))}
    </Stack>
  )
}
