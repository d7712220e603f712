/** @jsxImportSource preact */

import { say } from '../../src/words/words.ts'
import type { Home, Trip } from '../view.ts'

interface Props {
  readonly site: string
  readonly home: Home
  readonly trip: Trip
}

/** Half hours of a day, in which cars are handed over. */
const times = Array.from({ length: 48 }, (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`)

/** Where and when. It works without a script, and keeps what was typed before the script arrived. */
export function SearchForm({ site, home, trip }: Props) {
  return (
    <form class="card search" action={`/s/${site}/search`} method="get">
      <StoreSelect name="store" label={say('取车门店')} home={home} value={trip.store} />
      <StoreSelect name="back" label={say('还车门店')} home={home} value={trip.back} none={say('与取车门店相同')} />
      <fieldset>
        <legend>{say('取车时间')}</legend>
        <input
          type="date"
          name="day1"
          required
          defaultValue={trip.day1}
          aria-label={`${say('取车时间')} ${say('日期')}`}
        />
        <TimeSelect name="time1" value={trip.time1} label={`${say('取车时间')} ${say('时刻')}`} />
      </fieldset>
      <fieldset>
        <legend>{say('还车时间')}</legend>
        <input
          type="date"
          name="day2"
          required
          defaultValue={trip.day2}
          aria-label={`${say('还车时间')} ${say('日期')}`}
        />
        <TimeSelect name="time2" value={trip.time2} label={`${say('还车时间')} ${say('时刻')}`} />
      </fieldset>
      <button type="submit">{say('查看车型')}</button>
    </form>
  )
}

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

function TimeSelect({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <select name={name} aria-label={label}>
      {times.map((time) => (
        <option key={time} value={time} selected={time === value}>
          {time}
        </option>
      ))}
    </select>
  )
}
