import { useState } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import type { CaptchaAnswer, CaptchaFieldProps } from './captcha-field.tsx'

interface Captcha {
  /** What goes along with the next try. */
  readonly answer: Partial<CaptchaAnswer>
  /** The field to show; null while none is asked for. */
  readonly field: CaptchaFieldProps | null
  /** The server refused: shows a picture when it asks for one. */
  readonly judge: (failure: CallFailure) => void
}

/** The picture that the server asks for after failures: shown from then on, anew with each refusal. */
export function useCaptcha(): Captcha {
  const [round, setRound] = useState(0)
  const [wrong, setWrong] = useState(false)
  const [answer, setAnswer] = useState<CaptchaAnswer | undefined>()
  return {
    answer: answer ?? {},
    field:
      round === 0 ? null : { round, onAnswer: setAnswer, error: wrong ? '图形验证码不正确，请重新输入' : undefined },
    judge({ data }) {
      const { captcha, wrong } = (data ?? {}) as { captcha?: boolean; wrong?: boolean }
      if (captcha !== true) return
      setRound((before) => before + 1)
      setAnswer(undefined)
      setWrong(wrong === true)
    },
  }
}
