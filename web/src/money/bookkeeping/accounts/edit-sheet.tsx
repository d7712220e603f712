import { voucherAccountName } from '@cheyi/domain/money/bookkeeping/chart'
import { taxClasses } from '@cheyi/domain/money/bookkeeping/codes'
import { bookkeepingSaveAccount } from '../../../form/calls/bookkeeping-save-account.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import type { Subject } from './screen.tsx'

/** Changes the code of an account, and the tax of an income account. Answers true when it was saved. */
export default function EditSheet({ subject, answer }: { readonly subject: Subject } & Asks<true>) {
  const { account, code, name, taxClass, classCode, cancelClass, cancelReason, version } = subject
  const form = useEntry(bookkeepingSaveAccount, {
    start: {
      ...{ account, code, name, version },
      ...(taxClass !== null && { taxClass, classCode }),
      ...(cancelClass !== null && { cancelClass, cancelReason }),
    },
    toast: '科目编码已修改',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={voucherAccountName(account)} of={form} action="保存">
      <TextField of={fields.code} />
      <TextField of={fields.name} />
      {taxClass !== null && (
        <>
          <CodeField of={fields.taxClass} codes={taxClasses} />
          <TextField of={fields.classCode} inputMode="numeric" />
        </>
      )}
      {cancelClass !== null && (
        <>
          <CodeField of={fields.cancelClass} codes={taxClasses} />
          <TextAreaField of={fields.cancelReason} placeholder="取消订单没有提供租赁服务，是否征税请先问税务顾问" />
        </>
      )}
    </EntrySheet>
  )
}
