/** @jsxImportSource preact */

import { useEffect, useState } from 'preact/hooks'
import { say } from '../../src/words/words.ts'
import { ask, Refused } from '../ask.ts'
import { Problem } from './problem.tsx'
import { useReady } from './ready.ts'

/** The refusal that asks for the letters of a picture (captchaNeeded). */
const PICTURE = 1003

/** A text of a form, as it stands in the page. */
export const textOf = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '').trim()

/**
 * A mobile and the code that is sent to it (`mobile` and `smsCode` of the form); after many codes with the letters of a picture. Fields keep
 * their own text, so that what was typed before the script arrived stays.
 */
export function CodeFields({ site }: { readonly site: string }) {
  const [wait, setWait] = useState(0)
  const ready = useReady()
  const [problem, setProblem] = useState<string | null>(null)
  const picture = usePicture()
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  async function send(form: HTMLFormElement): Promise<void> {
    try {
      const { resendAfter } = await ask(site, 'sendCode', { mobile: textOf(form, 'mobile'), ...picture.answer() })
      setWait(resendAfter)
      setProblem(null)
      picture.close()
    } catch (error) {
      const { message, code: refused } =
        error instanceof Refused ? error : { message: say('网络不稳定，请稍后再试'), code: 0 }
      setProblem(message)
      if (refused === PICTURE) await picture.open()
    }
  }

  return (
    <>
      <label>
        <span>{say('手机号')}</span>
        <input type="tel" name="mobile" inputMode="tel" autoComplete="tel" maxLength={20} required />
      </label>
      {picture.shown !== null && (
        <label>
          <span>{say('图形验证码')}</span>
          <span class="row">
            <input
              autoComplete="off"
              maxLength={4}
              value={picture.typed}
              onInput={({ currentTarget }) => picture.type(currentTarget.value)}
            />
            <button type="button" class="bare" aria-label={say('换一张')} onClick={() => void picture.open()}>
              <img src={picture.shown} alt={say('图形验证码')} height="40" />
            </button>
          </span>
        </label>
      )}
      <label>
        <span>{say('短信验证码')}</span>
        <span class="row">
          <input name="smsCode" inputMode="numeric" autoComplete="one-time-code" maxLength={6} required />
          <button
            type="button"
            class="second"
            disabled={wait > 0 || !ready}
            onClick={({ currentTarget }) => void send(currentTarget.form!)}
          >
            {wait > 0 ? say('{seconds} 秒后重发', { seconds: wait }) : say('获取验证码')}
          </button>
        </span>
      </label>
      <Problem text={problem} />
    </>
  )
}

/** The picture whose letters are asked for. */
function usePicture() {
  const [picture, setPicture] = useState<{ readonly captchaId: string; readonly image: string } | null>(null)
  const [typed, setTyped] = useState('')
  return {
    shown: picture?.image ?? null,
    typed,
    type: setTyped,
    answer: () => (picture === null ? {} : { captchaId: picture.captchaId, captchaCode: typed }),
    close: () => setPicture(null),
    async open() {
      const response = await fetch('/api/login/v1/captcha')
      const { data } = (await response.json()) as { data: { captchaId: string; image: string } }
      setPicture(data)
      setTyped('')
    },
  }
}
