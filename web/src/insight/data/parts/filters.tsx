import { localDate } from '@cheyi/domain/time'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { usePicking } from '../../../kernel/page/picking.ts'
import { useMay } from '../../../kernel/user.ts'
import { FilterLine, PickBox } from '../../../page/list/list-head.tsx'
import { useSourceOptions } from '../../../platform/merchant/parts/sources.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { DateRangeField } from '../../../ui/date/date-range-field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { type DataValues, daysOf, spans } from './filter.ts'

/** The filter by days and by part of the business. */
export function Filters({ values }: { readonly values: DataValues }) {
  const patch = usePatch()
  const stores = useStoreOptions()
  const models = useModels(useMay('model'))
  const sources = useSourceOptions()
  return (
    <FilterLine>
      {stores.length > 1 && (
        <Pick
          title="门店"
          value={values.storeId}
          options={stores}
          onChange={(storeId) => patch({ storeId: storeId || undefined })}
        />
      )}
      <ChipRadios
        label="时间"
        options={spans}
        value={values.when === 'own' ? undefined : values.when}
        onChange={(when) => patch({ when, from: undefined, to: undefined })}
      />
      <Own values={values} />
      {models.length > 0 && (
        <Pick
          title="车型"
          value={values.modelId}
          options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
          onChange={(modelId) => patch({ modelId: modelId || undefined })}
        />
      )}
      <Pick
        title="来源"
        value={values.source}
        options={sources.map(({ value, label }) => ({ value: String(value), label }))}
        onChange={(source) => patch({ source: source || undefined })}
      />
    </FilterLine>
  )
}

/** A period that the user chooses. */
function Own({ values }: { readonly values: DataValues }) {
  const today = localDate(useNow())
  const picking = usePicking()
  const { from, to } = daysOf(values, today)
  return (
    <PickBox on={values.when === 'own'}>
      <DateRangeField
        value={values.when === 'own' && from && to ? [from, to] : []}
        onChange={([first, last]) =>
          picking.patch(
            first && last
              ? { when: 'own', from: first.slice(0, 10), to: last.slice(0, 10) }
              : { when: undefined, from: undefined, to: undefined },
          )
        }
        today={today}
        max={today}
        time={false}
        title="时间（最长366天）"
        all="自选日期"
        open={picking.open}
        onOpenChange={(open) => (open ? picking.show() : picking.close())}
      />
    </PickBox>
  )
}

interface PickProps {
  readonly title: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

const Pick = ({ title, value, options, onChange }: PickProps) => (
  <PickBox on={value !== ''}>
    <Select
      title={title}
      value={value}
      options={[{ value: '', label: `全部${title}` }, ...options]}
      onChange={onChange}
    />
  </PickBox>
)
