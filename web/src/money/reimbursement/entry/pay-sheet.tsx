import { formatMoney } from '@cheyi/domain/money'
import { hasSlip, offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { payoutOf } from '@cheyi/domain/money/reimbursement/reimbursement'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { reimbursementPay } from '../../../form/calls/reimbursement-pay.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import type { Asks } from '../../../page/opened.tsx'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { Notice } from '../../../ui/layout.tsx'
import { useUsualWay } from '../../payment/parts/taking/usual-way.ts'
import { WayField } from '../../payment/parts/taking/way-field.tsx'

interface PaySheetProps extends Asks<boolean> {
  readonly id: string
  readonly orderId: string
  readonly amount: number
  /** The debt of the order, which is settled before money is paid out. */
  readonly owed: number
}

/** Records that the money was paid out: payment method and proof. */
export default function PaySheet({ id, orderId, amount, owed, answer }: PaySheetProps) {
  const order = useDetail(orderId)
  const setting = usePaySetting({ storeId: order.data?.pickupPlace.storeId, enabled: order.data !== undefined })
  const ways = offlinePayWays.filter((way) => setting.data?.payWays.includes(way))
  const usual = useUsualWay(ways, 'payout')
  const payout = payoutOf(amount, owed)
  const vouchers = slotOf(useUploads('voucher', { record: id }), 'payout')
  const form = useEntry(reimbursementPay, {
    start: { id, payWay: usual.proposed },
    toInput: (value) => ({ ...value, slipNo: hasSlip(value.payWay) ? value.slipNo : null }),
    files: () => ({ voucherIds: vouchers }),
    also: () => ({ voucherIds: payout > 0 && vouchers.tiles.length === 0 && '请上传打款凭证' }),
    onSent({ paid }) {
      usual.remember(form.value.payWay)
      feedback.toast(paid > 0 ? `已登记打款 ${formatMoney(paid)}` : '已抵扣订单欠款')
      answer(true)
    },
  })
  return (
    <EntrySheet
      title="登记打款"
      of={form}
      action={payout > 0 ? `确认已打款 ${formatMoney(payout)}` : `抵扣欠款 ${formatMoney(amount)}`}
    >
      <SubjectOf orderId={orderId} />
      {payout < amount && (
        <Notice>
          订单还欠 {formatMoney(owed)}，先抵扣 {formatMoney(amount - payout)}
        </Notice>
      )}
      <WayField of={form.fields.payWay} ways={ways} usual={usual} />
      {payout > 0 && hasSlip(form.value.payWay) && <TextField of={form.fields.slipNo} />}
      {payout > 0 && <UploadsField of={form.fields.voucherIds} from={vouchers} optional={false} />}
    </EntrySheet>
  )
}
