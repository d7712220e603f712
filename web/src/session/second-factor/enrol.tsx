import './second-factor.css'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'

const QrCode = lazy(() => import('../parts/qr-code.tsx'))

interface EnrolProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
}

/** The secret as a picture and as text; a first code shows that the app has it. */
export function Enrol({ secret, uri, onDone }: EnrolProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const confirm = useWrite(calls.secondFactor.confirm, {
    handles: ({ field }) => field === 'code',
    onFailure: ({ field, message }) => field === 'code' && setError(message),
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!/^\d{6}$/.test(code)) return setError('请输入6位验证码')
    const done = await confirm.run({ code })
    if (done) onDone(done.recoveryCodes)
  }
  return (
    <form className="factor-form" onSubmit={submit} noValidate>
      <Card pad title="1. 用身份验证器应用扫码">
        <Suspense fallback={<div className="factor-qr" />}>
          <div className="factor-qr">
            <QrCode text={uri} label="两步验证密钥二维码" />
          </div>
        </Suspense>
        <p className="factor-note">不能扫码时，在应用中手动输入密钥</p>
        <code className="factor-secret num">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </Card>
      <Card pad title="2. 输入应用显示的验证码">
        <Field label={<span className="visually-hidden">验证码</span>} layout="stack" error={error}>
          <TextInput
            look="fill"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="6位验证码"
            className="num"
            maxLength={6}
            value={code}
            onChange={(event) => {
              setCode(event.target.value.replaceAll(/\D/g, ''))
              setError(undefined)
            }}
          />
        </Field>
      </Card>
      <Button type="submit" variant="primary" size="l" block loading={confirm.pending}>
        确认开启
      </Button>
    </form>
  )
}
