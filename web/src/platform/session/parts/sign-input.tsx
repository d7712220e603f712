import { errorOf, type FormField } from '../../../form/form-field.ts'
import { Field, TextInput, type TextInputProps } from '../../../ui/field/field.tsx'

export interface SignInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  of: FormField<string | null>
  /** Overrides the label of the contract. */
  label?: string
  hint?: string | undefined
  /** Converts the typed text into the value, for example digits only. */
  read?: (typed: string) => string
  /** Formats the value for display. */
  shown?: (value: string) => string
}

/** A field of a sign-in form: filled, with its label inside while it is empty, validated on blur. */
export function SignInput({ of, label = of.rules.label, hint, read, shown, ...rest }: SignInputProps) {
  const value = of.value ?? ''
  return (
    <Field label={<span className="visually-hidden">{label}</span>} error={errorOf(of)} hint={hint}>
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

/** For a code: removes all characters that are not digits. */
export const figures = (typed: string): string => typed.normalize('NFKC').replaceAll(/\D/g, '')
