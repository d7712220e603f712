/** @jsxImportSource preact */
import { SearchForm } from '../parts/search-form.tsx'
import type { View } from '../view.ts'
import { words } from '../words.ts'

/** Where and when, the stores, and what the merchant says about itself. */
export function HomePage({ site, home, trip }: View) {
  return (
    <>
      <h1>{home.name}</h1>
      {home.about !== '' && <p class="about">{home.about}</p>}
      {home.stores.length === 0 ? (
        <p class="notice">{words.closed}</p>
      ) : (
        <SearchForm site={site} home={home} trip={trip} />
      )}
      <h2>{words.stores}</h2>
      <ul class="grid">
        {home.stores.map(({ storeId, city, name, address, phone, hours }) => (
          <li key={storeId} class="card">
            <h3>
              {city} {name}
            </h3>
            <p>{address}</p>
            <p class="quiet">
              {words.hours} {hours}
            </p>
            {phone !== '' && <a href={`tel:${phone}`}>{`${words.call} ${phone}`}</a>}
          </li>
        ))}
      </ul>
    </>
  )
}
