import { useState } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import type { CaptchaAnswer, CaptchaFieldProps } from './captcha-field.tsx'

interface Captcha {
  /** Input that is sent with the next try. */
  readonly answer: Partial<CaptchaAnswer>
  /** The field to show; null while no captcha is required. */
  readonly field: CaptchaFieldProps | null
  /** Handles a refusal of the server: shows a picture if the server requires one. */
  readonly judge: (failure: CallFailure) => void
}

/** The captcha that the server requires after failed tries: shown from then on, with a new picture after each refusal. */
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
