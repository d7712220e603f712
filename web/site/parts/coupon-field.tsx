/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'preact/hooks'
import { say } from '../../src/words/words.ts'
import { reasonOf } from '../ask.ts'
import type { Offer } from '../view.ts'

interface Props {
  readonly offer: Offer
  readonly onCode: (code: string) => Promise<void>
}

/** The code of a coupon. The new total is shown before anything is booked; a code that does not count leaves the price as it was. */
export function CouponField({ offer: { coupon }, onCode }: Props) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function send(code: string): Promise<void> {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await onCode(code)
      setTyped('')
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  if (coupon !== null)
    return (
      <>
        <p class="line">
          <span>{say('优惠券 {code} 减 {sum}', { code: coupon.code, sum: formatMoney(coupon.amount) })}</span>
          <button type="button" class="bare" disabled={busy} onClick={() => void send('')}>
            {say('不使用')}
          </button>
        </p>
        <Problem text={problem} />
      </>
    )
  return (
    <>
      <label>
        <span>{say('优惠券码（选填）')}</span>
        <span class="row">
          <input
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter in this field asks for the price, and books nothing.
              event.preventDefault()
              if (typed.trim() !== '') void send(typed)
            }}
          />
          <button type="button" class="second" disabled={busy || typed.trim() === ''} onClick={() => void send(typed)}>
            {say('使用')}
          </button>
        </span>
      </label>
      <Problem text={problem} />
    </>
  )
}

const Problem = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  )
