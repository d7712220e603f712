import { inputKind, inputKinds } from '@cheyi/domain/money/tax/codes'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { taxInputAdd } from '../../../form/calls/tax-input-add.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'

const withSign = (fen: number | null, isRed: boolean): number | null => (fen === null ? null : isRed ? -fen : fen)

/** Enters a supplier's invoice by hand. */
export default function AddSheet({ answer }: Asks<true>) {
  const today = localDate(useNow())
  const [isRed, setRed] = useState(false)
  const form = useEntry(taxInputAdd, {
    start: { kind: inputKind.special, issuedOn: today },
    toInput: ({ net, tax, ...value }) => ({ ...value, net: withSign(net, isRed), tax: withSign(tax, isRed) }),
    toast: '发票已登记',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="登记进项发票" of={form} action="保存">
      <CodeField of={fields.kind} codes={inputKinds} />
      <TextField of={fields.number} inputMode="numeric" hint="数电票20位；旧版发票8位，另填发票代码" />
      <TextField of={fields.code} inputMode="numeric" />
      <DateField of={fields.issuedOn} />
      <TextField of={fields.seller} />
      <TextField of={fields.sellerTaxNo} />
      <TextField of={fields.buyerName} hint="按发票填写，须是本公司" />
      <TextField of={fields.buyerTaxNo} />
      <FenField of={fields.net} label="金额（不含税）" />
      <FenField of={fields.tax} />
      <Field label="红字发票" hint="金额按负数登记" inline>
        <Switch checked={isRed} onChange={({ target }) => setRed(target.checked)} />
      </Field>
      <TextField of={fields.note} />
    </EntrySheet>
  )
}
