import { useEffect, useEffectEvent, useState } from 'react'
import { calls, send } from '../../../kernel/call/calls.ts'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { Row } from '../../../ui/layout.tsx'

export interface CaptchaAnswer {
  readonly captchaId: string
  readonly captchaCode: string
}

export interface CaptchaFieldProps {
  /** Called on each change of the text; undefined while no picture is loaded. */
  onAnswer: (answer: CaptchaAnswer | undefined) => void
  error?: string | undefined
  /** A new number loads a new picture, because an answer is valid only once. */
  round: number
}

/** A captcha picture and the field for its text; a tap on the picture loads another. */
export default function CaptchaField({ onAnswer, error, round }: CaptchaFieldProps) {
  const [picture, setPicture] = useState<{ captchaId: string; image: string } | null>(null)
  const [typed, setTyped] = useState('')
  const [wish, setWish] = useState(0)

  const arrived = useEffectEvent((drawn: { captchaId: string; image: string } | null) => {
    setPicture(drawn)
    setTyped('')
    onAnswer(undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and each tap requests a new picture.
  useEffect(() => {
    const stop = new AbortController()
    send(calls.session.captcha, {}, { signal: stop.signal }).then(arrived, () => arrived(null))
    return () => stop.abort()
  }, [round, wish])

  function type(text: string) {
    setTyped(text)
    onAnswer(picture && text ? { captchaId: picture.captchaId, captchaCode: text } : undefined)
  }
  return (
    <Field label={<span className="visually-hidden">图形验证码</span>} error={error}>
      <TextInput
        look="fill"
        placeholder="图中的4位字符"
        autoCapitalize="characters"
        maxLength={4}
        value={typed}
        onChange={(event) => type(event.target.value)}
        suffix={
          <Row
            as="button"
            high={44}
            ink="link"
            size="s"
            type="button"
            className="captcha-picture"
            aria-label="换一张图形验证码"
            onClick={() => setWish(wish + 1)}
          >
            {picture ? <img src={picture.image} alt="" width={99} height={33} /> : '换一张'}
          </Row>
        }
      />
    </Field>
  )
}
