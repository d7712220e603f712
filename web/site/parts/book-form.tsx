/** @jsxImportSource preact */

import { formatMoney } from '@cheyi/domain/money'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../src/words/words.ts'
import { ask, reasonOf } from '../ask.ts'
import type { Home, Offer } from '../view.ts'
import { CodeFields, textOf } from './code-fields.tsx'
import { CouponField } from './coupon-field.tsx'
import { PapersNote } from './papers-note.tsx'
import { Problem } from './problem.tsx'
import { useReady } from './ready.ts'
import { proofOf, RememberTick } from './remember-tick.tsx'

interface Props {
  readonly site: string
  readonly home: Home
  readonly offer: Offer
  readonly held: string
  /** The car is brought to an address, by staff. */
  readonly delivered: boolean
  /** Prices the trip with a coupon. */
  readonly onCode: (code: string) => Promise<void>
}

/** Who rents, how it is paid, and the booking. What was typed stays when the booking is refused. */
export function BookForm({ site, home, offer, held, delivered, onCode }: Props) {
  const [known, setKnown] = useState(home.mobile)
  const [payNow, setPayNow] = useState(home.payNow)
  const [busy, setBusy] = useState(false)
  const ready = useReady()
  /** Where the booking goes on that was made by this page. */
  const [next, setNext] = useState<string | null>(null)
  // Browsers keep a page that was left as it stood, and show it again on the way back.
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', show)
    return () => removeEventListener('pageshow', show)
  }, [])
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(form: HTMLFormElement): Promise<void> {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      if (known === null) {
        setKnown((await ask(site, 'enter', proofOf(form))).mobile)
      }
      const { quoteId, total } = offer
      const selfService = form.querySelector<HTMLInputElement>('[name=selfService]')?.checked ?? false
      const wanted = { quoteId, total, name: textOf(form, 'name'), payNow, selfService }
      const { orderId, payUrl } = await ask(site, 'book', wanted)
      const to = payUrl ?? `/s/${site}/mine/${orderId}`
      setNext(to)
      location.assign(to)
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }

  return (
    <form
      class="card book"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <h2>{say('租车人')}</h2>
      <noscript>
        <p class="notice">{say('在线预订需要开启 JavaScript，也可以致电门店预订')}</p>
      </noscript>
      <label>
        <span>{say('姓名')}</span>
        <input name="name" autoComplete="name" maxLength={30} required />
      </label>
      {known === null ? (
        <>
          <CodeFields site={site} />
          <RememberTick home={home} />
        </>
      ) : (
        <p class="line">
          <span>{say('当前手机号 {mobile}', { mobile: known })}</span>
          <button type="button" class="bare" onClick={() => setKnown(null)}>
            {say('换手机号')}
          </button>
        </p>
      )}
      <PapersNote />
      {offer.company !== null && <p class="quiet">{say('按企业协议价，费用由公司结算')}</p>}
      {offer.company === null && home.payNow && home.payAtStore && (
        <fieldset class="choice">
          <Way
            checked={payNow}
            onChoose={() => setPayNow(true)}
            name={say('在线支付')}
            note={say('车辆为您保留，付款后预订生效')}
          />
          <Way
            checked={!payNow}
            onChoose={() => setPayNow(false)}
            name={say('到店付')}
            note={say('取车时在门店付款')}
          />
        </fieldset>
      )}
      {home.selfService && !delivered && (
        <label class="tick">
          <input type="checkbox" name="selfService" />
          <span>{say('自助取还：用手机拍照、签约、取车，不用排队')}</span>
        </label>
      )}
      {offer.company === null && <CouponField offer={offer} onCode={onCode} />}
      <Problem text={problem} />
      {next !== null && !busy && (
        <p class="notice">
          <a href={next}>{payNow ? say('预订已提交，请付款') : say('我的租车')}</a>
        </p>
      )}
      <button type="submit" disabled={busy || !ready}>
        {busy ? say('正在提交…') : say('提交预订 {price}', { price: formatMoney(offer.total) })}
      </button>
      <p class="quiet">{held}</p>
    </form>
  )
}

interface WayProps {
  readonly checked: boolean
  readonly onChoose: () => void
  readonly name: string
  readonly note: string
}

function Way({ checked, onChoose, name, note }: WayProps) {
  return (
    <label class="tick">
      <input type="radio" name="way" checked={checked} onChange={onChoose} />
      <span>
        {name} <small class="quiet">{note}</small>
      </span>
    </label>
  )
}
