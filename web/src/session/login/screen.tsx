import './login.css'
import { type FormEvent, useRef, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { Link } from '../../kernel/link.tsx'
import { useScreen } from '../../kernel/pages.tsx'
import { goTo, safePath } from '../../kernel/router.ts'
import { signIn } from '../../kernel/user.ts'
import { Logo } from '../../ui/app-frame.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, showFirstError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { sessionScreens } from '../screens.ts'
import { type Entered, type EntryErrors, entryErrors, spaced } from './entry.ts'

/** Sign-in by mobile and password. */
export default function Login() {
  const { redirect } = useScreen(sessionScreens.login)
  const form = useRef<HTMLFormElement>(null)
  const [entered, setEntered] = useState<Entered>({ mobile: '', password: '', agree: false })
  const [errors, setErrors] = useState<EntryErrors>({})
  const [visible, setVisible] = useState(false)
  // Whatever the server says belongs under the form, not into a toast that is gone before it is read.
  const login = useWrite(calls.session.login, { handles: ({ kind }) => kind === 'refused' })

  function enter(change: Partial<Entered>) {
    const next = { ...entered, ...change }
    setEntered(next)
    // An error goes as soon as its cause does; a new one waits for leaving the field.
    const left = entryErrors(next)
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => name in left)))
  }
  const check = (name: keyof Entered) => () => {
    if (entered[name]) setErrors((shown) => ({ ...shown, [name]: entryErrors(entered)[name] }))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = entryErrors(entered)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) {
      // The messages must be on the page before the first one can be shown.
      requestAnimationFrame(() => form.current && showFirstError(form.current))
      return
    }
    const session = await login.run({ ...entered, mobile: entered.mobile.replaceAll(' ', '') })
    if (!session) return
    signIn(session)
    goTo(safePath(redirect), { replace: true })
  }
  const refused = login.failure?.kind === 'refused' ? login.failure.message : undefined
  return (
    <div className="login">
      <form ref={form} className="login-form" onSubmit={submit} noValidate>
        <Logo size={56} />
        <h1 className="login-title">登录车驿</h1>
        <p className="login-note">取还车、排车、价格与库存，一部手机管好</p>
        <h2 className="login-way">密码登录</h2>
        <Field label={<span className="visually-hidden">手机号</span>} layout="stack" error={errors.mobile}>
          <TextInput
            look="fill"
            prefix="+86"
            type="tel"
            inputMode="numeric"
            autoComplete="username"
            placeholder="手机号"
            className="num"
            value={entered.mobile}
            onChange={(event) => enter({ mobile: spaced(event.target.value) })}
            onBlur={check('mobile')}
            onClear={() => enter({ mobile: '' })}
          />
        </Field>
        <Field label={<span className="visually-hidden">密码</span>} layout="stack" error={errors.password}>
          <TextInput
            look="fill"
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            placeholder="密码"
            maxLength={64}
            value={entered.password}
            onChange={(event) => enter({ password: event.target.value })}
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
        {refused && (
          <p className="login-refused" role="alert">
            {refused}
          </p>
        )}
        <Button type="submit" variant="primary" size="l" className="login-button" loading={login.pending}>
          登录
        </Button>
        <Field label={<span className="visually-hidden">协议</span>} layout="stack" error={errors.agree} group>
          <div className="login-agree">
            <Checkbox checked={entered.agree} onChange={(event) => enter({ agree: event.target.checked })}>
              已阅读并同意
            </Checkbox>
            <Link to={sessionScreens.serviceAgreement}>《服务协议》</Link>
            <Link to={sessionScreens.privacyPolicy}>《隐私政策》</Link>
          </div>
        </Field>
      </form>
    </div>
  )
}
