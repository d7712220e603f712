import './prove-sheet.css'
import type { ProofWay } from '@cheyi/domain/second-factor/rules'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { askOverPage } from '../../kernel/over-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { PasswordField } from './password-field.tsx'

const CodeField = lazy(() => import('./code-field.tsx'))

const wayNames: Readonly<Record<ProofWay, string>> = { totp: '两步验证码', password: '登录密码', code: '短信验证码' }

/**
 * Asks who holds this session to show that it is still the same person, in a sheet over whatever page asked.
 * @returns whether they did
 */
export const proveOneself = ({ ways }: { ways: readonly ProofWay[] }): Promise<boolean> =>
  askOverPage((end) => <ProveSheet ways={ways} onEnd={end} />)

function ProveSheet({ ways, onEnd }: { ways: readonly ProofWay[]; onEnd: (proved: boolean) => void }) {
  const [open, setOpen] = useState(true)
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'code')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const prove = useWrite(calls.secondFactor.prove, {
    handles: ({ kind }) => kind === 'refused',
    onFailure: ({ message }) => setError(way === 'password' && message === '账号或密码错误' ? '密码不正确' : message),
  })
  function end(proved: boolean) {
    if (!open) return
    setOpen(false)
    onEnd(proved)
  }
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
    if (await prove.run(input)) end(true)
  }
  return (
    <Sheet open={open} onClose={() => end(false)} title="验证身份">
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
    </Sheet>
  )
}
