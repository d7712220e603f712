/** @jsxImportSource preact */
import { addDays, formatClock, localDate } from '@cheyi/domain/time'
import { say } from '../../src/words/words.ts'
import { AsWritten } from '../parts/as-written.tsx'
import { Lines } from '../parts/lines.tsx'
import { Cancel } from '../parts/mine/cancel.tsx'
import { CasesCards } from '../parts/mine/cases.tsx'
import { Change } from '../parts/mine/change.tsx'
import { Countdown } from '../parts/mine/countdown.tsx'
import { DocumentsCard } from '../parts/mine/documents.tsx'
import { InvoiceCard } from '../parts/mine/invoice.tsx'
import { DepositsCard, MoneyCard } from '../parts/mine/money.tsx'
import { Rooms } from '../parts/mine/rooms.tsx'
import { TripCard } from '../parts/mine/trip-card.tsx'
import { nextText, statusText } from '../parts/status.ts'
import { addressOf, atStore, type Home, type Rental, type View } from '../view.ts'

/** One rental: how it stands, the next thing to do, and all that belongs to it. */
export function RentalPage({ site, home, rental }: Extract<View, { kind: 'rental' }>) {
  const { status, payUntil } = rental
  return (
    <>
      <p>
        <a href={`/s/${site}/mine`}>{say('全部租车')}</a>
      </p>
      <div class="columns">
        <div>
          <section class="card">
            <h1>{statusText(status)}</h1>
            <p>{nextText(rental.next)}</p>
            <Countdown rental={rental} />
            {payUntil !== null && (
              <p class="why">{say('请在 {clock} 前付款，超时自动取消', { clock: formatClock(payUntil) })}</p>
            )}
            <Rooms site={site} rental={rental} />
            {rental.byPlatform && <p class="quiet">{say('该订单在平台预订，请在下单的平台修改或取消')}</p>}
            {rental.company !== '' && (
              <p>
                {say('为企业预订')} <AsWritten text={rental.company} />
              </p>
            )}
            {rental.byCompany && <p class="quiet">{say('费用由公司结算')}</p>}
            <Change site={site} rental={rental} />
            {rental.penalty !== null && <Cancel site={site} rental={rental} />}
            {status >= 6 && (
              <a class="button second" href={againAddress(site, home, rental)}>
                {say('再订一次')}
              </a>
            )}
          </section>
          <DocumentsCard site={site} rental={rental} />
          <TripCard site={site} rental={rental} />
          <CasesCards rental={rental} />
        </div>
        <div>
          {rental.lines.length > 0 && <Lines title={say('费用明细')} lines={rental.lines} total={rental.total} />}
          <DepositsCard rental={rental} />
          <MoneyCard rental={rental} />
          <InvoiceCard site={site} rental={rental} />
        </div>
      </div>
    </>
  )
}

/** The same car for as long as last time, from tomorrow; where its store is not open on the page any more, the page itself. */
function againAddress(site: string, { stores, now }: Home, rental: Rental): string {
  const { storeId, returnStoreId, modelId, pickupAt, returnAt } = rental
  const isOpen = (id: string) => stores.some((store) => store.storeId === id)
  if (!isOpen(storeId) || !isOpen(returnStoreId)) return `/s/${site}`
  const day1 = addDays(localDate(now), 1)
  const days = Math.round((Date.parse(localDate(returnAt)) - Date.parse(localDate(pickupAt))) / 86_400_000)
  return addressOf(site, `model/${modelId}`, {
    store: storeId,
    back: returnStoreId === storeId ? '' : returnStoreId,
    day1,
    time1: formatClock(pickupAt),
    day2: addDays(day1, Math.max(1, days)),
    time2: formatClock(returnAt),
    ...atStore,
    company: '',
  })
}
