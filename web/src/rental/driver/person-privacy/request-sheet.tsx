import { requestKinds } from '@cheyi/domain/rental/driver/request'
import { driverRequestPrivacy } from '../../../form/calls/driver-request-privacy.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Note } from '../../../ui/layout.tsx'

/** Records a customer's request; it is due in 15 days. */
export default function RequestSheet({ personId, answer }: { readonly personId: string } & Asks<true>) {
  const form = useEntry(driverRequestPrivacy, {
    start: { personId },
    toast: '已登记，请在15日内办理',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记客户请求" of={form} action="登记">
      <CodeField of={form.fields.kind} codes={requestKinds} />
      <TextAreaField of={form.fields.note} placeholder="客户的原话、要更正的内容" />
      <Note>请先核实是客户本人提出</Note>
    </EntrySheet>
  )
}
