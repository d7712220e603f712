import { passwordHint, passwordProblem } from '@cheyi/domain/check/password'
import { type FormEvent, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { setToken } from '../../kernel/token.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordField } from '../parts/password-field.tsx'

const blank = { old: '', password: '', again: '' }
type Errors = { readonly [K in keyof typeof blank]?: string }

function errorsOf({ old, password, again }: typeof blank): Errors {
  const weak = password === '' ? '请输入新密码' : passwordProblem(password, '')
  return {
    ...(old === '' && { old: '请输入原密码' }),
    ...(weak && { password: weak }),
    ...(again !== password && { again: '两次输入的密码不一致' }),
  }
}

interface PasswordSheetProps {
  open: boolean
  onClose: () => void
  onForgotten: () => void
}

/** The old password opens the new one; every other device is signed out. */
export function PasswordSheet({ open, onClose, onForgotten }: PasswordSheetProps) {
  const [entered, setEntered] = useState(blank)
  const [errors, setErrors] = useState<Errors>({})
  const change = useWrite(calls.session.changePassword, {
    handles: refusedAs('wrongPassword', 'passwordWeak'),
    onFailure(failure) {
      if (refusedAs('wrongPassword')(failure)) setErrors({ old: '原密码不正确' })
      if (refusedAs('passwordWeak')(failure)) setErrors({ password: failure.message })
    },
  })
  const enter = (name: keyof typeof blank) => (text: string) => {
    setEntered({ ...entered, [name]: text })
    setErrors({ ...errors, [name]: undefined })
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = errorsOf(entered)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const changed = await change.run({ old: entered.old, password: entered.password })
    if (!changed) return
    setToken(changed.token)
    setEntered(blank)
    toast('密码已修改，其他设备已退出登录')
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="修改密码">
      <form className="profile-form" onSubmit={submit} noValidate>
        <PasswordField label="原密码" value={entered.old} onChange={enter('old')} error={errors.old} />
        <PasswordField
          label="新密码"
          value={entered.password}
          onChange={enter('password')}
          error={errors.password}
          hint={passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          label="再次输入新密码"
          value={entered.again}
          onChange={enter('again')}
          error={errors.again}
          autoComplete="new-password"
        />
        <button type="button" className="profile-forgot" onClick={onForgotten}>
          忘记原密码
        </button>
        <Button type="submit" variant="primary" size="l" loading={change.pending}>
          修改密码
        </Button>
      </form>
    </Sheet>
  )
}
