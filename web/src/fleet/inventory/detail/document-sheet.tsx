import { documentKind, documentKinds, insuranceKinds } from '@cheyi/domain/fleet/inventory/codes'
import { useState } from 'react'
import { inventorySaveDocument } from '../../../form/calls/inventory-save-document.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldRow } from '../../../form/field-row.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { filesOfRecordOr } from '../../../kernel/media/files-of.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import { confirm } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Button } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import type { VehicleDetail, VehicleDocument } from '../parts/vehicle-words.ts'

interface DocumentSheetProps extends Asks<true> {
  readonly vehicle: VehicleDetail
  /** null: a new document. */
  readonly document: VehicleDocument | null
}

const MAX_PHOTOS = 6

/** One document of a car: its kind, validity and pictures. */
export default function DocumentSheet({ vehicle, document, answer }: DocumentSheetProps) {
  const { vehicleId, version } = vehicle
  const [kept, setKept] = useState(document?.media.map(({ mediaId }) => mediaId) ?? [])
  const uploads = useUploads('vehicle', filesOfRecordOr(document?.documentId, useSheetFiles()))
  const shown = document?.media.filter(({ mediaId }) => kept.includes(mediaId)) ?? []
  function done({ released }: OutputOf<typeof calls.inventory.saveDocument>, words: string) {
    uploads.forget()
    feedback.toast(released.length > 0 ? `已保存，${released.length} 个订单已调整车辆` : words)
    answer(true)
  }
  const form = useEntry(inventorySaveDocument, {
    start: {
      kind: documentKind.policy,
      ...document,
      insuranceKind: document?.insuranceKind ?? 1,
      vehicleId,
      version,
    },
    toInput: (value) => ({
      ...value,
      ...(value.kind !== documentKind.policy && { insuranceKind: null, sumInsured: null }),
      mediaIds: [...kept, ...uploads.mediaIds()],
    }),
    onSent: (output) => done(output, '已保存'),
  })
  const { fields, value } = form
  const isPolicy = value.kind === documentKind.policy
  const remove = useWrite(calls.inventory.saveDocument)
  async function submitRemoved({ documentId, kind }: VehicleDocument) {
    if (!(await confirm({ title: '删除这份证件？', body: '到期提醒与库存将按剩余证件计算', danger: true }))) return
    const output = await remove.run({ vehicleId, documentId, version, kind, removed: true })
    if (output) done(output, '已删除')
  }
  return (
    <EntrySheet
      title={document === null ? '添加证件' : '修改证件'}
      of={form}
      action="保存"
      reason={uploads.unsent > 0 ? '照片还在上传' : undefined}
      second={
        document !== null && (
          <Button variant="danger" size="l" loading={remove.pending} onClick={() => void submitRemoved(document)}>
            删除
          </Button>
        )
      }
    >
      {document === null && <CodeField of={fields.kind} look="tile" codes={documentKinds} />}
      {isPolicy && <CodeField of={fields.insuranceKind} look="tile" codes={insuranceKinds} optional={false} />}
      {isPolicy && <DateField of={fields.startOn} optional={!value.amount} />}
      <DateField of={fields.endOn} optional={!isPolicy && value.kind !== documentKind.inspection} />
      <TextField of={fields.no} />
      {isPolicy && (
        <>
          <TextField of={fields.insurer} />
          <FenField of={fields.sumInsured} />
          <FenField of={fields.amount} label="保费" hint="按保险期间计入车辆费用" />
        </>
      )}
      <FieldRow
        of={fields.mediaIds}
        label={isPolicy ? '照片或PDF' : '照片'}
        group
        words={(ids) => `${ids?.length ?? 0}张`}
      >
        <UploadGrid
          items={[
            ...shown.map(({ mediaId, kind: file, url, thumbUrl }) => ({
              id: mediaId,
              status: 'done' as const,
              url: file === 'pdf' ? undefined : (thumbUrl ?? url),
            })),
            ...uploads.tiles,
          ]}
          max={MAX_PHOTOS}
          onAdd={() =>
            void uploads.pick({ source: 'both', pdf: isPolicy, max: MAX_PHOTOS - shown.length - uploads.tiles.length })
          }
          onRetry={uploads.retry}
          onRemove={(id) => (kept.includes(id) ? setKept(kept.filter((one) => one !== id)) : uploads.remove(id))}
        />
      </FieldRow>
    </EntrySheet>
  )
}
