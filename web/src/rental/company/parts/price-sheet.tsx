import { useModels } from '../../../fleet/model/parts/models.ts'
import { companySavePrice } from '../../../form/calls/company-save-price.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, NumberField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Company } from './company-words.ts'

interface PriceSheetProps extends Asks<true> {
  readonly companyId: string
  /** null: a further model. */
  readonly price: Company['prices'][number] | null
}

/** The price of one model that was agreed with a company; without any amount it is removed. */
export default function PriceSheet({ companyId, price, answer }: PriceSheetProps) {
  const models = useModels(price === null)
  const form = useEntry(companySavePrice, {
    start:
      price === null
        ? { companyId }
        : {
            companyId,
            modelId: price.modelId,
            rateBp: price.rateBp,
            dayPrice: price.dayPrice,
            monthPrice: price.monthPrice,
          },
    toast: '协议价已保存',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title={price === null ? '添加协议价' : price.modelName} of={form} action="保存">
      {price === null && (
        <SelectField
          of={fields.modelId}
          title="选择车型"
          options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
        />
      )}
      <FenField of={fields.dayPrice} placeholder="不约定" hint="不分平日、周末、节假日和租期" />
      <FenField of={fields.monthPrice} placeholder="不约定" hint="长租按此计价" />
      <NumberField
        of={fields.rateBp}
        unit="%"
        times={100}
        placeholder="不约定"
        hint="按标价打折，与协议日租只填一个；全部留空即取消"
      />
    </EntrySheet>
  )
}
