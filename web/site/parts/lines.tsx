/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { say, translate } from '../../src/words/words.ts'
import type { Offer } from '../view.ts'

interface Props {
  readonly title: string
  readonly lines: Offer['lines']
  readonly total: number
  readonly note?: string
}

/** What a price is made of. */
export function Lines({ title, lines, total, note }: Props) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {lines.map(({ name, formula, amount }) => (
        <p key={name} class="line">
          <span>
            {translate(name)} <small class="quiet">{translate(formula)}</small>
          </span>
          <span>{formatMoney(amount)}</span>
        </p>
      ))}
      <p class="line sum">
        <span>
          {say('总价')} {note !== undefined && <small class="quiet">{note}</small>}
        </span>
        <strong>{formatMoney(total)}</strong>
      </p>
    </section>
  )
}
