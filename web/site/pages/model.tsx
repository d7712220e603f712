/** @jsxImportSource preact */

import { formatMoney } from '@cheyi/domain/money'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { formatClock } from '@cheyi/domain/time'
import { useState } from 'preact/hooks'
import { sayMoment } from '../../src/words/dates.ts'
import { say, translate } from '../../src/words/words.ts'
import { ask, reasonOf } from '../ask.ts'
import { AsWritten } from '../parts/as-written.tsx'
import { BookForm } from '../parts/book-form.tsx'
import { Lines } from '../parts/lines.tsx'
import { modelLine, Picture } from '../parts/model-line.tsx'
import { useReady } from '../parts/ready.ts'
import { ServicesCard } from '../parts/services-card.tsx'
import type { Offer, OfferInput, View } from '../view.ts'

/** A model for the trip: what its price is made of, what may be added, and the booking. */
export function ModelPage({ site, home, offer: first, input }: Extract<View, { kind: 'model' }>) {
  const { offer, choose, priceWith, problem } = useOffer(site, first, input)
  const ready = useReady()
  return (
    <>
      <section class="card model">
        <Picture src={offer.image} carType={offer.carType} alt={offer.name} />
        <div>
          <h1>
            <AsWritten text={offer.name} />
          </h1>
          <p class="quiet">{modelLine(offer)}</p>
          {offer.company !== null && (
            <p>
              {say('为企业预订')} <AsWritten text={offer.company} />
            </p>
          )}
          <p>
            {sayMoment(input.pickupAt, home.now)}{' '}
            {input.delivery === undefined ? (
              <AsWritten text={offer.storeName} />
            ) : (
              say('送到 {address}', { address: input.delivery.address })
            )}
          </p>
          <p>
            {sayMoment(input.returnAt, home.now)}{' '}
            {input.delivery?.collect ? (
              say('到 {address} 取回', { address: input.delivery.address })
            ) : (
              <AsWritten text={offer.returnStoreName} />
            )}
          </p>
        </div>
      </section>
      <div class="columns">
        <div>
          <Lines
            title={say('费用明细')}
            lines={offer.lines}
            total={offer.total}
            note={say('共 {days} 天', { days: offer.days })}
          />
          <ServicesCard offer={offer} ready={ready} problem={problem} onChoose={choose} />
          <section class="card">
            <h2>{say('押金')}</h2>
            {offer.deposits.map(({ kind, amount }) => (
              <p key={kind} class="line">
                <span>{translate(depositKinds.text(kind))}</span>
                <span>{formatMoney(amount)}</span>
              </p>
            ))}
            <p class="quiet">
              {offer.deposits.length === 0 ? say('无押金') : say('取车时支付，还车结清后退还')}
              {offer.waivable && offer.deposits.length > 0 && `${say('，')}${say('可信用免押')}`}
            </p>
            <h2>{say('取消规则')}</h2>
            <ul class="plain">
              {offer.cancelRule.map((line) => (
                <li key={line}>{translate(line)}</li>
              ))}
            </ul>
            <p class="quiet">
              {offer.kmPerDay === 0
                ? say('不限里程')
                : say('每天含 {km} 公里，超出每公里 {each}', { km: offer.kmPerDay, each: formatMoney(offer.perKm) })}
            </p>
          </section>
        </div>
        <BookForm
          site={site}
          home={home}
          offer={offer}
          delivered={input.delivery !== undefined}
          onCode={priceWith}
          held={say('价格保留至 {clock}', { clock: formatClock(offer.expiresAt) })}
        />
      </div>
    </>
  )
}

/** The offer with the services that the customer chose; a choice that is refused leaves it as it was. */
function useOffer(site: string, first: Offer, input: OfferInput) {
  const [offer, setOffer] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  async function choose(code: string, qty: number): Promise<void> {
    const others = chosenOf(offer).filter((one) => one.code !== code)
    const services = qty > 0 ? [...others, { code, qty }] : others
    try {
      setOffer(await ask(site, 'offer', { ...input, services, ...couponOf(offer) }))
      setProblem(null)
    } catch (error) {
      setOffer({ ...offer })
      setProblem(reasonOf(error))
    }
  }
  /** Prices the trip with the coupon of a code, or without one. @throws Refused */
  async function priceWith(coupon: string): Promise<void> {
    const services = chosenOf(offer)
    setOffer(await ask(site, 'offer', { ...input, services, ...(coupon !== '' && { coupon }) }))
  }
  return { offer, choose, priceWith, problem }
}

const chosenOf = ({ services }: Offer) =>
  services.flatMap(({ code, qty, must }) => (qty > 0 && !must ? [{ code, qty }] : []))

const couponOf = ({ coupon }: Offer) => (coupon === null ? {} : { coupon: coupon.code })
