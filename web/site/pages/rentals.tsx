/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { formatDateTime } from '@cheyi/domain/time'
import { useState } from 'preact/hooks'
import { ask, Refused } from '../ask.ts'
import { CodeFields, textOf } from '../parts/code-fields.tsx'
import type { Rentals, View } from '../view.ts'
import { words } from '../words.ts'

/** A customer's rentals, after the code of their phone. */
export function RentalsPage({ site, rentals }: Extract<View, { kind: 'rentals' }>) {
  return (
    <>
      <h1>{words.mine}</h1>
      {rentals === null ? <SignIn site={site} /> : <List site={site} {...rentals} />}
    </>
  )
}

function List({ site, rentals, mobile }: Rentals & { readonly site: string }) {
  return (
    <>
      <p class="quiet">{words.signedInAs(mobile)}</p>
      {rentals.length === 0 && <p class="notice">{words.noRentals}</p>}
      <ul class="grid">
        {rentals.map((rental) => (
          <li key={rental.orderId}>
            <a class="card" href={`/s/${site}/mine/${rental.orderId}`}>
              <h2>{rental.model}</h2>
              <p>{words.status[rental.status]}</p>
              <p class="quiet">{`${formatDateTime(rental.pickupAt)} — ${formatDateTime(rental.returnAt)}`}</p>
              <p class="quiet">{`${rental.storeName} · ${formatMoney(rental.total)}`}</p>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function SignIn({ site }: { readonly site: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  async function enter(form: HTMLFormElement): Promise<void> {
    try {
      await ask(site, 'enter', { mobile: textOf(form, 'mobile'), smsCode: textOf(form, 'smsCode') })
      location.reload()
    } catch (error) {
      setProblem(error instanceof Refused ? error.message : words.failed)
    }
  }
  return (
    <form
      class="card book"
      onSubmit={(event) => {
        event.preventDefault()
        void enter(event.currentTarget)
      }}
    >
      <p class="quiet">{words.signInNote}</p>
      <CodeFields site={site} />
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit">{words.enter}</button>
    </form>
  )
}
