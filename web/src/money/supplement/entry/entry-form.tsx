import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import {
  askedSupplements,
  hasSlip,
  type PayWay,
  payKind,
  payMode,
  supplementReasons,
} from '@cheyi/domain/money/payment/codes'
import { isOpen, MAX_SUPPLEMENT, onlyCollects } from '@cheyi/domain/money/supplement/supplement'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { can } from '@cheyi/domain/step'
import { MoneyEntry, type MoneyEntryPlace } from '../../../booking/order/parts/money-entry.tsx'
import { supplementSave } from '../../../form/calls/supplement-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { Card } from '../../../ui/layout.tsx'
import { TakingFields } from '../../payment/parts/taking/taking-fields.tsx'
import { useCodes } from '../../payment/parts/taking/use-codes.ts'
import { isByCode, useTaking } from '../../payment/parts/taking/use-taking.ts'

/** When the money is paid: now, or later by the customer. */
const whens = {
  values: [payMode.offlineIn, payMode.onlineIn],
  text: (value: number) => (value === payMode.offlineIn ? '现在收款' : '稍后收款'),
} as const

/** The customer scans a code to pay. */
const byCode = ({ payMode: mode, payWay: way }: { readonly payMode: number | null; readonly payWay: PayWay | null }) =>
  mode === payMode.offlineIn && isByCode(way)

interface EntryFormProps extends MoneyEntryPlace {
  /** Called when the entry is saved and appears in the list below. */
  readonly onEntered: () => void
}

export function EntryForm({ onEntered, ...place }: EntryFormProps) {
  const { order } = place
  const { orderId, status, fees } = order
  const setting = usePaySetting({ storeId: order.pickupPlace.storeId })
  const ways = choosableWays.filter((way) => setting.data?.payWays.includes(way))
  const photos = useOrderSlot('expense', orderId, 'supplement', '照片')
  const { ok } = can(orderSteps, 'supplement', status)
  const collects = onlyCollects(status)
  const closed = !ok ? WRONG_STATUS : collects && fees.owed <= 0 ? '订单已取消且没有待收款，不能补款' : undefined
  const most = collects ? Math.min(fees.owed, MAX_SUPPLEMENT) : MAX_SUPPLEMENT
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'supplement'))
  const codes = useCodes(orderId)
  const form = useEntry(supplementSave, {
    draft: { id: orderId, fields: ['reasonCode', 'amount', 'remark', 'payMode', 'payWay'] },
    start: { orderId, payMode: payMode.offlineIn, payWay: taking.proposed },
    toInput: (value) => {
      const now = value.payMode === payMode.offlineIn
      return {
        ...value,
        // A code can pay only a stored entry, so the entry is saved as a payment that is made later.
        payMode: byCode(value) ? payMode.onlineIn : value.payMode,
        payWay: now && !byCode(value) ? value.payWay : null,
        slipNo: now ? taking.slipOf(value) : null,
      }
    },
    files: (value) => ({
      photoIds: photos,
      voucherIds: value.payMode === payMode.offlineIn ? taking.proofOf(value.payWay) : undefined,
    }),
    also: (input, value) => ({
      amount:
        input.amount !== null &&
        input.amount > most &&
        (collects ? `补款金额不能超过待收${formatMoney(most)}` : '单笔补款不能超过¥100,000.00'),
      payWay: value.payMode === payMode.offlineIn && taking.missing(value.payWay),
      voucherIds:
        input.payMode === payMode.offlineIn &&
        hasSlip(input.payWay) &&
        taking.vouchers.tiles.length === 0 &&
        '请上传收款凭证',
    }),
    faults: (failure) => ({ amount: refusedAs('amountWrong')(failure) && failure.message }),
    onSent({ id, status: stored }) {
      onEntered()
      const { payWay: way } = form.value
      if (now) taking.remember(way)
      if (code && way !== null && isOpen(stored)) return void showCode(id, way, amount ?? 0)
      feedback.toast(now ? `已收补款 ${formatMoney(amount ?? 0)}` : '已记为待收，可稍后收款')
    },
  })
  async function showCode(refId: string, way: PayWay, asked: number) {
    const { reasonCode } = form.value
    const name = reasonCode === null ? '补款' : `补款 ${supplementReasons.text(reasonCode)}`
    // An overpayment of the order covers a part first, so the code requests only the rest.
    await codes.show(way, [{ payKind: payKind.supplement, refId, amount: Math.min(asked, fees.owed + asked), name }])
  }
  const { fields } = form
  const { amount } = form.value
  const code = byCode(form.value)
  const now = form.value.payMode === payMode.offlineIn
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={closed}
      fen={amount ?? 0}
      note={fees.owed > 0 ? `订单待收 ${formatMoney(fees.owed)}` : '补款计入订单应收'}
      verb={code ? '出示收款码' : now ? '确认收款' : '提交补款'}
    >
      <Card pad>
        <CodeField of={fields.reasonCode} codes={askedSupplements} />
        <FenField of={fields.amount} />
        <TextAreaField of={fields.remark} rows={2} placeholder="客户账单会显示这段说明" />
        <UploadsField of={fields.photoIds} from={photos} addLabel="添加照片" />
      </Card>
      <Card pad>
        <CodeField of={fields.payMode} codes={whens} />
        {now && setting.data && <TakingFields fields={fields} taking={taking} provesSlip />}
      </Card>
    </MoneyEntry>
  )
}
