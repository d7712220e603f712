import { bankKind, bankKinds } from '@cheyi/domain/money/bank/codes'
import { localDate } from '@cheyi/domain/time'
import { bankAccountCreate } from '../../../form/calls/bank-account-create.gen.ts'
import { bankAccountEdit } from '../../../form/calls/bank-account-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, SwitchField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import type { BankAccount } from './bank-line.ts'

interface AccountSheetProps extends Asks<true> {
  /** null: a new one. */
  readonly account: BankAccount | null
}

/** Registers or edits an account of the merchant. */
export default function AccountSheet({ account, answer }: AccountSheetProps) {
  return account === null ? <NewAccount answer={answer} /> : <EditAccount account={account} answer={answer} />
}

function NewAccount({ answer }: Asks<true>) {
  const month = localDate(useNow()).slice(0, 7)
  const form = useEntry(bankAccountCreate, {
    start: { kind: bankKind.bank, openingOn: `${month}-01` },
    toast: '账户已登记',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="登记银行账户" of={form} action="保存">
      <CodeField of={fields.kind} codes={bankKinds} />
      <TextField of={fields.name} placeholder="如 工行闵行支行" />
      <TextField of={fields.accountNo} />
      <DateField of={fields.openingOn} />
      <FenField of={fields.opening} hint="启用日期当天开始时的余额" />
    </EntrySheet>
  )
}

function EditAccount({ account, answer }: { readonly account: BankAccount } & Asks<true>) {
  const { accountId, version, name, openingOn, opening, stopped, accountNo } = account
  const form = useEntry(bankAccountEdit, {
    start: { accountId, version, name, openingOn, opening, stopped },
    toast: '账户已修改',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={`修改账户 ${accountNo}`} of={form} action="保存">
      <TextField of={fields.name} />
      <DateField of={fields.openingOn} />
      <FenField of={fields.opening} hint="启用日期当天开始时的余额" />
      <SwitchField of={fields.stopped} label="停用" />
    </EntrySheet>
  )
}
