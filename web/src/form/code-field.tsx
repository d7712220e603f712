import type { Codes } from '@cheyi/domain/enumeration'
import { useState } from 'react'
import { ChipChecks, ChipRadios } from '../ui/frame/chips.tsx'
import type { Option } from '../ui/frame/tabs.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { isOptional, labelOf } from './form-field.ts'

const optionsOf = <V extends number>({ values, text }: Codes<V>) =>
  values.map((value) => ({ value, label: text(value) }))

interface ChoiceFieldProps<V extends string | number> extends RowProps<V | null | undefined> {
  readonly options: readonly Option<NoInfer<V>>[]
  readonly look?: 'wrap' | 'tile'
}

/** One of a few choices, as chips. What begins with a choice keeps one; what begins without may be left so again. */
export function ChoiceField<V extends string | number>({ of, options, look = 'wrap', ...row }: ChoiceFieldProps<V>) {
  const [isOpen] = useState(of.value == null && (row.optional ?? isOptional(of.rules)))
  return (
    <FieldRow
      {...row}
      of={of}
      optional={isOpen}
      group
      words={(value) => options.find((one) => one.value === value)?.label ?? ''}
    >
      <ChipRadios
        look={look}
        label={labelOf(of, row.label)}
        options={options}
        value={of.value ?? undefined}
        onChange={of.set}
        onClear={isOpen ? () => of.set(null) : undefined}
      />
    </FieldRow>
  )
}

type CodeFieldProps<V extends number> = Omit<ChoiceFieldProps<V>, 'options'> & { readonly codes: Codes<NoInfer<V>> }

/** One of a few codes, as chips. */
export const CodeField = <V extends number>({ codes, ...row }: CodeFieldProps<V>) => (
  <ChoiceField {...row} options={optionsOf(codes)} />
)

/** Any number of a few codes, as chips; stored in the order of the codes. */
export function CodesField<V extends number>({
  of,
  codes,
  ...row
}: RowProps<readonly V[] | null> & { codes: Codes<NoInfer<V>> }) {
  return (
    <FieldRow {...row} of={of} group words={(values) => (values ?? []).map(codes.text).join('、')}>
      <ChipChecks
        look="wrap"
        label={of.rules.label ?? ''}
        options={optionsOf(codes)}
        value={of.value ?? []}
        onChange={of.set}
      />
    </FieldRow>
  )
}

/** Any number of existing records, as chips with a tick: stores, roles. */
export function ChipsField<V extends string | number>({
  of,
  options,
  ...row
}: RowProps<readonly V[] | null> & { options: readonly Option<NoInfer<V>>[] }) {
  const nameOf = (value: V) => options.find((one) => one.value === value)?.label ?? value
  return (
    <FieldRow {...row} of={of} group words={(values) => (values ?? []).map(nameOf).join('、')}>
      <ChipChecks
        look="wrap"
        tick
        label={of.rules.label ?? ''}
        options={options}
        value={of.value ?? []}
        onChange={of.set}
      />
    </FieldRow>
  )
}
