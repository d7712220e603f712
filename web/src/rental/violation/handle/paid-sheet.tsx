import { hasSlip, offlinePayWays, type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { violationPaid } from '../../../form/calls/violation-paid.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useUsualWay } from '../../../money/payment/parts/taking/usual-way.ts'
import { WayField } from '../../../money/payment/parts/taking/way-field.tsx'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** The store's card machine cannot pay an office. */
const ways: readonly PayWay[] = offlinePayWays.filter((way) => way !== payWay.pos)

/** Records that the merchant paid the fine: amount, source and proof. */
export default function PaidSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version, fine } = violation
  const usual = useUsualWay(ways, 'payout')
  const vouchers = slotOf(useUploads('voucher', violationId), 'fine', '凭证')
  const form = useEntry(violationPaid, {
    start: { violationId, version, amount: fine, payWay: usual.proposed ?? payWay.bank },
    toInput: (value) => ({ ...value, slipNo: hasSlip(value.payWay) ? value.slipNo : null }),
    files: () => ({ voucherIds: vouchers }),
    also: ({ payWay: way }) => ({
      payWay: !way && '请选择付款方式',
      voucherIds: vouchers.tiles.length === 0 && '请上传缴款凭证',
    }),
    toast: '已登记代缴罚款',
    onSent: () => {
      usual.remember(form.value.payWay)
      answer(true)
    },
  })
  const { fields, value } = form
  return (
    <EntrySheet title="登记代缴罚款" of={form} action="登记">
      <FenField of={fields.amount} optional={false} />
      <WayField of={fields.payWay} ways={ways} usual={usual} optional={false} />
      {hasSlip(value.payWay) && <TextField of={fields.slipNo} />}
      <UploadsField of={fields.voucherIds} from={vouchers} optional={false} addLabel="添加凭证" />
      <Notice>现金从本班钱箱支出；登记后可向客户收取，未收取的部分结案时计入商家支出</Notice>
    </EntrySheet>
  )
}
