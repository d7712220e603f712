import './code-field.css'
import { formatNear } from '@cheyi/domain/near'
import type { OpenCodeScene } from '@cheyi/domain/platform/session/codes'
import { lazy, Suspense, useState } from 'react'
import type { FormField } from '../../../form/form-field.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Box } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { useCaptcha } from './captcha.ts'
import { useCountdown } from './countdown.ts'
import { figures, SignInput } from './sign-input.tsx'

const CaptchaField = lazy(() => import('./captcha-field.tsx'))

/**
 * Hints after sending. The server gives the same response for a mobile without an account, so the hint must help a
 * user who mistyped it.
 */
const unknown = '验证码5分钟内有效；收不到请确认该手机号已注册'
const own = '验证码5分钟内有效'
const hints = { login: unknown, forgot: unknown, bind: unknown, register: own, cancel: own, stepup: own } as const

interface CodeFieldProps {
  of: FormField<string | null>
  scene: OpenCodeScene
  /** The mobile that receives the code; left out: the mobile of the signed-in user. */
  to?: FormField<string | null>
}

/** The field for a six-digit code, and the button that sends the code. */
export default function CodeField({ of, scene, to }: CodeFieldProps) {
  const [wait, startWait] = useCountdown()
  const [sent, setSent] = useState(false)
  const captcha = useCaptcha()
  const asks = (data: unknown) => (data as { captcha?: boolean } | null)?.captcha === true
  const sendCode = useWrite(calls.session.sendCode, {
    handles: (failure) => asks(failure.data),
    onFailure: captcha.judge,
  })
  const refused = sendCode.failure?.data as { readonly retryAt?: number } | null | undefined
  const now = useNow()
  const next = refused?.retryAt === undefined ? undefined : `${formatNear(refused.retryAt, now)} 后可再获取验证码`
  async function send() {
    // If the mobile is invalid, the form shows its error.
    if (to && !to.check()) return
    const answer = await sendCode.run({ scene, ...(to && { mobile: to.value ?? '' }), ...captcha.answer })
    if (!answer) return
    startWait(answer.resendAfter)
    setSent(true)
    toast('验证码已发送')
  }
  return (
    <>
      {captcha.field && (
        <Suspense fallback={null}>
          <CaptchaField {...captcha.field} />
        </Suspense>
      )}
      <SignInput
        of={of}
        hint={next ?? (sent ? hints[scene] : undefined)}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="短信验证码"
        className="num"
        maxLength={6}
        read={figures}
        suffix={
          <Box
            as="button"
            pad={[0, 4]}
            high={44}
            size="s"
            nowrap
            type="button"
            className="code-send num"
            disabled={wait > 0 || sendCode.pending}
            onClick={() => void send()}
          >
            {wait > 0 ? `${wait}秒后重发` : sent ? '重新获取' : '获取验证码'}
          </Box>
        }
      />
    </>
  )
}
