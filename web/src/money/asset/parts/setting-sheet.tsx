import { addMonths, localDate } from '@cheyi/domain/time'
import { assetSaveSettings } from '../../../form/calls/asset-save-settings.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SwitchField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'

/** First months that may be chosen: open ones, and some to come. */
const MONTHS = 6

/** Whether costs are posted when a month is closed, and from which month on. */
export default function SettingSheet({
  setting: { posted, from, begun, openFrom, version },
  answer,
}: { readonly setting: OutputOf<typeof calls.asset.settings> } & Asks<true>) {
  const today = localDate(useNow())
  const first = openFrom ?? addMonths(`${today.slice(0, 7)}-01`, -1)
  const open = Array.from({ length: MONTHS }, (_, n) => addMonths(first, n).slice(0, 7))
  const kept = from?.slice(0, 7)
  const months = kept === undefined ? open : begun ? [kept] : [...new Set([kept, ...open])].toSorted()
  const form = useEntry(assetSaveSettings, {
    start: { posted, from: kept ?? open[0]!, reason: '', version },
    toast: '成本记账设置已保存',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  return (
    <EntrySheet title="成本记账设置" of={form} action="保存">
      <SwitchField of={fields.posted} label="成本记入账簿" hint="月结时记账，对未结账的月份生效" />
      <SelectField of={fields.from} options={months.map((month) => ({ value: month, label: month }))} />
      {value.posted && (
        <Notice>
          起始月份前的原值、累计折旧和贷款余额作为期初入账。开启后，出租方和贷款机构的账单须从车辆费用选取，不再手工登记，以免重复入账
        </Notice>
      )}
      <TextField of={fields.reason} placeholder="谁、何时、依据" />
    </EntrySheet>
  )
}
