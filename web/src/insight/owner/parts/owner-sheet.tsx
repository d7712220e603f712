import { ownerKind, ownerKinds } from '@cheyi/domain/insight/owner/codes'
import { ownerCreate } from '../../../form/calls/owner-create.gen.ts'
import { ownerEdit } from '../../../form/calls/owner-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { type Entry, useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import type { Owner } from './owner-words.ts'

interface OwnerSheetProps extends Asks<string> {
  /** null: a new one. */
  readonly owner: Owner | null
}

/** Creates or edits an owner; the answer is the id. */
export default function OwnerSheet({ owner, answer }: OwnerSheetProps) {
  return owner === null ? <NewOwner answer={answer} /> : <EditOwner owner={owner} answer={answer} />
}

function NewOwner({ answer }: Asks<string>) {
  const form = useEntry(ownerCreate, {
    start: { kind: ownerKind.person },
    toast: '车主已建档',
    onSent: ({ ownerId }) => answer(ownerId),
  })
  return (
    <EntrySheet title="新建车主" of={form} action="保存">
      <Fields fields={form.fields} stored={null} />
    </EntrySheet>
  )
}

function EditOwner({ owner, answer }: { readonly owner: Owner } & Asks<string>) {
  const { ownerId, version, kind, name, bank, note } = owner
  const form = useEntry(ownerEdit, {
    start: { ownerId, version, kind, name, bank, note },
    toast: '车主已修改',
    onSent: () => answer(ownerId),
  })
  return (
    <EntrySheet title="修改车主" of={form} action="保存">
      <Fields fields={form.fields as never} stored={owner} />
    </EntrySheet>
  )
}

type CreateInput = typeof ownerCreate extends FormCall<infer I, infer _O> ? I : never

/** Numbers that are stored are shown masked, and stay while their field is empty. */
const Fields = ({
  fields,
  stored,
}: Pick<Entry<CreateInput, unknown>, 'fields'> & { readonly stored: Owner | null }) => (
  <>
    <CodeField of={fields.kind} codes={ownerKinds} />
    <TextField of={fields.name} />
    <TextField of={fields.phone} inputMode="tel" placeholder={stored?.phone ?? '车主用此号码查看结算单'} />
    <TextField of={fields.identityNo} placeholder={stored?.identityNo} />
    <TextField of={fields.bank} />
    <TextField of={fields.bankAccount} inputMode="numeric" placeholder={stored?.bankAccount} />
    <TextAreaField of={fields.note} />
  </>
)
