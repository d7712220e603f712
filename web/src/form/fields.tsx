import { AmountInput } from '../ui/field/amount-input.tsx'
import { Switch } from '../ui/field/choice.tsx'
import { TextArea, type TextAreaProps, TextInput, type TextInputProps } from '../ui/field/field.tsx'
import { NumberInput, type NumberInputProps } from '../ui/field/number-input.tsx'
import { yuan } from '../ui/show/money.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { isOptional } from './form-field.ts'

const asText = (value: string | null): string => value ?? ''

interface TextFieldProps
  extends RowProps<string | null>,
    Pick<
      TextInputProps,
      | 'look'
      | 'inputMode'
      | 'autoCapitalize'
      | 'placeholder'
      | 'disabled'
      | 'readOnly'
      | 'className'
      | 'maxLength'
      | 'onBlur'
    > {}

/** One line of text, limited to the length that the contract allows. */
export function TextField({ of, label, hint, extra, optional = isOptional(of.rules), ...rest }: TextFieldProps) {
  return (
    <FieldRow {...{ of, label, hint, extra, optional }} words={asText}>
      <TextInput
        placeholder={optional ? undefined : '请填写'}
        maxLength={of.rules.max?.[0]}
        {...rest}
        value={of.value ?? ''}
        onChange={({ target }) => of.set(target.value)}
      />
    </FieldRow>
  )
}

type TextAreaFieldProps = RowProps<string | null> & Pick<TextAreaProps, 'placeholder' | 'rows' | 'maxLength' | 'ref'>

export function TextAreaField({ of, placeholder, rows, maxLength, ref, ...row }: TextAreaFieldProps) {
  return (
    <FieldRow {...row} of={of} words={asText}>
      <TextArea
        ref={ref}
        value={of.value ?? ''}
        maxLength={maxLength ?? of.rules.max?.[0]}
        placeholder={placeholder}
        rows={rows}
        onChange={({ target }) => of.set(target.value)}
      />
    </FieldRow>
  )
}

interface NumberFieldProps extends RowProps<number | null>, Pick<NumberInputProps, 'times' | 'decimals'> {
  readonly unit?: string
  /** The default that applies while it is empty. */
  readonly placeholder?: string
}

/** A number with its unit; with decimals where the contract allows them. */
export function NumberField(props: NumberFieldProps) {
  const { of, unit, placeholder, times = 1, decimals = of.rules.int === undefined ? 6 : 0, ...row } = props
  return (
    <FieldRow {...row} of={of} words={(value) => (value === null ? '' : `${value / times}${unit ?? ''}`)}>
      <NumberInput
        className="num"
        suffix={unit}
        times={times}
        decimals={decimals}
        {...(placeholder !== undefined && { placeholder })}
        value={of.value}
        onChange={of.set}
      />
    </FieldRow>
  )
}

interface FenFieldProps extends RowProps<number | null> {
  /** After the amount: /km. */
  readonly suffix?: string
  /** The default that applies while it is empty. */
  readonly placeholder?: string
}

/** An amount in fen, typed in yuan. */
export function FenField({ of, suffix, placeholder, ...row }: FenFieldProps) {
  const unset = placeholder ?? '未设置'
  return (
    <FieldRow {...row} of={of} words={(fen) => (fen === null ? unset : yuan(fen))}>
      <AmountInput
        suffix={suffix}
        placeholder={(row.optional ?? isOptional(of.rules)) ? unset : undefined}
        value={of.value}
        onChange={of.set}
      />
    </FieldRow>
  )
}

/** On or off. */
export function SwitchField({ of, ...row }: RowProps<boolean | null>) {
  return (
    <FieldRow optional={false} {...row} of={of} inline words={(on) => (on ? '是' : '否')}>
      <Switch checked={of.value === true} onChange={({ target }) => of.set(target.checked)} />
    </FieldRow>
  )
}
