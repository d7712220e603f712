import { useState } from 'react'
import { IconButton } from '../../../ui/layout.tsx'
import { SignInput, type SignInputProps } from './sign-input.tsx'

interface PasswordFieldProps extends Pick<SignInputProps, 'of' | 'label' | 'hint'> {
  /** `new-password` if the user chooses a password. */
  autoComplete?: 'current-password' | 'new-password'
}

/** A password field with a button that shows the text. */
export function PasswordField({ autoComplete = 'current-password', ...field }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <SignInput
      {...field}
      type={visible ? 'text' : 'password'}
      autoComplete={autoComplete}
      suffix={
        <IconButton
          name={visible ? 'eye' : 'eye-off'}
          label={visible ? '隐藏密码' : '显示密码'}
          size={20}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}
