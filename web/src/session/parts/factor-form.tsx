import { type FormEvent, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { type CurrentUser, signIn } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'

interface FactorFormProps {
  ticket: string
  onSignedIn: (session: { token: string; user: CurrentUser }) => void
  /** Back to the first factor: the ticket is too old, or somebody else wants to sign in. */
  onBack: () => void
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export default function FactorForm({ ticket, onSignedIn, onBack }: FactorFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const enter = useWrite(calls.secondFactor.enter, {
    handles: ({ kind }) => kind === 'refused',
    onFailure: (failure) => setError(refusedAs('ticketUsed')(failure) ? '验证已超时，请返回重新登录' : failure.message),
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setError('请输入验证码或恢复码')
    const session = await enter.run({ ticket, code })
    if (!session) return
    signIn(session)
    onSignedIn(session)
  }
  return (
    <div className="sign">
      <form className="sign-form" onSubmit={submit} noValidate>
        <h1 className="sign-title">两步验证</h1>
        <p className="sign-note">请打开身份验证器应用，输入其中显示的6位验证码；手机不在身边时，可输入一枚恢复码</p>
        <div className="sign-ways" />
        <Field label={<span className="visually-hidden">两步验证码</span>} layout="stack" error={error}>
          <TextInput
            look="fill"
            autoComplete="one-time-code"
            autoCapitalize="none"
            placeholder="6位验证码或恢复码"
            className="num"
            maxLength={20}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" className="sign-button" loading={enter.pending}>
          验证并登录
        </Button>
        <p className="sign-links">
          <button type="button" className="sign-register" onClick={onBack}>
            返回重新登录
          </button>
        </p>
      </form>
    </div>
  )
}
