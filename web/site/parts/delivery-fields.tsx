/** @jsxImportSource preact */

import { useState } from 'preact/hooks'
import { say } from '../../src/words/words.ts'
import { ask, reasonOf } from '../ask.ts'
import type { Home, Places, Trip } from '../view.ts'
import { Problem } from './problem.tsx'

interface Props {
  readonly site: string
  readonly home: Home
  readonly store: string
  /** Where the car is given back. */
  readonly back: string
  readonly trip: Trip
  /** The script runs; without one no address can be found. */
  readonly live: boolean
}

type Place = Pick<Trip, 'addr' | 'lng' | 'lat'>

const nowhere: Place = { addr: '', lng: '', lat: '' }

/** Where the car is brought to: an address is looked for by its name, and one of those that are found is chosen. */
export function DeliveryFields({ site, home, store, back, trip, live }: Props) {
  const [place, setPlace] = useState<Place>(trip)
  const [wanted, setWanted] = useState(trip.addr !== '')
  const delivers = home.stores.find(({ storeId }) => storeId === store)?.delivers === true
  const collects = home.stores.find(({ storeId }) => storeId === back)?.collects === true
  if (!delivers || (!live && place.addr === '')) return null
  return (
    <div class="delivery">
      <label class="tick">
        <input
          type="checkbox"
          checked={wanted}
          onChange={({ currentTarget: { checked } }) => {
            setWanted(checked)
            if (!checked) setPlace(nowhere)
          }}
        />
        <span>{say('送车上门')}</span>
      </label>
      {wanted && <PlaceSearch site={site} store={store} place={place} onChoose={setPlace} />}
      {place.addr !== '' && (
        <>
          {(['addr', 'lng', 'lat'] as const).map((name) => (
            <input key={name} type="hidden" name={name} value={place[name]} />
          ))}
          {collects && (
            <label class="tick">
              <input type="checkbox" name="collect" value="1" defaultChecked={trip.collect === '1'} />
              <span>{say('还车也到这里来取')}</span>
            </label>
          )}
        </>
      )}
    </div>
  )
}

interface SearchProps {
  readonly site: string
  readonly store: string
  readonly place: Place
  readonly onChoose: (place: Place) => void
}

function PlaceSearch({ site, store, place, onChoose }: SearchProps) {
  const [text, setText] = useState(place.addr)
  const [found, setFound] = useState<Places['places'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function find(): Promise<void> {
    if (text.trim().length < 2) return
    try {
      const { places } = await ask(site, 'places', { storeId: store, text: text.trim() })
      setFound(places)
      setProblem(places.length === 0 ? say('没有找到这个地址，请换个说法或致电门店') : null)
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <>
      <label>
        <span>{say('送车地址')}</span>
        <span class="row">
          <input
            value={text}
            // Without a place the car would be picked up at the store, which is not what was ticked.
            ref={(input) => input?.setCustomValidity(place.addr === '' ? say('请选择送车地址') : '')}
            maxLength={50}
            placeholder={say('小区、酒店、车站等')}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              onChoose(nowhere)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void find()
            }}
          />
          <button type="button" class="second" onClick={() => void find()}>
            {say('查找')}
          </button>
        </span>
      </label>
      <Problem text={problem} />
      {found !== null && place.addr === '' && (
        <ul class="places">
          {found.map(({ name, address, lng, lat }) => (
            <li key={`${lng},${lat}`}>
              <button
                type="button"
                class="second"
                onClick={() => {
                  setText(name)
                  setFound(null)
                  onChoose({ addr: `${name} ${address}`.trim(), lng: String(lng), lat: String(lat) })
                }}
              >
                {name} <small class="quiet">{address}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
