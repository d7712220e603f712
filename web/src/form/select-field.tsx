import { Select, type SelectAdd, type SelectOption } from '../ui/field/select.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { labelOf } from './form-field.ts'

interface SelectFieldProps<V extends string | number> extends RowProps<V | null> {
  readonly options: readonly SelectOption<NoInfer<V>>[]
  /** Title of the sheet; by default the label. */
  readonly title?: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly search?: boolean
  readonly onSearch?: (text: string) => void
  readonly add?: SelectAdd
}

/** One of many choices, in a sheet. */
export function SelectField<V extends string | number>(props: SelectFieldProps<V>) {
  const { of, options, title, placeholder, disabled, search, onSearch, add, ...row } = props
  return (
    <FieldRow
      {...row}
      of={of}
      words={(value) => options.find((one) => one.value === value)?.label ?? String(value ?? '')}
    >
      <Select<V>
        title={title ?? labelOf(of, row.label)}
        options={options}
        placeholder={placeholder}
        disabled={disabled}
        search={search}
        onSearch={onSearch}
        add={add}
        value={of.value ?? undefined}
        onChange={of.set}
      />
    </FieldRow>
  )
}
