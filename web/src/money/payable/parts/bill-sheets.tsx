import { formatMoney } from '@cheyi/domain/money'
import { billPayWays } from '@cheyi/domain/money/payable/codes'
import { payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { localDate } from '@cheyi/domain/time'
import { payableBillAdd } from '../../../form/calls/payable-bill-add.gen.ts'
import { payableBillCancel } from '../../../form/calls/payable-bill-cancel.gen.ts'
import { payableBillCosts } from '../../../form/calls/payable-bill-costs.gen.ts'
import { payableBillEdit } from '../../../form/calls/payable-bill-edit.gen.ts'
import { payablePay } from '../../../form/calls/payable-pay.gen.ts'
import { payablePayUndo } from '../../../form/calls/payable-pay-undo.gen.ts'
import { payableRunCreate } from '../../../form/calls/payable-run-create.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice, Text } from '../../../ui/layout.tsx'
import { type Bill, isTypedPayee, type ListedBill } from './payable-words.ts'

/** Payees that send bills, by name. */
function usePayees() {
  const payees = useRead(calls.payable.payees, { pageSize: 100 }).data?.list ?? []
  return payees
    .filter(({ kind, stopped }) => isTypedPayee(kind) && !stopped)
    .map(({ payeeId, name }) => ({ value: payeeId, label: name }))
}

/** Enters a bill by hand; the answer is its id. */
export function BillSheet({ answer }: Asks<string>) {
  const payees = usePayees()
  const papers = slotOf(useUploads('voucher', useSheetFiles()), 'bill')
  const form = useEntry(payableBillAdd, {
    start: { billedOn: localDate(useNow()) },
    files: () => ({ mediaIds: papers }),
    toast: '账单已登记',
    onSent: ({ billId }) => answer(billId),
  })
  const { fields } = form
  return (
    <EntrySheet title="登记账单" of={form} action="登记">
      {payees.length === 0 && <Notice>请先在「收款方」中添加收款方</Notice>}
      <SelectField of={fields.payeeId} options={payees} placeholder="请选择" />
      <FenField of={fields.amount} optional={false} />
      <TextField of={fields.what} placeholder="如 11月维修费" />
      <TextField of={fields.billNo} hint="同一收款方的账单号不能重复" />
      <DateField of={fields.billedOn} />
      <DateField of={fields.dueOn} />
      <UploadsField of={fields.mediaIds} from={papers} addLabel="添加账单或发票" />
    </EntrySheet>
  )
}

type Cost = OutputOf<typeof calls.payable.unbilledCosts>['list'][number]

/** Enters a bill about costs of cars; the answer is its id. */
export function CostsSheet({ costs, answer }: { readonly costs: readonly Cost[] } & Asks<string>) {
  const payees = usePayees()
  const form = useEntry(payableBillCosts, {
    start: {
      payeeId: costs.find(({ payeeId }) => payeeId !== null)?.payeeId ?? null,
      costs: costs.map(({ origin, refId, amount }) => ({ origin, refId, amount })),
      what: costs.length === 1 ? costs[0]!.label.slice(0, 100) : `${costs[0]!.label.split(' ')[0]} ${costs.length}笔`,
      billedOn: localDate(useNow()),
    },
    toast: '账单已登记',
    onSent: ({ billId }) => answer(billId),
  })
  const { fields } = form
  const sum = costs.reduce((all, { amount }) => all + amount, 0)
  return (
    <EntrySheet title="按费用开账单" of={form} action={`登记 ${formatMoney(sum)}`}>
      <Text as="p" ink={2}>{`共 ${costs.length} 笔费用，合计 ${formatMoney(sum)}`}</Text>
      <SelectField of={fields.payeeId} options={payees} placeholder="请选择" />
      <TextField of={fields.what} />
      <TextField of={fields.billNo} hint="同一收款方的账单号不能重复" />
      <DateField of={fields.billedOn} />
      <DateField of={fields.dueOn} />
    </EntrySheet>
  )
}

/** Changes what is not posted of a bill. */
export function EditSheet({ bill, answer }: { readonly bill: Bill } & Asks<true>) {
  const { billId, version, billNo, what, dueOn } = bill
  const form = useEntry(payableBillEdit, {
    start: { billId, version, billNo, what, dueOn },
    toast: '账单已修改',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="修改账单" of={form} action="保存">
      <TextField of={fields.what} />
      <TextField of={fields.billNo} />
      <DateField of={fields.dueOn} />
    </EntrySheet>
  )
}

/** Records a payment of a bill, in whole or in part. */
export function PaySheet({ bill, answer }: { readonly bill: ListedBill } & Asks<true>) {
  const { billId, version, left } = bill
  const vouchers = slotOf(useUploads('voucher', { record: billId, part: 'payable' }), 'paid')
  const form = useEntry(payablePay, {
    start: { billId, version, amount: left, payWay: payWay.bank },
    files: () => ({ voucherIds: vouchers }),
    also: ({ amount }) => ({ amount: (amount ?? 0) > left && `不能超过待付 ${formatMoney(left)}` }),
    toast: '已登记付款',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title={`付 ${bill.payeeName}`} of={form} action={`已付 ${formatMoney(value.amount ?? 0)}`}>
      <FenField of={fields.amount} optional={false} hint={`待付 ${formatMoney(left)}，可以只付一部分`} />
      <CodeField of={fields.payWay} codes={{ values: billPayWays, text: payWays.text }} />
      <TextField of={fields.slipNo} />
      <UploadsField of={fields.voucherIds} from={vouchers} />
    </EntrySheet>
  )
}

export const CancelSheet = reasonSheet(payableBillCancel, ({ bill: { billId, version } }: { readonly bill: Bill }) => ({
  title: '作废账单',
  action: '作废',
  variant: 'danger',
  usual: ['重复登记', '金额有误', '收款方有误'],
  start: { billId, version },
  about: (
    <Text as="p" ink={2}>
      作废后冲销已入账的金额，账单号可以重新登记
    </Text>
  ),
  toast: '账单已作废',
}))

export const UndoSheet = reasonSheet(
  payablePayUndo,
  ({ payment: { paymentId, amount } }: { readonly payment: Bill['payments'][number] }) => ({
    title: `撤销付款 ${formatMoney(amount)}`,
    action: '撤销付款',
    usual: ['银行退回', '登记有误'],
    start: { paymentId },
    toast: '付款已撤销，账单恢复待付',
  }),
)

/** A payment run of chosen bills; the answer is its id. */
export function RunSheet({ bills, answer }: { readonly bills: readonly ListedBill[] } & Asks<string>) {
  const form = useEntry(payableRunCreate, {
    start: { bills: bills.map(({ billId, left }) => ({ billId, amount: left })) },
    toast: '付款批次已建立',
    onSent: ({ runId }) => answer(runId),
  })
  const sum = bills.reduce((all, { left }) => all + left, 0)
  const payees = new Set(bills.map(({ payeeId }) => payeeId)).size
  return (
    <EntrySheet title="新建付款批次" of={form} action={`建立批次 ${formatMoney(sum)}`}>
      <Text
        as="p"
        ink={2}
      >{`${bills.length} 张账单，${payees} 个收款方，合计 ${formatMoney(sum)}。建立后提交另一人审批`}</Text>
      <TextAreaField of={form.fields.note} placeholder="如 11月第四周付款" />
    </EntrySheet>
  )
}
