/** @jsxImportSource preact */
import { carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { say, translate } from '../../src/words/words.ts'
import type { Results, Trip } from '../view.ts'
import { type Filter, filterOf, saysCases } from './filter.ts'

interface Props {
  readonly site: string
  readonly trip: Trip
  readonly models: Results['models']
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b)

/** Class, seats and order of the models. With a script a choice acts at once, without one by the button. */
export function FilterForm({ site, trip, models, filter, onChange }: Props) {
  function change(form: HTMLFormElement): void {
    const data = new FormData(form)
    onChange(filterOf((name) => String(data.get(name) ?? '')))
    const query = new URLSearchParams([...data].map(([name, value]) => [name, String(value)])).toString()
    history.replaceState(null, '', `?${query}`)
  }
  return (
    <form
      class="filter"
      action={`/s/${site}/search`}
      method="get"
      onChange={({ currentTarget }) => change(currentTarget)}
    >
      {Object.entries(trip).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select name="type" aria-label={say('车型级别')}>
        <option value="">{say('全部级别')}</option>
        {ascending(models.map(({ carType }) => carType)).map((code) => (
          <option key={code} value={code} selected={String(code) === filter.type}>
            {translate(carTypes.text(code))}
          </option>
        ))}
      </select>
      <select name="seats" aria-label={say('座位数')}>
        <option value="">{say('全部座位')}</option>
        {ascending(models.map(({ seats }) => seats)).map((seats) => (
          <option key={seats} value={seats} selected={String(seats) === filter.seats}>
            {say('{seats} 座', { seats })}
          </option>
        ))}
      </select>
      <select name="sort" aria-label={say('排序')}>
        <option value="">{say('价格从低到高')}</option>
        <option value="priceDown" selected={filter.sort === 'priceDown'}>
          {say('价格从高到低')}
        </option>
        <option value="seats" selected={filter.sort === 'seats'}>
          {say('座位从多到少')}
        </option>
        {models.some(saysCases) && (
          <option value="cases" selected={filter.sort === 'cases'}>
            {say('行李从多到少')}
          </option>
        )}
      </select>
      <noscript>
        <button type="submit">{say('筛选')}</button>
      </noscript>
    </form>
  )
}
