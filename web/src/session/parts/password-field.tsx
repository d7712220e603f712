import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'

interface PasswordFieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: string
  label?: string
  /** `new-password` where one is chosen. */
  autoComplete?: 'current-password' | 'new-password'
}

/** A password that can be shown. */
export function PasswordField(props: PasswordFieldProps) {
  const { value, onChange, onBlur, error, hint, label = '密码', autoComplete = 'current-password' } = props
  const [visible, setVisible] = useState(false)
  return (
    <Field label={<span className="visually-hidden">{label}</span>} layout="stack" error={error} hint={hint}>
      <TextInput
        look="fill"
        type={visible ? 'text' : 'password'}
        autoComplete={autoComplete}
        placeholder={label}
        maxLength={64}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        suffix={
          <IconButton
            name={visible ? 'eye' : 'eye-off'}
            label={visible ? '隐藏密码' : '显示密码'}
            size={20}
            onClick={() => setVisible(!visible)}
          />
        }
      />
    </Field>
  )
}
