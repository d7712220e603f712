import { ownerPayWays } from '@cheyi/domain/insight/owner/codes'
import { formatMoney } from '@cheyi/domain/money'
import { payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { ownerPay } from '../../../form/calls/owner-pay.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Statement } from '../parts/owner-words.ts'

/** Records that the owner was paid, with the slip. */
export default function PaySheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version, due } = statement
  const vouchers = slotOf(useUploads('voucher', `owner/${statementId}`), 'paid')
  const form = useEntry(ownerPay, {
    start: { statementId, version, payWay: payWay.bank },
    files: () => ({ voucherIds: vouchers }),
    also: () => ({ voucherIds: vouchers.tiles.length === 0 && '请上传付款凭证' }),
    toast: '已登记付款',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="付车主款" of={form} action={`已付 ${formatMoney(due)}`}>
      <CodeField of={form.fields.payWay} codes={{ values: ownerPayWays, text: payWays.text }} />
      <TextField of={form.fields.slipNo} />
      <UploadsField of={form.fields.voucherIds} from={vouchers} optional={false} />
    </EntrySheet>
  )
}
