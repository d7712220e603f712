import './prove-sheet.css'
import type { ProofWay } from '@cheyi/domain/session/second-factor/rules'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { PasswordField } from './password-field.tsx'

const CodeField = lazy(() => import('./code-field.tsx'))

const wayNames: Readonly<Record<ProofWay, string>> = { totp: '两步验证码', password: '登录密码', code: '短信验证码' }

/** Asks who holds this session to show that it is still the same person; answers true once they did. */
export default function ProveSheet({ ways, answer }: { readonly ways: readonly ProofWay[] } & Asks<boolean>) {
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'code')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const prove = useWrite(calls.secondFactor.prove, {
    handles: ({ kind }) => kind === 'refused',
    onFailure: ({ message }) => setError(way === 'password' && message === '账号或密码错误' ? '密码不正确' : message),
  })
  function type(text: string) {
    setTyped(text)
    setError(undefined)
  }
  function choose(next: ProofWay) {
    setWay(next)
    type('')
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (typed === '') return setError(`请输入${wayNames[way]}`)
    const input = way === 'totp' ? { totp: typed } : way === 'password' ? { password: typed } : { smsCode: typed }
    if (await prove.run(input)) answer(true)
  }
  return (
    <OpenedSheet title="验证身份">
      <form className="prove-form" onSubmit={submit} noValidate>
        <p className="prove-note">此操作关系账号安全，请先验证是本人</p>
        {way === 'password' && <PasswordField label="登录密码" value={typed} onChange={type} error={error} />}
        {way === 'totp' && (
          <Field label={<span className="visually-hidden">两步验证码</span>} layout="stack" error={error}>
            <TextInput
              look="fill"
              autoComplete="one-time-code"
              placeholder="6位验证码或恢复码"
              className="num"
              maxLength={20}
              value={typed}
              onChange={(event) => type(event.target.value)}
            />
          </Field>
        )}
        {way === 'code' && (
          <Suspense fallback={null}>
            <CodeField scene="stepup" value={typed} onChange={type} error={error} />
          </Suspense>
        )}
        <div className="prove-ways">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <button key={other} type="button" className="prove-way" onClick={() => choose(other)}>
                {`改用${wayNames[other]}`}
              </button>
            ))}
        </div>
        <Button type="submit" variant="primary" size="l" loading={prove.pending}>
          验证
        </Button>
      </form>
    </OpenedSheet>
  )
}
