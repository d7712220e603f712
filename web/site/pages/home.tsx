/** @jsxImportSource preact */

import { say, translate } from '../../src/words/words.ts'
import { AsWritten } from '../parts/as-written.tsx'
import { MapLink } from '../parts/map-link.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import type { View } from '../view.ts'

/** Where and when, the stores, and what the merchant says about itself. */
export function HomePage({ site, home, trip }: View) {
  return (
    <>
      <h1>{home.name === '' ? say('网上预订') : <AsWritten text={home.name} />}</h1>
      {home.about !== '' && (
        <p class="about">
          <AsWritten text={home.about} />
        </p>
      )}
      {home.stores.length === 0 ? (
        <p class="notice">{say('暂未开放网上预订')}</p>
      ) : (
        <SearchForm site={site} home={home} trip={trip} />
      )}
      <h2>{say('门店')}</h2>
      <ul class="grid">
        {home.stores.map(({ storeId, city, name, address, phone, hours, ...place }) => (
          <li key={storeId} class="card">
            <h3>
              <AsWritten text={`${city} ${name}`} />
            </h3>
            <p>
              <AsWritten text={address} />
            </p>
            <p class="quiet">
              {say('营业时间')} {translate(hours)}
            </p>
            <p class="line">
              {phone !== '' && <a href={`tel:${phone}`}>{`${say('拨打电话')} ${phone}`}</a>}
              <MapLink name={name} lng={place.lng} lat={place.lat} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
