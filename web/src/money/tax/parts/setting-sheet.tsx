import { percent } from '@cheyi/domain/money'
import { taxSaveSettings } from '../../../form/calls/tax-save-settings.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, SwitchField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'

const rates = [700, 500, 100].map((value) => ({ value, label: percent(value) }))

/** What the tax adviser has said, and whether input tax is posted. */
export default function SettingSheet({
  setting: { taxpayer: _, ...start },
  answer,
}: { readonly setting: OutputOf<typeof calls.tax.settings> } & Asks<true>) {
  const form = useEntry(taxSaveSettings, {
    start: { ...start, reason: '' },
    toast: '增值税设置已保存',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="增值税设置" of={form} action="保存">
      <FenField of={fields.threshold} hint="小规模纳税人，不含税；0 为不享受" />
      <SelectField of={fields.cityBp} options={rates} />
      <SwitchField of={fields.halved} label="附加税费减半" />
      <FenField of={fields.carry} hint="一般纳税人第一次在这里申报前的留抵" />
      <SwitchField of={fields.posted} label="进项税额记账" hint="申报完成时，进项税额从车辆成本转出" />
      <TextField of={fields.reason} placeholder="谁、何时、依据" />
    </EntrySheet>
  )
}
