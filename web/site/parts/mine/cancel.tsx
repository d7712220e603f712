/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'preact/hooks'
import { say } from '../../../src/words/words.ts'
import { ask } from '../../ask.ts'
import type { Rental } from '../../view.ts'
import { Problem } from '../problem.tsx'
import { useAct } from './use-act.ts'

/** What cancelling costs is said before it is done. */
export function Cancel({ site, rental }: { readonly site: string; readonly rental: Rental }) {
  const act = useAct()
  const [asked, setAsked] = useState(false)
  const penalty = rental.penalty ?? 0
  if (!asked)
    return (
      <button type="button" class="second" onClick={() => setAsked(true)}>
        {say('取消预订')}
      </button>
    )
  return (
    <fieldset class="choice">
      <legend>{say('取消预订')}</legend>
      <p>{penalty === 0 ? say('现在取消不收费') : say('现在取消收取 {price}', { price: formatMoney(penalty) })}</p>
      {rental.refund > 0 && <p>{say('已付款退还 {price}', { price: formatMoney(rental.refund) })}</p>}
      <Problem text={act.problem} />
      <button
        type="button"
        disabled={act.busy}
        onClick={() =>
          void act.run(async () => {
            await ask(site, 'cancel', { orderId: rental.orderId, penalty })
            location.reload()
          })
        }
      >
        {say('确认取消')}
      </button>
      <button type="button" class="second" onClick={() => setAsked(false)}>
        {say('不取消')}
      </button>
    </fieldset>
  )
}
