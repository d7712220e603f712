import '../parts/sign-form.css'
import { passwordHint, passwordProblem } from '@cheyi/domain/check/password'
import { type FormEvent, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack, goTo } from '../../kernel/router.ts'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useFirstError } from '../../ui/field.tsx'
import { Steps } from '../../ui/steps.tsx'
import CodeField from '../parts/code-field.tsx'
import { bare, entryErrors } from '../parts/entry.ts'
import { MobileField } from '../parts/mobile-field.tsx'
import { PasswordField } from '../parts/password-field.tsx'

const steps = [{ label: '手机号' }, { label: '验证码' }, { label: '新密码' }]
const blank = { mobile: '', code: '', password: '', again: '' }
type Errors = { readonly [K in keyof typeof blank]?: string }

function errorsOf(step: number, { mobile, code, password, again }: typeof blank): Errors {
  if (step === 0) return entryErrors({ mobile })
  if (step === 1) return entryErrors({ code })
  const weak = password === '' ? '请输入新密码' : passwordProblem(password, bare(mobile))
  return { ...(weak && { password: weak }), ...(again !== password && { again: '两次输入的密码不一致' }) }
}

/** Mobile, code, new password. What it says is the same whether anybody has the mobile or not. */
export default function ForgotPassword() {
  const { frame, showFirst } = useFirstError<HTMLFormElement>()
  const [step, setStep] = useState(0)
  const [entered, setEntered] = useState(blank)
  const [errors, setErrors] = useState<Errors>({})
  const reset = useWrite(calls.session.resetPassword, {
    handles: refusedAs('wrongCode', 'passwordWeak'),
    onFailure(failure) {
      if (refusedAs('wrongCode')(failure)) {
        setStep(1)
        showErrors({ code: failure.message })
      } else if (refusedAs('passwordWeak')(failure)) showErrors({ password: failure.message })
    },
  })
  function showErrors(found: Errors) {
    setErrors(found)
    showFirst()
  }
  function enter(change: Partial<typeof blank>) {
    setEntered({ ...entered, ...change })
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !(name in change))))
  }
  async function next(event: FormEvent) {
    event.preventDefault()
    const wrong = errorsOf(step, entered)
    if (Object.keys(wrong).length > 0) return showErrors(wrong)
    if (step < 2) return setStep(step + 1)
    const { mobile, code, password } = entered
    if (await reset.run({ mobile: bare(mobile), code, password })) setStep(3)
  }
  const back = () => (step === 0 || step === 3 ? goBack('/login') : setStep(step - 1))
  if (step === 3) {
    return (
      <Page onBack={back}>
        <Empty
          art="locked"
          title="密码已重设"
          note="所有设备都已退出登录，请用新密码重新登录"
          action={{ label: '去登录', onClick: () => goTo('/login', { replace: true }) }}
        />
      </Page>
    )
  }
  return (
    <Page onBack={back} head={<Steps items={steps} current={step} onPick={setStep} />}>
      <form ref={frame} className="sign-form sign-page" onSubmit={next} noValidate>
        {step === 0 && (
          <MobileField value={entered.mobile} onChange={(mobile) => enter({ mobile })} error={errors.mobile} />
        )}
        {step === 1 && (
          <>
            <p className="sign-note num">验证码将发送至 {entered.mobile}</p>
            <CodeField
              scene="forgot"
              mobile={entered.mobile}
              value={entered.code}
              onChange={(code) => enter({ code })}
              error={errors.code}
            />
          </>
        )}
        {step === 2 && (
          <>
            <PasswordField
              value={entered.password}
              onChange={(password) => enter({ password })}
              error={errors.password}
              label="新密码"
              hint={passwordHint}
              autoComplete="new-password"
            />
            <PasswordField
              value={entered.again}
              onChange={(again) => enter({ again })}
              error={errors.again}
              label="再次输入新密码"
              autoComplete="new-password"
            />
          </>
        )}
        <Button type="submit" variant="primary" size="l" className="sign-button" loading={reset.pending}>
          {step === 2 ? '重设密码' : '下一步'}
        </Button>
      </form>
    </Page>
  )
}
