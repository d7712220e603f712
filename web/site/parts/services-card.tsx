/** @jsxImportSource preact */

import { formatMoney } from '@cheyi/domain/money'
import { say, translate } from '../../src/words/words.ts'
import type { Offer } from '../view.ts'
import { AsWritten } from './as-written.tsx'
import { Problem } from './problem.tsx'

interface CardProps {
  readonly offer: Offer
  /** The script has taken over the page. */
  readonly ready: boolean
  readonly problem: string | null
  readonly onChoose: (code: string, qty: number) => Promise<void>
}

/** What may be added to the rental: each choice prices the trip anew. */
export function ServicesCard({ offer: { services }, ready, problem, onChoose }: CardProps) {
  if (services.length === 0) return null
  return (
    <section class="card">
      <h2>{say('增值服务')}</h2>
      {services.map((one) => (
        <Service key={one.code} {...one} ready={ready} onChoose={(qty) => void onChoose(one.code, qty)} />
      ))}
      <Problem text={problem} />
    </section>
  )
}

type ServiceProps = Offer['services'][number] & {
  readonly ready: boolean
  readonly onChoose: (qty: number) => void
}

function Service({ name, description, price, unit, capDays, qty, most, must, ready, onChoose }: ServiceProps) {
  const each = say('{price}/{unit}', { price: formatMoney(price), unit: translate(unit) })
  const priced = [must && say('必选'), each, capDays !== null && say('最多收 {days} 天', { days: capDays })]
    .filter(Boolean)
    .join(' · ')
  const words = (
    <span>
      {translate(name)}
      {description !== '' && (
        <small class="quiet block">
          <AsWritten text={translate(description)} />
        </small>
      )}
    </span>
  )
  if (most > 1)
    return (
      <label class="tick">
        {words}
        <span class="quiet">{priced}</span>
        <select
          value={String(qty)}
          disabled={!ready}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        >
          {countsTo(most).map((n) => (
            <option key={n} value={String(n)}>
              {n}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={qty > 0}
        disabled={must || !ready}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked ? 1 : 0)}
      />
      {words}
      <span class="quiet">{priced}</span>
    </label>
  )
}

const countsTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, n) => n)
