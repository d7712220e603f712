/** @jsxImportSource preact */

import { formatMoney } from '@cheyi/domain/money'
import { formatDateTime } from '@cheyi/domain/time'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../../src/words/words.ts'
import { ask, reasonOf } from '../ask.ts'
import { AsWritten } from '../parts/as-written.tsx'
import { CodeFields } from '../parts/code-fields.tsx'
import type { FurtherCards, FurtherProps } from '../parts/mine/further.tsx'
import { Problem } from '../parts/problem.tsx'
import { proofOf, RememberTick } from '../parts/remember-tick.tsx'
import { statusText } from '../parts/status.ts'
import type { Home, Rentals, View } from '../view.ts'

/** A customer's rentals, after the code of their phone. */
export function RentalsPage({ site, home, rentals }: Extract<View, { kind: 'rentals' }>) {
  return (
    <>
      <h1>{say('我的租车')}</h1>
      <Companies site={site} companies={home.companies} />
      {rentals === null ? <SignIn site={site} home={home} /> : <List site={site} {...rentals} />}
    </>
  )
}

function List({ site, rentals, mobile, more, invites, wechat }: Rentals & { readonly site: string }) {
  return (
    <>
      <p class="quiet">{say('当前手机号 {mobile}', { mobile })}</p>
      {rentals.length === 0 && <p class="notice">{say('没有租车记录')}</p>}
      {more && <p class="quiet">{say('只显示最近的租车')}</p>}
      <ul class="grid">
        {rentals.map((rental) => (
          <li key={rental.orderId}>
            <a class="card" href={`/s/${site}/mine/${rental.orderId}`}>
              <h2>{rental.model}</h2>
              <p>{statusText(rental.status)}</p>
              <p class="quiet">{`${formatDateTime(rental.pickupAt)} — ${formatDateTime(rental.returnAt)}`}</p>
              <p class="quiet">
                {rental.byPlatform || (rental.byCompany && rental.company === '')
                  ? rental.storeName
                  : `${rental.storeName} · ${formatMoney(rental.total)}`}
              </p>
              {rental.due > 0 && <p class="why">{say('还需支付 {price}', { price: formatMoney(rental.due) })}</p>}
            </a>
          </li>
        ))}
      </ul>
      <Further site={site} invites={invites} wechat={wechat} />
    </>
  )
}

/** Few customers have these cards, so their script is fetched by those alone. */
function Further({ site, invites, wechat }: FurtherProps) {
  const [Cards, setCards] = useState<typeof FurtherCards | null>(null)
  useEffect(() => {
    if (invites.length > 0 || wechat !== null)
      import('../parts/mine/further.tsx').then((loaded) => setCards(() => loaded.FurtherCards), console.warn)
  }, [invites, wechat])
  return Cards && <Cards site={site} invites={invites} wechat={wechat} />
}

/** Whoever was invited to book for a company finds the way here after the code of their mobile. */
const Companies = ({ site, companies }: { readonly site: string; readonly companies: Home['companies'] }) =>
  companies.map(({ companyId, name }) => (
    <a key={companyId} class="card" href={`/s/${site}?company=${companyId}`}>
      {say('为企业预订')} <AsWritten text={name} />
    </a>
  ))

function SignIn({ site, home }: { readonly site: string; readonly home: Home }) {
  const [problem, setProblem] = useState<string | null>(null)
  async function enter(form: HTMLFormElement): Promise<void> {
    try {
      await ask(site, 'enter', proofOf(form))
      location.reload()
    } catch (error) {
      setProblem(reasonOf(error))
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
      <p class="quiet">{say('输入预订时的手机号，查看您在本店的全部租车')}</p>
      <CodeFields site={site} />
      <RememberTick home={home} />
      <Problem text={problem} />
      <button type="submit">{say('查看我的租车')}</button>
    </form>
  )
}
