/** @jsxImportSource preact */
import { isOpen } from '@cheyi/domain/platform/store/opening'
import { isLocalDate, localDate } from '@cheyi/domain/time'
import { useEffect, useRef, useState } from 'preact/hooks'

import { say, translate } from '../../src/words/words.ts'
import { type Home, instantOf, type Trip } from '../view.ts'
import { DeliveryFields } from './delivery-fields.tsx'

interface Props {
  readonly site: string
  readonly home: Home
  readonly trip: Trip
  /** Where the results open, from a frame. */
  readonly target?: '_top'
}

/** Half hours of a day, in which cars are handed over. */
const times = Array.from({ length: 48 }, (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`)

/** Where and when. It works without a script, and keeps what was typed before the script arrived. */
export function SearchForm({ site, home, trip, target }: Props) {
  const form = useRef<HTMLFormElement>(null)
  // Without a script no time may be closed to choice, because another date would not open it again.
  const [chosen, setChosen] = useState<Trip | null>(null)
  useEffect(() => setChosen(typedTrip(form.current!, trip)), [trip])
  const places = { home, chosen: chosen ?? trip, live: chosen !== null }
  return (
    <form
      ref={form}
      class="card search"
      action={`/s/${site}/search`}
      method="get"
      target={target}
      onInput={({ currentTarget }) => setChosen(typedTrip(currentTarget, trip))}
    >
      <CompanySelect companies={home.companies} value={trip.company} />
      <StoreSelect name="store" label={say('取车门店')} home={home} value={trip.store} />
      <StoreSelect name="back" label={say('还车门店')} home={home} value={trip.back} none={say('与取车门店相同')} />
      <DeliveryFields
        site={site}
        store={places.chosen.store}
        back={places.chosen.back || places.chosen.store}
        {...places}
        trip={trip}
      />
      <Moment {...places} label={say('取车时间')} store={places.chosen.store} of="1" trip={trip} />
      <Moment
        {...places}
        label={say('还车时间')}
        store={places.chosen.back || places.chosen.store}
        of="2"
        trip={trip}
      />
      <button type="submit">{say('查看车型')}</button>
    </form>
  )
}

/** The trip as it stands in the form. */
function typedTrip(form: HTMLFormElement, trip: Trip): Trip {
  const data = new FormData(form)
  const names = Object.keys(trip) as (keyof Trip)[]
  return {
    ...trip,
    ...Object.fromEntries(names.filter((name) => data.has(name)).map((name) => [name, data.get(name)])),
  }
}

interface MomentProps {
  readonly label: string
  readonly home: Home
  readonly chosen: Trip
  /** The script runs, so that closed times can be told for each date. */
  readonly live: boolean
  readonly store: string
  /** The pickup or the return. */
  readonly of: '1' | '2'
  readonly trip: Trip
}

/** A date and a time at which its store is open. */
function Moment({ label, home, chosen, live, store, of, trip }: MomentProps) {
  const at = home.stores.find(({ storeId }) => storeId === store)
  const day = chosen[`day${of}`]
  const time = chosen[`time${of}`]
  const isClosed = (clock: string) =>
    live && at !== undefined && isLocalDate(day) && !isOpen(at.openings, at.exceptions, instantOf(day, clock))
  return (
    <fieldset>
      <legend>{label}</legend>
      <input
        type="date"
        name={`day${of}`}
        required
        min={localDate(home.now)}
        defaultValue={trip[`day${of}`]}
        aria-label={`${label} ${say('日期')}`}
      />
      <select name={`time${of}`} aria-label={`${label} ${say('时刻')}`}>
        {times.map((clock) => (
          // A disabled option would not be sent, so the one that is chosen stays.
          <option
            key={clock}
            value={clock}
            selected={clock === trip[`time${of}`]}
            disabled={clock !== time && isClosed(clock)}
          >
            {clock}
          </option>
        ))}
      </select>
      {isClosed(time) && (
        <p class="why">{say('{time} 门店未营业，营业时间 {hours}', { time, hours: translate(at!.hours) })}</p>
      )}
    </fieldset>
  )
}

/** For whom: only people whom a company invited have the choice. */
const CompanySelect = ({ companies, value }: { readonly companies: Home['companies']; readonly value: string }) =>
  companies.length > 0 && (
    <label>
      <span>{say('租车方')}</span>
      <select name="company">
        <option value="">{say('个人')}</option>
        {companies.map(({ companyId, name }) => (
          <option key={companyId} value={companyId} selected={companyId === value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )

interface StoreProps {
  readonly name: string
  readonly label: string
  readonly home: Home
  readonly value: string
  /** The choice of no store of its own. */
  readonly none?: string
}

function StoreSelect({ name, label, home, value, none }: StoreProps) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        {none !== undefined && <option value="">{none}</option>}
        {home.stores.map(({ storeId, city, name: store }) => (
          <option key={storeId} value={storeId} selected={storeId === value}>
            {city} {store}
          </option>
        ))}
      </select>
    </label>
  )
}
