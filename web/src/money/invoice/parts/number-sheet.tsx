import { localDate } from '@cheyi/domain/time'
import { invoiceIssue } from '../../../form/calls/invoice-issue.gen.ts'
import { invoiceReverse } from '../../../form/calls/invoice-reverse.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'

interface NumberProps extends Asks<boolean> {
  readonly id: string
  /** The data is for the red invoice that reverses the original. */
  readonly red: boolean
}

/** Records number, date and file of an issued invoice, or of its red invoice. */
export default function NumberSheet({ id, red, answer }: NumberProps) {
  const files = slotOf(useUploads('voucher', { record: id }), red ? 'red' : 'invoice', '文件')
  const form = useEntry(red ? invoiceReverse : invoiceIssue, {
    start: { id, issuedOn: localDate(useNow()) },
    files: () => ({ fileIds: files }),
    toast: red ? '已登记红冲' : '已登记发票号码',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={red ? '登记红冲' : '登记发票号码'} of={form} action="确认登记">
      <TextField of={fields.number} inputMode="numeric" />
      {'confirmNo' in fields && <TextField of={fields.confirmNo} />}
      <DateField of={fields.issuedOn} />
      <UploadsField of={fields.fileIds} from={files} addLabel="添加文件" />
    </EntrySheet>
  )
}
