import { companySaveContact } from '../../../form/calls/company-save-contact.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Company } from './company-words.ts'

interface ContactSheetProps extends Asks<true> {
  readonly companyId: string
  /** null: a new one. */
  readonly contact: Company['contacts'][number] | null
}

/** A contact of a company; an empty number keeps the stored one. */
export default function ContactSheet({ companyId, contact, answer }: ContactSheetProps) {
  const form = useEntry(companySaveContact, {
    start: { companyId, contactId: contact?.contactId, name: contact?.name ?? '' },
    toast: '联系人已保存',
    onSent: () => answer(true),
  })
  const remove = useWrite(calls.company.removeContact)
  const mayRemove = useMayWhole('order.create')
  return (
    <EntrySheet
      title={contact === null ? '添加联系人' : '修改联系人'}
      of={form}
      action="保存"
      second={
        contact !== null &&
        mayRemove && (
          <Button
            variant="tint"
            loading={remove.pending}
            onClick={async () => (await remove.run({ contactId: contact.contactId })) && answer(true)}
          >
            删除
          </Button>
        )
      }
    >
      <TextField of={form.fields.name} />
      <TextField of={form.fields.phone} inputMode="tel" placeholder={contact?.phone ?? '手机号'} />
    </EntrySheet>
  )
}
