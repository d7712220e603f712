import { payeeKind, payeeKinds, typedPayeeKinds } from '@cheyi/domain/money/payable/codes'
import { payablePayeeAdd } from '../../../form/calls/payable-payee-add.gen.ts'
import { payablePayeeEdit } from '../../../form/calls/payable-payee-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { NumberField, SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Payee } from './payable-words.ts'

interface PayeeSheetProps extends Asks<true> {
  /** null: a new one. */
  readonly payee: Payee | null
}

/** Adds or edits a payee. */
export default function PayeeSheet({ payee, answer }: PayeeSheetProps) {
  return payee === null ? <NewPayee answer={answer} /> : <EditPayee payee={payee} answer={answer} />
}

function NewPayee({ answer }: Asks<true>) {
  const form = useEntry(payablePayeeAdd, {
    start: { kind: payeeKind.garage, payDays: 30 },
    toast: '收款方已添加',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="添加收款方" of={form} action="保存">
      <CodeField of={fields.kind} codes={{ values: typedPayeeKinds, text: payeeKinds.text }} />
      <TextField of={fields.name} hint="维修厂请与工单中的名称一致" />
      <TextField of={fields.holder} hint="与名称不同时填写" />
      <TextField of={fields.bank} placeholder="如 工商银行上海闵行支行" />
      <TextField of={fields.accountNo} inputMode="numeric" />
      <NumberField of={fields.payDays} unit="天" hint="账单日期加账期为到期日" />
      <TextAreaField of={fields.note} />
    </EntrySheet>
  )
}

/** A number that is stored is shown masked, and stays while its field is empty. */
function EditPayee({ payee, answer }: { readonly payee: Payee } & Asks<true>) {
  const { payeeId, version, name, holder, bank, payDays, note, stopped, accountNo } = payee
  const form = useEntry(payablePayeeEdit, {
    start: { payeeId, version, name, holder, bank, payDays, note, stopped },
    toast: '收款方已修改',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="修改收款方" of={form} action="保存">
      <Notice>修改收款账户后，待审批和待付款的批次须撤销后重新提交</Notice>
      <TextField of={fields.name} />
      <TextField of={fields.holder} hint="与名称不同时填写" />
      <TextField of={fields.bank} />
      <TextField of={fields.accountNo} inputMode="numeric" placeholder={accountNo || '未填写'} />
      <NumberField of={fields.payDays} unit="天" />
      <TextAreaField of={fields.note} />
      <SwitchField of={fields.stopped} label="停用" />
    </EntrySheet>
  )
}
