import { agreementSaveStamp } from '../../../form/calls/agreement-save-stamp.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldRow } from '../../../form/field-row.tsx'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'

/** A picture of the company seal, printed on all later documents. */
export default function StampSheet({ answer }: Asks<true>) {
  const picture = slotOf(useUploads('merchant', ''), 'stamp', '图片')
  const form = useEntry(agreementSaveStamp, {
    files: () => ({ mediaId: picture }),
    toInput: () => ({ mediaId: picture.ids().at(-1) ?? '' }),
    toast: '印章图样已上传，之后的合同使用它',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="上传印章图样" of={form} action="上传">
      <FieldRow of={form.fields.mediaId} group words={() => '1张'}>
        <UploadGrid {...picture.grid} items={picture.grid.items.slice(-1)} max={1} addLabel="选择图片" />
      </FieldRow>
      <Note>请上传背景透明的PNG，或白底的清晰扫描件，宽高均不小于200像素。已生成的合同不会改变。</Note>
    </EntrySheet>
  )
}
