import { isRefused, SignFields } from './sign-fields.tsx'
import './sign-form.css'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { sessionLogin } from '../../../form/calls/session-login.gen.ts'
import { sessionLoginByCode } from '../../../form/calls/session-login-by-code.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { type CurrentUser, signIn } from '../../../kernel/user.ts'
import { Box, Row } from '../../../ui/layout.tsx'
import { AgreeField } from './agree-field.tsx'
import { useCaptcha } from './captcha.ts'
import { factorTicketOf } from './factor-ticket.ts'
import { MobileField } from './mobile-field.tsx'
import { PasswordField } from './password-field.tsx'

const CaptchaField = lazy(() => import('./captcha-field.tsx'))
const CodeField = lazy(() => import('./code-field.tsx'))
const FactorForm = lazy(() => import('./factor-form.tsx'))

export type Way = 'password' | 'code'
const wayNames = { password: '密码登录', code: '验证码登录' } as const

interface Session {
  token: string
  user: CurrentUser
}

interface SignFormProps {
  /** Logo, title, note. */
  head: ReactNode
  /** One or two ways to sign in; the first is selected at first. */
  ways: readonly [Way, ...Way[]]
  /** Links below the fields. */
  links?: ReactNode
  /** Further ways to sign in, below everything else. */
  others?: ReactNode
  onSignedIn: (session: Session) => void
}

/** Sign-in with a mobile and a password or a code. */
export function SignForm({ head, ways, links, others, onSignedIn }: SignFormProps) {
  const [way, setWay] = useState<Way>(ways[0])
  const captcha = useCaptcha()
  const [ticket, setTicket] = useState<string | null>(null)
  const manner = {
    handles: isRefused,
    onFailure(failure: CallFailure) {
      captcha.judge(failure)
      setTicket(factorTicketOf(failure))
    },
    onSent(session: Session) {
      signIn(session)
      onSignedIn(session)
    },
  }
  const native = isNative() || null
  const byPassword = useEntry(sessionLogin, {
    ...manner,
    toInput: (value) => ({ ...value, native, ...captcha.answer }),
  })
  const byCode = useEntry(sessionLoginByCode, { ...manner, toInput: (value) => ({ ...value, native }) })
  const forms = { password: byPassword, code: byCode }
  const form = forms[way]
  const { mobile, agree } = form.fields

  if (ticket !== null) {
    return (
      <Suspense fallback={<div className="sign" />}>
        <FactorForm ticket={ticket} onSignedIn={onSignedIn} onBack={() => setTicket(null)} />
      </Suspense>
    )
  }
  return (
    <div className="sign">
      <SignFields
        {...form}
        action="登录"
        below={
          <>
            <AgreeField of={agree} />
            {others}
          </>
        }
      >
        {head}
        <Row as="fieldset" gap={16} top={20} below={4} align="baseline" aria-label="登录方式">
          {ways.map((one) => (
            <button
              key={one}
              type="button"
              className="sign-way"
              aria-pressed={one === way}
              onClick={() => {
                forms[one].set({ mobile: mobile.value, agree: agree.value })
                setWay(one)
              }}
            >
              {wayNames[one]}
            </button>
          ))}
        </Row>
        <MobileField of={mobile} />
        {way === 'password' ? (
          <PasswordField of={byPassword.fields.password} />
        ) : (
          <Suspense fallback={<Box high={64} />}>
            <CodeField of={byCode.fields.code} scene="login" to={mobile} />
          </Suspense>
        )}
        {way === 'password' && captcha.field && (
          <Suspense fallback={null}>
            <CaptchaField {...captcha.field} />
          </Suspense>
        )}
        {links}
      </SignFields>
    </div>
  )
}
