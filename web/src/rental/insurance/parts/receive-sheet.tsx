import { formatMoney } from '@cheyi/domain/money'
import { insuranceReceive } from '../../../form/calls/insurance-receive.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import type { InsuranceItem } from './insurance-words.ts'

/** Records money of the insurer that arrived in the bank. */
export default function ReceiveSheet({ one, answer }: { readonly one: InsuranceItem } & Asks<true>) {
  const { caseId, version, claimed, received } = one
  const left = claimed - received
  const vouchers = slotOf(useUploads('voucher', `insurance/${caseId}`), 'receipt')
  const form = useEntry(insuranceReceive, {
    start: { caseId, version, amount: left },
    files: () => ({ voucherIds: vouchers }),
    toast: '赔款已登记到账',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="登记赔款到账" of={form} action="登记到账">
      <FenField of={fields.amount} hint={`待赔付 ${formatMoney(left)}，银行转账到账`} />
      {value.amount !== null && value.amount < left && (
        <Field label="其余不再赔付" hint="打开后按实际到账结清" inline>
          <Switch checked={value.last === true} onChange={({ target }) => form.set({ last: target.checked || null })} />
        </Field>
      )}
      <TextField of={fields.slipNo} />
      <UploadsField of={fields.voucherIds} from={vouchers} />
    </EntrySheet>
  )
}
