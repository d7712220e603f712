import { formatMoney } from '@cheyi/domain/money'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { dueText } from '../../../booking/order/parts/plan-rows.tsx'
import { instalmentPay } from '../../../form/calls/instalment-pay.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../form/field-row.tsx'
import { FenField, SwitchField, TextField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { TakingFields, useTaking } from '../../../money/payment/parts/taking/taking-fields.tsx'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Note } from '../../../ui/layout.tsx'
import { owedOf, type PlanRow } from './instalment-words.ts'

interface CollectProps extends Asks<boolean> {
  readonly orderId: string
  readonly row: PlanRow
}

/** Records a payment of an instalment at the counter or by transfer; its late fee can be waived. */
export default function CollectInstalment({ orderId, row, answer }: CollectProps) {
  const pay = useRead(calls.instalment.payment, { instalmentId: row.id }, { freshFor: 0, once: true })
  if (pay.data) return <Form orderId={orderId} pay={pay.data} answer={answer} />
  return (
    <OpenedSheet title="收款">
      <Answer of={pay}>{() => null}</Answer>
    </OpenedSheet>
  )
}

interface FormProps extends Asks<boolean> {
  readonly orderId: string
  readonly pay: OutputOf<typeof calls.instalment.payment>
}

function Form({ orderId, pay, answer }: FormProps) {
  const { row, ways } = pay
  const mayWaive = useMay('order.discount')
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'receipt'))
  const now = useNow()
  const today = localDate(now)
  const [paidOn, setPaidOn] = useState<string | null>(today)
  const form = useEntry(instalmentPay, {
    start: { instalmentId: row.id, amount: owedOf(row), payMode: payMode.offlineIn, payWay: taking.proposed },
    toInput: (value) => ({
      ...value,
      slipNo: taking.slipOf(value),
      // A past day is recorded with the time of noon.
      paidAt: paidOn === null || paidOn === today ? null : startOfDate(paidOn) + 12 * HOUR,
    }),
    files: () => ({ voucherIds: taking.vouchers }),
    also: ({ amount, waiveLateFee, payWay }) => {
      const most = row.open + (waiveLateFee ? 0 : row.feeOpen)
      return {
        amount: amount !== null && amount > most && `收款金额不能超过应收${formatMoney(most)}`,
        payWay: taking.missing(payWay),
      }
    },
    onSent() {
      taking.remember(form.value.payWay)
      answer(true)
    },
    toast: '已收款',
  })
  const { fields, value } = form
  return (
    <EntrySheet
      title={`第 ${row.seq} 期收款`}
      of={form}
      action={value.amount ? `收款 ${formatMoney(value.amount)}` : '收款'}
    >
      <Note num>
        {dueText(row, now)} · 租金待收 {formatMoney(row.open)}
        {row.feeOpen > 0 && ` · 逾期违约金 ${formatMoney(row.feeOpen)}`}
      </Note>
      <FenField of={fields.amount} />
      {row.feeOpen > 0 && mayWaive && <SwitchField of={fields.waiveLateFee} />}
      {value.waiveLateFee && <TextField of={fields.waiveReason} optional={false} />}
      <TakingFields fields={fields} taking={taking} />
      <DateField of={fieldBeside('paidOn', paidOn, setPaidOn)} label="到账日期" />
      <FieldNote of={fields.paidAt} words={() => ''} />
      {paidOn !== today && row.feeOpen > 0 && (
        <Note>逾期违约金按到账日期计算，可能低于上面的金额；减少逾期违约金需要优惠权限</Note>
      )}
    </EntrySheet>
  )
}
