/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { useState } from 'preact/hooks'
import { sayMoment } from '../../src/words/dates.ts'
import { say, translate } from '../../src/words/words.ts'
import { AsWritten } from '../parts/as-written.tsx'
import { filtered } from '../parts/filter.ts'
import { FilterForm } from '../parts/filter-form.tsx'
import { modelLine, Picture } from '../parts/model-line.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { addressOf, instantOf, type Results, type Trip, tripAt, type View } from '../view.ts'

/** Every model for the trip, with its whole price first; sold-out ones stay, with the reason. */
export function ResultsPage({ site, home, trip, results, filter: first }: Extract<View, { kind: 'results' }>) {
  const { models, days } = results
  const [filter, setFilter] = useState(first)
  const shown = filtered(models, filter)
  return (
    <>
      <h1 class="unseen">{say('查看车型')}</h1>
      <details class="again">
        <summary>
          {`${sayMoment(instantOf(trip.day1, trip.time1), home.now)} — ${sayMoment(instantOf(trip.day2, trip.time2), home.now)}`}
          <span>{say('修改行程')}</span>
        </summary>
        <SearchForm site={site} home={home} trip={trip} />
      </details>
      {models.length === 0 ? (
        <p class="notice">{say('这段时间没有可订的车型，请换个时间或门店')}</p>
      ) : (
        <FilterForm site={site} trip={trip} models={models} filter={filter} onChange={setFilter} />
      )}
      {models.length > 0 && shown.length === 0 && <p class="notice">{say('没有符合条件的车型')}</p>}
      <ul class="grid">
        {shown.map((model) => (
          <Model key={model.modelId} model={model} days={days} site={site} trip={trip} now={home.now} />
        ))}
      </ul>
    </>
  )
}

interface ModelProps {
  readonly model: Results['models'][number]
  readonly days: number
  readonly site: string
  readonly trip: Trip
  readonly now: number
}

function Model({ model, days, site, trip, now }: ModelProps) {
  const { name, image, carType, total, perDay, deposit, left, why, near } = model
  const addressAt = (at: Trip) => addressOf(site, `model/${model.modelId}`, at)
  return (
    <li class={why === null ? 'card model' : 'card model out'}>
      <Picture src={image} carType={carType} alt={name} />
      <div>
        <h2>
          <AsWritten text={name} />
        </h2>
        <p class="quiet">{modelLine(model)}</p>
        {total !== null && perDay !== null && (
          <p class="price">
            <strong>{formatMoney(total)}</strong>
            <span class="quiet">{`${say('共 {days} 天', { days })} · ${say('日均 {price}', { price: formatMoney(perDay) })}`}</span>
          </p>
        )}
        {why === null ? (
          <>
            <p class="quiet">
              {`${deposit > 0 ? say('押金 {sum}', { sum: formatMoney(deposit) }) : say('无押金')} · ${left < 5 ? say('仅剩 {n} 辆', { n: left }) : say('车辆充足')}`}
            </p>
            <a class="button" href={addressAt(trip)} aria-label={`${say('预订')} ${name}`}>
              {say('预订')}
            </a>
          </>
        ) : (
          <p class="why">{translate(why)}</p>
        )}
        {near.length > 0 && (
          <p class="near">
            {say('可改订')}
            {near.map(({ pickupAt, returnAt }) => (
              <a key={pickupAt} href={addressAt(tripAt(trip, pickupAt, returnAt))}>
                {`${sayMoment(pickupAt, now)} — ${sayMoment(returnAt, now)}`}
              </a>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
