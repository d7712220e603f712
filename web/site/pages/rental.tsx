/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { formatClock, formatDateTime } from '@cheyi/domain/time'
import { useState } from 'preact/hooks'
import { ask, Refused } from '../ask.ts'
import { Lines } from '../parts/lines.tsx'
import type { Rental, View } from '../view.ts'
import { words } from '../words.ts'

/** One rental: how it stands, the next thing to do, and what it costs. */
export function RentalPage({ site, rental }: Extract<View, { kind: 'rental' }>) {
  const [problem, setProblem] = useState<string | null>(null)
  const { orderId, status, due, payUntil } = rental
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : words.failed)
    }
  }
  return (
    <>
      <section class="card">
        <h1>{words.status[status]}</h1>
        <p>{words.next[status]}</p>
        {payUntil !== null && <p class="why">{words.payUntil(formatClock(payUntil))}</p>}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {due > 0 && (
          <button
            type="button"
            onClick={() => void act(async () => location.assign((await ask(site, 'pay', { orderId })).payUrl))}
          >
            {words.pay(formatMoney(due))}
          </button>
        )}
        {rental.penalty !== null && <Cancel site={site} rental={rental} act={act} />}
        {rental.penalty === null && (
          <a class="button second" href={`/s/${site}`}>
            {words.again}
          </a>
        )}
      </section>
      <section class="card">
        <h2>{rental.model}</h2>
        <p class="line">
          <span>{words.pickup}</span>
          <span>{formatDateTime(rental.pickupAt)}</span>
        </p>
        <p class="line">
          <span>{words.giveBack}</span>
          <span>{formatDateTime(rental.returnAt)}</span>
        </p>
        <p class="line">
          <span>{rental.storeName}</span>
          {rental.storePhone !== '' && <a href={`tel:${rental.storePhone}`}>{words.call}</a>}
        </p>
        <p class="quiet">{rental.storeAddress}</p>
        {rental.returnStoreName !== rental.storeName && (
          <p class="line">
            <span>{words.back}</span>
            <span>{rental.returnStoreName}</span>
          </p>
        )}
        {rental.plate !== '' && (
          <p class="line">
            <span>{words.plate}</span>
            <span>{rental.plate}</span>
          </p>
        )}
        <p class="line">
          <span>{words.orderNo}</span>
          <span>{rental.orderNo}</span>
        </p>
      </section>
      <Lines title={words.lines} lines={rental.lines} total={rental.total} />
    </>
  )
}

interface CancelProps {
  readonly site: string
  readonly rental: Rental
  readonly act: (work: () => Promise<unknown>) => Promise<void>
}

/** What cancelling costs is said before it is done. */
function Cancel({ site, rental, act }: CancelProps) {
  const [asked, setAsked] = useState(false)
  const penalty = rental.penalty ?? 0
  if (!asked)
    return (
      <button type="button" class="second" onClick={() => setAsked(true)}>
        {words.cancel}
      </button>
    )
  return (
    <fieldset class="choice">
      <legend>{words.cancel}</legend>
      <p>{penalty === 0 ? words.cancelFree : words.cancelCosts(formatMoney(penalty))}</p>
      {rental.refund > 0 && <p>{words.cancelRefund(formatMoney(rental.refund))}</p>}
      <button
        type="button"
        onClick={() =>
          void act(async () => {
            await ask(site, 'cancel', { orderId: rental.orderId, penalty })
            location.reload()
          })
        }
      >
        {words.confirmCancel}
      </button>
      <button type="button" class="second" onClick={() => setAsked(false)}>
        {words.keep}
      </button>
    </fieldset>
  )
}
