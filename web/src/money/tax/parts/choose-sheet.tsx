import { formatMoney } from '@cheyi/domain/money'
import { addMonths, localDate } from '@cheyi/domain/time'
import { taxInputChoose } from '../../../form/calls/tax-input-choose.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { TaxInput } from './input-words.ts'

/** Months that may be chosen: those whose return may still be open. */
const MONTHS = 4

/** Chooses the month in which invoices are deducted. */
export default function ChooseSheet({ inputs, answer }: { readonly inputs: readonly TaxInput[] } & Asks<true>) {
  const month = `${localDate(useNow()).slice(0, 7)}-01`
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(month, -ago).slice(0, 7))
  const form = useEntry(taxInputChoose, {
    start: { inputIds: inputs.map(({ inputId }) => inputId), month: months[0] },
    toast: '已勾选',
    onSent: () => answer(true),
  })
  const sum = inputs.reduce((all, { tax }) => all + tax, 0)
  return (
    <EntrySheet
      title="勾选抵扣"
      of={form}
      action="勾选"
      reason={inputs.length === 0 ? '所选发票都不是待勾选' : undefined}
    >
      {inputs.length === 0 ? (
        <Notice tone="warning">所选发票都不是待勾选，请先改为抵扣</Notice>
      ) : (
        <Notice>{`${inputs.length} 张发票，税额 ${formatMoney(sum)}。请同时在电子税务局勾选`}</Notice>
      )}
      <SelectField of={form.fields.month} options={months.map((value) => ({ value, label: value }))} />
    </EntrySheet>
  )
}
