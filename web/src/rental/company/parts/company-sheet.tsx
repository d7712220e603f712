import { companyCreate } from '../../../form/calls/company-create.gen.ts'
import { companyEdit } from '../../../form/calls/company-edit.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { TagsField } from '../../../form/tags-field.tsx'
import { type Entry, useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import type { Company } from './company-words.ts'

interface CompanySheetProps extends Asks<string> {
  /** null: a new one. */
  readonly company: Company | null
  /** The name of a new one, as it was searched for. */
  readonly name?: string
}

/** Creates or edits a company; the answer is its id. */
export default function CompanySheet({ company, name = '', answer }: CompanySheetProps) {
  return company === null ? (
    <NewCompany name={name} answer={answer} />
  ) : (
    <EditCompany company={company} answer={answer} />
  )
}

function NewCompany({ name, answer }: { readonly name: string } & Asks<string>) {
  const form = useEntry(companyCreate, {
    start: { name },
    toast: '企业客户已建档',
    onSent: ({ companyId }) => answer(companyId),
  })
  return (
    <EntrySheet title="新建企业客户" of={form} action="保存">
      <Fields fields={form.fields} />
    </EntrySheet>
  )
}

function EditCompany({ company, answer }: { readonly company: Company } & Asks<string>) {
  const { companyId, version, name, taxNo, address, phone, bank, bankAccount, note, tags } = company
  const form = useEntry(companyEdit, {
    start: { companyId, version, name, taxNo, address, phone, bank, bankAccount, note, tags },
    toast: '企业客户已修改',
    onSent: () => answer(companyId),
  })
  return (
    <EntrySheet title="修改企业客户" of={form} action="保存">
      <Fields fields={form.fields} />
    </EntrySheet>
  )
}

type CreateInput = typeof companyCreate extends FormCall<infer I, infer _O> ? I : never

const Fields = ({ fields }: Pick<Entry<CreateInput, unknown>, 'fields'>) => (
  <>
    <TextField of={fields.name} hint="改名后，新订单按新名称出账" />
    <TextField of={fields.taxNo} placeholder="统一社会信用代码" />
    <TextField of={fields.address} />
    <TextField of={fields.phone} inputMode="tel" />
    <TextField of={fields.bank} />
    <TextField of={fields.bankAccount} inputMode="numeric" />
    <TagsField of={fields.tags} known={[]} placeholder="如 重点、月结" />
    <TextAreaField of={fields.note} />
  </>
)
