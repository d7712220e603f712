/** @jsxImportSource preact */

import { say } from '../src/words/words.ts'
import { HomePage } from './pages/home.tsx'
import { ModelPage } from './pages/model.tsx'
import { RentalPage } from './pages/rental.tsx'
import { RentalsPage } from './pages/rentals.tsx'
import { ResultsPage } from './pages/results.tsx'
import type { View } from './view.ts'

/** Every page of the site in its frame. */
export function App({ view }: { readonly view: View }) {
  const { home, site } = view
  return (
    <>
      <header class="bar">
        <a class="brand" href={`/s/${site}`}>
          {home.name}
        </a>
        <a href={`/s/${site}/mine`}>{say('我的租车')}</a>
      </header>
      <main>
        <Content view={view} />
      </main>
      <footer class="foot">
        <p>{home.name}</p>
        {home.phone !== '' && (
          <p>
            <a href={`tel:${home.phone}`}>{home.phone}</a>
          </p>
        )}
      </footer>
    </>
  )
}

function Content({ view }: { readonly view: View }) {
  switch (view.kind) {
    case 'home':
      return <HomePage {...view} />
    case 'results':
      return <ResultsPage {...view} />
    case 'model':
      return <ModelPage {...view} />
    case 'rentals':
      return <RentalsPage {...view} />
    case 'rental':
      return <RentalPage {...view} />
    case 'problem':
      return <p class="notice">{view.message}</p>
  }
}

/** The title of a page, as tabs and search engines show it. */
export function titleOf(view: View): string {
  const { name } = view.home
  if (view.kind === 'model') return `${view.offer.name} - ${name}`
  if (view.kind === 'rentals' || view.kind === 'rental') return `${say('我的租车')} - ${name}`
  return name
}
