import { damageKinds } from '@cheyi/domain/damage/codes'
import type { HandoverType } from '@cheyi/domain/pickup-return/codes'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { useState } from 'react'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useProblems } from '../../../form/use-problems.ts'
import type { Asks } from '../../../page/open.ts'
import { OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextArea } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { type BegunMark, type Mark, markSlot } from '../entered.ts'
import type { Media } from '../handover.ts'
import { useHandoverUploads } from '../use-handover.ts'
import { tileOf } from './media.ts'
import { StoredPhotos } from './stored-photos.tsx'

const kinds = damageKinds.items.map(({ name, value }) => ({ label: name, value: value as Mark['kind'] }))

/** At most so many pictures of one mark. */
const MAX_PHOTOS = 6

interface MarkSheetProps extends Asks<Mark | 'removed'> {
  readonly mark: BegunMark
  /** Whether it is on the handover already. */
  readonly isKnown: boolean
  /** Its pictures that are on the server. */
  readonly media: readonly Media[]
  /** Whose pictures are added. */
  readonly type: HandoverType
  readonly orderId: string
}

/**
 * One damage: what it is, pictures, a note; answers the mark as it is to be kept. An old one can only be looked at, or taken
 * off once it is repaired.
 */
export default function MarkSheet({ mark, isKnown, media, type, orderId, answer }: MarkSheetProps) {
  const [kind, setKind] = useState(mark.kind)
  const [reason, setReason] = useState(mark.reason)
  const [photoIds, setPhotoIds] = useState(mark.photoIds)
  const { problems, show, settle, frame } = useProblems()
  const slot = markSlot(mark.markId)
  const uploads = useHandoverUploads(type, orderId)
  const fresh = slotOf(uploads, slot)
  const stored = media.filter(({ mediaId }) => photoIds.includes(mediaId))

  function save() {
    if (!show({ kind: kind === undefined && '请选择损伤类型' }) || kind === undefined) return
    answer({ ...mark, kind, reason: reason.trim(), photoIds })
  }
  function remove() {
    fresh.forget()
    answer('removed')
  }
  return (
    <OpenedSheet
      title={partName(mark.part)}
      footer={
        mark.isNew ? (
          <>
            {isKnown && (
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
            <Field label="损伤类型" layout="stack" group error={problems.kind}>
              <ChipRadios
                look="tile"
                label="损伤类型"
                options={kinds}
                value={kind}
                onChange={(next) => {
                  setKind(next)
                  settle({})
                }}
              />
            </Field>
            <Field label="损伤照片" layout="stack" group optional hint="近景与远景各一张，便于日后定损">
              <UploadGrid
                {...fresh.grid}
                items={[...stored.map((one) => tileOf(one)), ...fresh.tiles]}
                max={MAX_PHOTOS}
                onAdd={() =>
                  void uploads.pick({ slot, source: 'both', max: MAX_PHOTOS - stored.length - fresh.tiles.length })
                }
                onRemove={(id) => {
                  if (photoIds.includes(id)) setPhotoIds(photoIds.filter((one) => one !== id))
                  else uploads.remove(id)
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
    </OpenedSheet>
  )
}
