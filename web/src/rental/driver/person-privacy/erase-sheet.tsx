import { formatLocal } from '@cheyi/domain/time'
import { driverErasePerson } from '../../../form/calls/driver-erase-person.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note, Notice } from '../../../ui/layout.tsx'
import type { Kept } from './data-card.tsx'

interface EraseSheetProps extends Asks<true> {
  readonly personId: string
  readonly name: string
  readonly kept: readonly Kept[]
}

/** Deletes a customer's data permanently, after showing what must stay by law and until when. */
export default function EraseSheet({ personId, name, kept, answer }: EraseSheetProps) {
  const form = useEntry(driverErasePerson, {
    start: { personId },
    toast: '个人信息已删除',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="删除客户信息" of={form} action="删除" variant="destroy">
      <Notice tone="danger">{name} 的姓名、电话、证件号码与照片将被永久删除，不能恢复</Notice>
      {kept.length > 0 && <Note>依法须保留：{kept.map(keptWords).join('；')}</Note>}
      <TextAreaField of={form.fields.reason} placeholder="如 客户书面要求删除" />
    </EntrySheet>
  )
}

const keptWords = ({ what, until, why }: Kept) => `${what}至 ${formatLocal(until, 'YYYY-MM-DD')}（${why}）`
