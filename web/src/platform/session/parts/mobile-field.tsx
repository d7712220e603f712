import type { FormField } from '../../../form/form-field.ts'
import { bare, mobileText } from './sign-fields.tsx'
import { SignInput } from './sign-input.tsx'

/** The mobile for a sign-in, displayed in groups of digits. */
export const MobileField = ({ of }: { of: FormField<string | null> }) => (
  <SignInput
    of={of}
    prefix="+86"
    type="tel"
    inputMode="numeric"
    autoComplete="username"
    className="num"
    shown={mobileText}
    read={bare}
    onClear={() => of.set('')}
  />
)
