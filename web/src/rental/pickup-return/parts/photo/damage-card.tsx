import { formatMoney } from '@cheyi/domain/money'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts } from '@cheyi/domain/rental/pickup-return/parts'
import { useEffect, useRef, useState } from 'react'
import { slotOf } from '../../../../form/uploads-field.tsx'
import { newKey } from '../../../../kernel/call/calls.ts'
import { open } from '../../../../page/open.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Box, Card, Note } from '../../../../ui/layout.tsx'
import { CarOutline } from '../../../../ui/media/later.tsx'
import { Tag } from '../../../../ui/show/tag.tsx'
import { type BegunMark, type Mark, markSlot } from '../entered.ts'
import type { MarkEntry } from '../flow.ts'
import { MarkRow } from './mark-row.tsx'

interface MarkProps {
  readonly flow: MarkEntry
}

/** Damage on the outline of the car: old marks grey, new ones red. A tap on the car adds a mark, a tap on a row opens it. */
export function DamageCard({ flow }: MarkProps) {
  const { marks } = flow.filled
  const [edited, setEdited] = useState<string>()
  const ask = useEditMark(flow)
  async function edit(mark: BegunMark) {
    setEdited(mark.part)
    await ask(mark)
    setEdited(undefined)
  }
  const begin = (part: string, { x, y }: { x: number; y: number }) =>
    void edit({ markId: newKey().slice(0, 12), part, x, y, isNew: true, reason: '', amount: null, photoIds: [] })
  return (
    <Card pad title="车身损伤" extra="点车身标记">
      <CarOutline drawing={carDrawing} parts={carParts} marks={marks} selected={edited} onPart={begin} />
      <MarkRows flow={flow} marks={marks} onOpen={(mark) => void edit(mark)} />
    </Card>
  )
}

/** Edits a mark in a sheet and applies the answer to the then current handover; its charge is saved at once. */
export function useEditMark(flow: MarkEntry): (mark: BegunMark) => Promise<void> {
  const latest = useRef(flow)
  useEffect(() => {
    latest.current = flow
  })
  function put(mark: BegunMark, answer: Mark | 'removed' | undefined) {
    const { filled, uploads, edit, save } = latest.current
    const before = filled.marks.find(({ markId }) => markId === mark.markId)
    const known = before !== undefined
    const others = filled.marks.filter(({ markId }) => markId !== mark.markId)
    if (answer === 'removed') edit({ marks: others })
    else if (answer)
      edit({
        marks: known ? filled.marks.map((one) => (one.markId === mark.markId ? answer : one)) : [...others, answer],
      })
    // Drops the pictures of a mark that was not saved.
    else if (!known) slotOf(uploads, markSlot(mark.markId)).forget()
    const amount = answer === 'removed' ? null : answer?.amount
    if (answer && (before?.amount ?? null) !== amount) void save()
  }
  return async (mark) =>
    put(
      mark,
      await open(() => import('./mark-sheet.tsx'), {
        mark,
        isKnown: flow.filled.marks.some(({ markId }) => markId === mark.markId),
        media: mediaOf(flow, mark.photoIds),
        type: flow.task.type,
        orderId: flow.task.order.orderId,
      }),
    )
}

/** Uploaded pictures of a mark, from any record that names them. */
function mediaOf({ record, inspection }: MarkEntry, ids: readonly string[]) {
  const marks = [...(record?.damageMarks ?? []), ...(inspection?.marks ?? [])]
  const all = new Map(marks.flatMap(({ photos }) => photos.map((media) => [media.mediaId, media] as const)))
  return ids.flatMap((id) => all.get(id) ?? [])
}

interface MarkRowsProps extends MarkProps {
  readonly marks: readonly Mark[]
  readonly onOpen: (mark: Mark) => void
}

/** The marks by their numbers on the drawing. */
function MarkRows({ flow, marks, onOpen }: MarkRowsProps) {
  return (
    <Box top={4} data-field-error={flow.errors.marks && true}>
      {marks.map((mark, index) => {
        const photos =
          mark.photoIds.length + flow.uploads.items.filter(({ slot }) => slot === markSlot(mark.markId)).length
        return (
          <MarkRow
            key={mark.markId}
            mark={mark.isNew ? mark : { ...mark, reason: '' }}
            number={index + 1}
            photos={photos}
            onOpen={() => onOpen(mark)}
          >
            <MarkState mark={mark} billed={flow.task.type === handoverType.return} />
            <Icon name="chevron-right" size={16} />
          </MarkRow>
        )
      })}
      {flow.errors.marks && (
        <Note top={4} ink="danger" role="alert">
          {flow.errors.marks}
        </Note>
      )}
      {marks.length === 0 && (
        <Note pad={[8, 0, 0]} text="center">
          没有损伤，点车身上的位置添加
        </Note>
      )}
    </Box>
  )
}

/** Old or new; for a new mark at a return also how it is charged. */
function MarkState({ mark, billed }: { readonly mark: Mark; readonly billed: boolean }) {
  if (!mark.isNew) return <Tag tone="neutral">旧伤</Tag>
  if (!billed) return <Tag tone="danger">本次新增</Tag>
  if (mark.amount !== null) return <b className="num">{formatMoney(mark.amount)}</b>
  return mark.reason === '' ? <Tag tone="danger">待处理</Tag> : <Tag tone="neutral">不收费</Tag>
}
