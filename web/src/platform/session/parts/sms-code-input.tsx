import { useState } from 'react'
import { TextInput } from '../../../ui/field/field.tsx'
import { Button } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { say } from '../../../words/words.ts'
import { useCountdown } from './countdown.ts'

const LENGTH = 6

/**
 * The code that is sent to the phone that a customer's link belongs to.
 * @param send sends the code; null if that failed, which the user has been notified of
 */
export function useSmsCode(send: () => Promise<{ readonly resendAfter: number } | null>) {
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const [wait, startWait] = useCountdown()
  async function ask() {
    const answer = await send()
    if (!answer) return
    setSent(true)
    startWait(answer.resendAfter)
    toast(say('验证码已发送'))
  }
  return {
    code,
    /** Why the form cannot be submitted yet. */
    reason: code.length === LENGTH ? undefined : say('请输入{n}位验证码', { n: LENGTH }),
    /** The code was sent while this page was open. */
    sent,
    ask: () => void ask(),
    setCode,
    wait,
  }
}

interface SmsCodeInputProps {
  readonly of: ReturnType<typeof useSmsCode>
  /** The last digits of the phone number. */
  readonly phoneTail: string
  readonly sending: boolean
}

/** The field for a six-digit code, and the button that sends the code. */
export const SmsCodeInput = ({ of, phoneTail, sending }: SmsCodeInputProps) => (
  <TextInput
    aria-label={say('验证码')}
    inputMode="numeric"
    autoComplete="one-time-code"
    placeholder={say('尾号 {tail} 收到的验证码', { tail: phoneTail })}
    className="num"
    maxLength={LENGTH}
    value={of.code}
    onChange={({ target }) => of.setCode(target.value.replace(/\D/g, ''))}
    suffix={
      <Button size="s" variant="text" loading={sending} disabled={of.wait > 0} onClick={of.ask}>
        {of.wait > 0 ? say('{n}秒后重发', { n: of.wait }) : say('获取验证码')}
      </Button>
    }
  />
)
