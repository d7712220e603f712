import type { AccidentParty } from '@cheyi/domain/rental/insurance/insurance-case'
import { useState } from 'react'
import { insuranceEdit } from '../../../form/calls/insurance-edit.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { FactFields } from '../parts/fact-fields.tsx'
import type { InsuranceCase } from '../parts/insurance-words.ts'

/** Changes the facts of an accident and adds pictures and papers. */
export default function EditSheet({ one, answer }: { readonly one: InsuranceCase } & Asks<true>) {
  const { caseId, version, occurAt, place, course, responsibility, policeNo, insurer, photos, papers } = one
  const uploads = useUploads('voucher', `insurance/${caseId}`)
  const morePhotos = slotOf(uploads, 'photo', '照片')
  const morePapers = slotOf(uploads, 'paper', '单据')
  const [parties, setParties] = useState<readonly AccidentParty[]>(one.parties)
  const form = useEntry(insuranceEdit, {
    start: { caseId, version, occurAt, place, course, responsibility, policeNo, insurer },
    toInput: (value) => ({
      ...value,
      parties,
      photoIds: [...photos.map(({ mediaId }) => mediaId), ...morePhotos.ids()],
      paperIds: [...papers.map(({ mediaId }) => mediaId), ...morePapers.ids()],
    }),
    files: () => ({ photoIds: morePhotos, paperIds: morePapers }),
    toast: '案件已修改',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="修改出险资料" of={form} action="保存">
      <FactFields fields={form.fields} parties={parties} onParties={setParties} />
      <UploadsField of={form.fields.photoIds} from={morePhotos} label="补充照片" addLabel="添加照片" />
      <UploadsField of={form.fields.paperIds} from={morePapers} label="补充单据" addLabel="添加单据" />
    </EntrySheet>
  )
}
