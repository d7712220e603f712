import { formatMoney } from '@cheyi/domain/money'
import { taxOfDisposal } from '@cheyi/domain/money/asset/asset'
import { disposalTax, disposalTaxes } from '@cheyi/domain/money/asset/codes'
import { localDate } from '@cheyi/domain/time'
import { assetDisposalCancel } from '../../../form/calls/asset-disposal-cancel.gen.ts'
import { assetDispose } from '../../../form/calls/asset-dispose.gen.ts'
import { assetLoanAdd } from '../../../form/calls/asset-loan-add.gen.ts'
import { assetLoanCancel } from '../../../form/calls/asset-loan-cancel.gen.ts'
import { assetLoanRepay } from '../../../form/calls/asset-loan-repay.gen.ts'
import { assetLoanRepayUndo } from '../../../form/calls/asset-loan-repay-undo.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, SwitchField, TextField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { AssetDetail, Disposal, Loan } from './asset-words.ts'

/** Records that a car was sold or scrapped. */
export function DisposeSheet({ detail: { asset, saleCosts }, answer }: { readonly detail: AssetDetail } & Asks<true>) {
  const form = useEntry(assetDispose, {
    start: {
      vehicleId: asset.vehicleId,
      disposedOn: localDate(useNow()),
      proceeds: Math.max(saleCosts, 0),
      taxKind: disposalTax.none,
      received: false,
    },
    toast: ({ gain }) => `已登记处置，${gain < 0 ? '损失' : '收益'} ${formatMoney(Math.abs(gain))}`,
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const taxFen = taxOfDisposal(value.proceeds ?? 0, value.taxKind ?? disposalTax.none)
  return (
    <EntrySheet title="登记处置" of={form} action="登记">
      <DateField of={fields.disposedOn} />
      <FenField of={fields.proceeds} hint="含税；报废没有收入填 0" />
      <CodeField of={fields.taxKind} codes={disposalTaxes} />
      {taxFen > 0 && <Notice>{`其中增值税 ${formatMoney(taxFen)}，计税方式以税务顾问意见为准`}</Notice>}
      <SwitchField of={fields.received} label="款项已到账" hint="已转入银行账户" />
      <TextField of={fields.buyer} />
      <TextField of={fields.note} />
    </EntrySheet>
  )
}

export const DisposalCancelSheet = reasonSheet(
  assetDisposalCancel,
  ({ disposal: { disposalId, version, bookedOn } }: { readonly disposal: Disposal }) => ({
    title: bookedOn === null ? '撤销处置登记' : '撤销处置登记，并冲销凭证',
    action: '撤销',
    variant: 'danger' as const,
    usual: ['金额录错', '日期录错', '未成交'],
    start: { disposalId, version },
    toast: '已撤销',
  }),
)

export function LoanSheet({ vehicleId, answer }: { readonly vehicleId: string } & Asks<true>) {
  const form = useEntry(assetLoanAdd, {
    start: { vehicleId, takenOn: localDate(useNow()) },
    also: ({ repaid, principal }) => ({
      repaid: (repaid ?? 0) > 0 && (repaid ?? 0) >= (principal ?? 0) && '已还本金须小于贷款本金',
    }),
    toast: '贷款已登记',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="登记贷款" of={form} action="登记">
      <TextField of={fields.lender} placeholder="如 上汽通用汽车金融" />
      <FenField of={fields.principal} optional={false} />
      <DateField of={fields.takenOn} />
      <FenField of={fields.repaid} hint="登记以前已归还的本金" />
      <Notice>本金不是费用。利息和手续费在车辆费用的「每月费用与折旧」中登记</Notice>
    </EntrySheet>
  )
}

export function RepaySheet({ loan: { loanId, version, lender, left }, answer }: { readonly loan: Loan } & Asks<true>) {
  const form = useEntry(assetLoanRepay, {
    start: { loanId, version, paidOn: localDate(useNow()) },
    also: ({ amount }) => ({ amount: (amount ?? 0) > left && `剩余本金 ${formatMoney(left)}，不能多还` }),
    toast: '还款已登记',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={`归还 ${lender}`} of={form} action="登记">
      <FenField of={fields.amount} optional={false} hint={`剩余本金 ${formatMoney(left)}；只填本金，不含利息`} />
      <DateField of={fields.paidOn} />
    </EntrySheet>
  )
}

export const RepayUndoSheet = reasonSheet(
  assetLoanRepayUndo,
  ({ repayment: { repaymentId, amount } }: { readonly repayment: Loan['repayments'][number] }) => ({
    title: `撤销还款 ${formatMoney(amount)}`,
    action: '撤销',
    variant: 'danger' as const,
    usual: ['金额录错', '重复登记'],
    start: { repaymentId },
    toast: '已撤销',
  }),
)

export const LoanCancelSheet = reasonSheet(
  assetLoanCancel,
  ({ loan: { loanId, version, lender } }: { readonly loan: Loan }) => ({
    title: `撤销贷款登记 ${lender}`,
    action: '撤销',
    variant: 'danger' as const,
    usual: ['录错', '重复登记'],
    start: { loanId, version },
    toast: '已撤销',
  }),
)
