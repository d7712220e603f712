import './sign-form.css'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { isNative } from '../../kernel/native.ts'
import { type CurrentUser, signIn } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { useFirstError } from '../../ui/field.tsx'
import { AgreeField } from './agree-field.tsx'
import { useCaptcha } from './captcha.ts'
import { bare, type EntryErrors, entryErrors } from './entry.ts'
import { factorTicketOf } from './factor-ticket.ts'
import { MobileField } from './mobile-field.tsx'
import { PasswordField } from './password-field.tsx'

const CaptchaField = lazy(() => import('./captcha-field.tsx'))
const CodeField = lazy(() => import('./code-field.tsx'))
const FactorForm = lazy(() => import('./factor-form.tsx'))

export type Way = 'password' | 'code'
const wayNames = { password: '密码登录', code: '验证码登录' } as const

interface SignFormProps {
  /** Logo, title, note. */
  head: ReactNode
  /** One or two; the first is shown first. */
  ways: readonly [Way, ...Way[]]
  /** Under the fields: where else to go. */
  links?: ReactNode
  /** Under it all: further ways in. */
  others?: ReactNode
  onSignedIn: (session: { token: string; user: CurrentUser }) => void
}

/** Signing in by mobile, with a password or with a code. */
export function SignForm({ head, ways, links, others, onSignedIn }: SignFormProps) {
  const { frame, showFirst } = useFirstError<HTMLFormElement>()
  const [way, setWay] = useState<Way>(ways[0])
  const [entered, setEntered] = useState({ mobile: '', password: '', code: '', agree: false })
  const [errors, setErrors] = useState<EntryErrors>({})
  const captcha = useCaptcha()
  const [ticket, setTicket] = useState<string | null>(null)
  // Whatever the server says belongs under the form, not into a toast that is gone before it is read.
  const manner = {
    handles: ({ kind }: { kind: string }) => kind === 'refused',
    onFailure(failure: CallFailure) {
      captcha.judge(failure)
      setTicket(factorTicketOf(failure))
    },
  }
  const byPassword = useWrite(calls.session.login, manner)
  const byCode = useWrite(calls.session.loginByCode, manner)
  const active = way === 'password' ? byPassword : byCode

  const asked = ({ mobile, password, code, agree }: typeof entered) =>
    way === 'password' ? { mobile, password, agree } : { mobile, code, agree }

  function enter(change: Partial<typeof entered>) {
    const next = { ...entered, ...change }
    setEntered(next)
    // An error goes as soon as its cause does; a new one waits for leaving the field.
    const left = entryErrors(asked(next))
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in left)))
  }
  const check = (name: 'mobile' | 'password') => () => {
    if (entered[name]) setErrors((shown) => ({ ...shown, [name]: entryErrors(entered)[name] }))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = entryErrors(asked(entered))
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) {
      showFirst()
      return
    }
    const { password, code, agree } = entered
    const who = { mobile: bare(entered.mobile), agree, ...(isNative() && { native: true }) }
    const session =
      way === 'password'
        ? await byPassword.run({ ...who, password, ...captcha.answer })
        : await byCode.run({ ...who, code })
    if (!session) return
    signIn(session)
    onSignedIn(session)
  }
  if (ticket !== null) {
    return (
      <Suspense fallback={<div className="sign" />}>
        <FactorForm ticket={ticket} onSignedIn={onSignedIn} onBack={() => setTicket(null)} />
      </Suspense>
    )
  }
  const refused = active.failure?.kind === 'refused' ? active.failure.message : undefined
  return (
    <div className="sign">
      <form ref={frame} className="sign-form" onSubmit={submit} noValidate>
        {head}
        <fieldset className="sign-ways" aria-label="登录方式">
          {ways.map((one) => (
            <button
              key={one}
              type="button"
              className="sign-way"
              aria-pressed={one === way}
              onClick={() => {
                setWay(one)
                setErrors({})
              }}
            >
              {wayNames[one]}
            </button>
          ))}
        </fieldset>
        <MobileField
          value={entered.mobile}
          onChange={(mobile) => enter({ mobile })}
          onBlur={check('mobile')}
          error={errors.mobile}
        />
        {way === 'password' ? (
          <PasswordField
            value={entered.password}
            onChange={(password) => enter({ password })}
            error={errors.password}
          />
        ) : (
          <Suspense fallback={<div className="sign-loading" />}>
            <CodeField
              scene="login"
              mobile={entered.mobile}
              value={entered.code}
              onChange={(code) => enter({ code })}
              error={errors.code}
              onNoMobile={() => setErrors({ mobile: entryErrors(entered).mobile })}
            />
          </Suspense>
        )}
        {way === 'password' && captcha.field && (
          <Suspense>
            <CaptchaField {...captcha.field} />
          </Suspense>
        )}
        {links}
        {refused && (
          <p className="sign-refused" role="alert">
            {refused}
          </p>
        )}
        <Button type="submit" variant="primary" size="l" className="sign-button" loading={active.pending}>
          登录
        </Button>
        <AgreeField value={entered.agree} onChange={(agree) => enter({ agree })} error={errors.agree} />
        {others}
      </form>
    </div>
  )
}
