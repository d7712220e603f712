import { nextPasswordHint, passwordProblem } from '@cheyi/domain/platform/check/password'
import { type FormEvent, useState } from 'react'
import { sessionResetPassword } from '../../../form/calls/session-reset-password.gen.ts'
import { asking, type Beside } from '../../../form/form-call.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go, routerHistory } from '../../../kernel/page/router.ts'
import { useUser } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Steps } from '../../../ui/frame/steps.tsx'
import { Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import CodeField from '../parts/code-field.tsx'
import { MobileField } from '../parts/mobile-field.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { mobileText, SignFields } from '../parts/sign-fields.tsx'
import { sessionScreens } from '../screens.ts'

const steps = [{ label: '手机号' }, { label: '验证码' }, { label: '新密码' }]
const resetPassword = asking(sessionResetPassword, { again: { label: '再次输入新密码' } as Beside<string> })

/**
 * Mobile, code, new password. The texts are the same whether or not an account has the mobile, so that the page does
 * not reveal accounts.
 */
export default function ForgotPassword() {
  const { rstep } = useScreen(sessionScreens.forgotPassword)
  const patch = usePatch()
  const user = useUser()
  const [done, setDone] = useState(false)
  const form = useEntry(resetPassword, {
    also: ({ mobile, password, again }) => ({
      password: password && passwordProblem(password, mobile ?? ''),
      again: again !== password && '两次输入的密码不一致',
    }),
    faults: (failure) => ({ code: isRefusedFor('wrongCode')(failure) && failure.message }),
    onFailure: (failure) => isRefusedFor('wrongCode')(failure) && routerHistory().back(),
    onSent() {
      // With the old password the session of this device ends too, and with it this page.
      if (user) toast('密码已设置，请用新密码登录')
      setDone(true)
    },
  })
  const { fields } = form
  // A reload clears the typed values, and the step in the address may be arbitrary: the page shows no step beyond the
  // filled fields.
  const reached = fields.code.value ? 3 : fields.mobile.value ? 2 : 1
  const step = Math.min(rstep, reached) - 1
  function next(event: FormEvent) {
    event.preventDefault()
    if (step === 2) return void form.send()
    if ([fields.mobile, fields.code][step]!.check()) patch({ rstep: step + 2 }, { push: true })
  }
  const leave = () => go(sessionScreens.login, {}, { replace: true })
  if (done) {
    return (
      <Page onBack={leave}>
        <Empty
          art="locked"
          title="密码已重设"
          note="所有设备都已退出登录，请用新密码重新登录"
          action={{ label: '去登录', onClick: leave }}
        />
      </Page>
    )
  }
  return (
    <Page head={<Steps items={steps} current={step} onPick={(to) => routerHistory().go(to - step)} />}>
      <SignFields {...form} action={step === 2 ? '重设密码' : '下一步'} paged submit={next} refused={undefined}>
        {step === 0 && <MobileField of={fields.mobile} />}
        {step === 1 && (
          <>
            <Text as="p" below={16} ink={2} num>
              验证码将发送至 {mobileText(fields.mobile.value ?? '')}
            </Text>
            <CodeField of={fields.code} scene="forgot" to={fields.mobile} />
          </>
        )}
        {step === 2 && (
          <>
            <PasswordField of={fields.password} hint={nextPasswordHint} autoComplete="new-password" />
            <PasswordField of={fields.again} autoComplete="new-password" />
          </>
        )}
      </SignFields>
    </Page>
  )
}
