import { errorOf, type FormField } from '../../../form/form-field.ts'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput, type TextInputProps } from '../../../ui/field/input.tsx'

export interface SignInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  of: FormField<string | null>
  /** Instead of the contract's. */
  label?: string
  hint?: string | undefined
  /** What becomes of what is typed; figures alone, say. */
  read?: (typed: string) => string
  /** How the value is shown. */
  shown?: (value: string) => string
}

/** A field of the forms that sign people in: filled, its name in it while it is empty, judged when it is left. */
export function SignInput({ of, label = of.rules.label, hint, read, shown, ...rest }: SignInputProps) {
  const value = of.value ?? ''
  return (
    <Field label={<span className="visually-hidden">{label}</span>} layout="stack" error={errorOf(of)} hint={hint}>
      <TextInput
        look="fill"
        placeholder={label}
        maxLength={of.rules.max?.[0]}
        {...rest}
        value={shown ? shown(value) : value}
        onChange={({ target }) => of.set(read ? read(target.value) : target.value)}
        onBlur={() => value && of.check()}
      />
    </Field>
  )
}

/** For a code: anything but figures is dropped. */
export const figures = (typed: string): string => typed.replaceAll(/\D/g, '')
