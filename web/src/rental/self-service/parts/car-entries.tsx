import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type calls, type InputOf, newKey } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { StepEntry } from '../../../ui/frame/step-list.tsx'
import { Button, Note, Row, Stack } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { say, translate } from '../../../words/words.ts'
import { type BegunMark, type Mark, markSlot } from '../../pickup-return/parts/entered.ts'
import { carSlots, PhotosStep } from './photos-step.tsx'
import { ReadingsStep } from './readings-step.tsx'
import type { Visit } from './visit.ts'

interface EntryProps {
  readonly visit: Visit
  readonly number: number
}

/** Photos of the car's places, and damage reported by the customer. */
export function PhotosEntry({ visit, number }: EntryProps) {
  const { task, uploads, drop, save } = visit
  const left = carSlots(task.toTake).length
  return (
    <StepEntry
      number={number}
      title={say('拍摄车况')}
      note={photosNote(carSlots(task.slots).length, left)}
      state={visit.stateOf('photos')}
    >
      <PhotosStep task={task} uploads={uploads} onDrop={drop} />
      <MarksPart visit={visit} onChange={(damageMarks) => save({ damageMarks })} />
    </StepEntry>
  )
}

const photosNote = (n: number, left: number): string =>
  left > 0 ? say('绕车一圈，拍 {n} 张照片，还差 {left} 张', { n, left }) : say('绕车一圈，拍 {n} 张照片', { n })

/** Readings of the dashboard. */
export const ReadingsEntry = ({ visit, number }: EntryProps) => (
  <StepEntry number={number} title={say('里程与油电')} note={say('照仪表盘填写')} state={visit.stateOf('readings')}>
    <ReadingsStep
      fuelKind={visit.task.fuelKind}
      now={visit.task}
      last={visit.task.last}
      onChange={(change) => visit.save(change)}
    />
  </StepEntry>
)

type Marks = NonNullable<InputOf<typeof calls.selfService.save>['damageMarks']>

/** Damage that the customer marks on the car, as staff do, with pictures; earlier marks are shown. */
function MarksPart({ visit, onChange }: { readonly visit: Visit; readonly onChange: (marks: Marks) => void }) {
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
