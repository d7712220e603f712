import { damageKinds } from '@cheyi/domain/damage/codes'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { type BegunMark, type Mark, markSlot } from './entered.ts'
import type { Flow, StepProps } from './flow.ts'
import { tileOf } from './media.ts'
import { StoredPhotos } from './stored-photos.tsx'

const kinds = damageKinds.items.map(({ name, value }) => ({ label: name, value: value as Mark['kind'] }))

/** At most so many pictures of one mark. */
const MAX_PHOTOS = 6

interface MarkSheetProps extends StepProps {
  readonly mark: BegunMark
  readonly open: boolean
  readonly onClose: () => void
}

/** One damage: what it is, pictures, a note. An old one can only be looked at, or taken off once it is repaired. */
export function MarkSheet({ flow, mark, open, onClose }: MarkSheetProps) {
  const { filled, edit, uploads } = flow
  const known = filled.marks.find(({ markId }) => markId === mark.markId)
  const [kind, setKind] = useState(mark.kind)
  const [reason, setReason] = useState(mark.reason)
  const [wrong, setWrong] = useState(false)
  const { frame, showFirst } = useFirstError()
  const slot = markSlot(mark.markId)
  const fresh = uploads.tiles.filter((tile) => tile.slot === slot)
  const stored = mediaOf(flow, known?.photoIds ?? mark.photoIds)
  const rest = filled.marks.filter(({ markId }) => markId !== mark.markId)

  function dropFresh() {
    for (const { id } of fresh) uploads.remove(id)
  }
  function save() {
    if (kind === undefined) {
      setWrong(true)
      return showFirst()
    }
    const saved: Mark = { ...mark, ...known, kind, reason: reason.trim() }
    edit({ marks: known ? filled.marks.map((one) => (one === known ? saved : one)) : [...rest, saved] })
    onClose()
  }
  function remove() {
    dropFresh()
    edit({ marks: rest })
    onClose()
  }
  function close() {
    if (!known) dropFresh()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={partName(mark.part)}
      footer={
        mark.isNew ? (
          <>
            {known && (
              <Button variant="danger" size="l" onClick={remove}>
                删除
              </Button>
            )}
            <Button variant="primary" size="l" block onClick={save}>
              保存标记
            </Button>
          </>
        ) : (
          <Button size="l" block onClick={remove}>
            已修复，移除标记
          </Button>
        )
      }
    >
      <div ref={frame} className="handover-sheet">
        {mark.isNew ? (
          <>
            <Field
              label="损伤类型"
              layout="stack"
              group
              error={wrong && kind === undefined ? '请选择损伤类型' : undefined}
            >
              <ChipRadios look="tile" label="损伤类型" options={kinds} value={kind} onChange={setKind} />
            </Field>
            <Field label="损伤照片" layout="stack" group optional hint="近景与远景各一张，便于日后定损">
              <UploadGrid
                items={[...stored.map((media) => tileOf(media)), ...fresh]}
                max={MAX_PHOTOS}
                onAdd={() =>
                  void uploads.pick({ slot, source: 'both', max: MAX_PHOTOS - stored.length - fresh.length })
                }
                onRetry={uploads.retry}
                onRemove={(id) => {
                  if (known?.photoIds.includes(id)) {
                    const photoIds = known.photoIds.filter((one) => one !== id)
                    edit({ marks: filled.marks.map((one) => (one === known ? { ...known, photoIds } : one)) })
                  } else uploads.remove(id)
                }}
              />
            </Field>
            <Field label="损伤说明" layout="stack" optional>
              <TextArea
                value={reason}
                maxLength={200}
                placeholder="大小、原因、责任"
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          </>
        ) : (
          <>
            <p>
              {mark.kind !== undefined && damageKinds.text(mark.kind)}
              {mark.reason !== '' && ` · ${mark.reason}`}
            </p>
            <StoredPhotos media={stored} alt={partName(mark.part)} />
          </>
        )}
      </div>
    </Sheet>
  )
}

/** The pictures of a mark that are on the server, whichever record names them. */
function mediaOf({ record, inspection }: Flow, ids: readonly string[]) {
  const marks = [...(record?.damageMarks ?? []), ...(inspection?.marks ?? [])]
  const all = new Map(marks.flatMap(({ photos }) => photos.map((media) => [media.mediaId, media] as const)))
  return ids.flatMap((id) => all.get(id) ?? [])
}
