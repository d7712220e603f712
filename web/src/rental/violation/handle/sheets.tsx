import { formatMoney } from '@cheyi/domain/money'
import { hasSlip, offlinePayWays, type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { violationPaid } from '../../../form/calls/violation-paid.gen.ts'
import { violationWaive } from '../../../form/calls/violation-waive.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useUsualWay } from '../../../money/payment/parts/taking/usual-way.ts'
import { WayField } from '../../../money/payment/parts/taking/way-field.tsx'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** The store's card machine cannot pay an office. */
const ways: readonly PayWay[] = offlinePayWays.filter((way) => way !== payWay.pos)

/** Records that the merchant paid the fine: amount, source and proof. */
export function PaidSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version, fine } = violation
  const usual = useUsualWay(ways, 'payout')
  const vouchers = slotOf(useUploads('voucher', { record: violationId }), 'fine', '凭证')
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

/** Refuses the customer's proof, with a reason. */
export const RefuseSheet = reasonSheet(
  violationHandle,
  ({ violation: { violationId, version } }: { readonly violation: Violation }) => ({
    title: '凭证未通过',
    usual: ['照片不清晰', '不是这条违章', '官方状态未更新', '缺少缴款凭证'],
    action: '未通过',
    start: { violationId, version, action: 'refuse' as const },
    missing: '请输入未通过的原因',
    toast: '已通知客户重新上传',
    about: <Notice>客户会看到原因</Notice>,
  }),
)

/** Waives the uncollected rest, with a reason. */
export const WaiveSheet = reasonSheet(
  violationWaive,
  ({ violation: { violationId, version, claim } }: { readonly violation: Violation }) => ({
    title: '免除违章费用',
    usual: ['老客户优惠', '责任有争议', '金额较小', '客户失联'],
    action: `免除 ${formatMoney(claim?.due ?? 0)}`,
    start: { violationId, version },
    toast: '已免除',
    about: <Notice>免除的是未收部分；已代缴的罚款计入商家支出，不能再向客户收取</Notice>,
  }),
)
