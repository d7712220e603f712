import { formatMoney } from '@cheyi/domain/money'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { MoneyEntry, type MoneyEntryPlace } from '../../../booking/order/parts/money-entry.tsx'
import { damageRefund } from '../../../form/calls/damage-refund.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, feedback } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { PaidBackFields } from '../../../money/payment/parts/paid-back-fields.tsx'
import { usePaidBack } from '../../../money/payment/parts/use-paid-back.ts'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Card, Notice } from '../../../ui/layout.tsx'
import { type Damage, damageName } from '../parts/damage-words.ts'
import { damageScreens } from '../screens.ts'

/** Refunds money collected for damage, in part or fully. */
export default page(damageScreens.refund, ({ orderId }) => {
  const asked = [ask(calls.order.detail, { orderId }), ask(calls.damage.list, { orderId })] as const
  const [order, rows] = useAnswers(...asked)
  return (
    <RefundForm
      key={rows.map(({ version }) => version).join()}
      order={order}
      rows={rows.filter(({ refundable }) => refundable > 0)}
      onRefresh={() => void refresh(...asked)}
      earlier={null}
    />
  )
})

const outs = {
  values: [payMode.onlineOut, payMode.offlineOut],
  text: (value: number) => (value === payMode.onlineOut ? '原路退回' : '已线下退给客户'),
} as const

const isByHand = ({ payMode: mode }: { readonly payMode: number | null }): boolean => mode === payMode.offlineOut

interface RefundFormProps extends MoneyEntryPlace {
  /** Cases with a refundable amount. */
  readonly rows: readonly Damage[]
}

function RefundForm({ rows, ...place }: RefundFormProps) {
  const { orderId, pickupPlace } = place.order
  const paidBack = usePaidBack({ storeId: pickupPlace.storeId })
  const vouchers = useOrderSlot('voucher', orderId, 'damageRefund')
  const form = useEntry(damageRefund, {
    start: {
      damageId: rows[0]?.id ?? null,
      amount: rows[0]?.refundable ?? null,
      payMode: payMode.onlineOut,
      payWay: paidBack.proposed,
    },
    toInput: (value) => ({ ...value, ...paidBack.sent(value, isByHand(value)) }),
    files: (value) => ({ voucherIds: isByHand(value) ? vouchers : undefined }),
    also: (input, value) => {
      const most = rows.find(({ id }) => id === input.damageId)?.refundable ?? 0
      return {
        amount: (input.amount ?? 0) > most && `退还金额不能超过已扣金额${formatMoney(most)}`,
        voucherIds: isByHand(input) && vouchers.tiles.length === 0 && '请上传退款凭证',
        payWay: paidBack.missing(value, isByHand(value)),
      }
    },
    onSent({ paidOut }) {
      vouchers.forget()
      feedback.toast(paidOut === 0 ? '已退回押金' : `已退还，其中 ${formatMoney(paidOut)} 退给客户`)
    },
  })
  const { fields, value } = form
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={rows.length === 0 ? '没有可退的车损扣款' : undefined}
      lead={{ label: '车损记录', onClick: () => go(damageScreens.record, { orderId }) }}
      fen={value.amount ?? 0}
      note="押金仍持有的退回押金"
      verb="确认退还"
    >
      <Card pad>
        <SelectField
          of={fields.damageId}
          options={rows.map((row) => ({
            value: row.id,
            label: `${damageName(row)}（可退 ${formatMoney(row.refundable)}）`,
          }))}
        />
        <FenField of={fields.amount} />
        <TextAreaField of={fields.reason} rows={2} placeholder="如定损过高、责任认定变更" />
      </Card>
      <Card pad>
        <CodeField of={fields.payMode} codes={outs} />
        {isByHand(value) && (
          <>
            <Notice>押金已退还时，由门店把钱退给客户并上传凭证</Notice>
            <PaidBackFields fields={fields} paidBack={paidBack} />
            <UploadsField of={fields.voucherIds} from={vouchers} optional={false} />
          </>
        )}
      </Card>
    </MoneyEntry>
  )
}
