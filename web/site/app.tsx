/** @jsxImportSource preact */

import { languages } from '@cheyi/domain/language'
import { refusalText, say } from '../src/words/words.ts'
import { EmbedPage } from './pages/embed.tsx'
import { HomePage } from './pages/home.tsx'
import { ModelPage } from './pages/model.tsx'
import { RentalPage } from './pages/rental.tsx'
import { RentalsPage } from './pages/rentals.tsx'
import { ResultsPage } from './pages/results.tsx'
import { AsWritten } from './parts/as-written.tsx'
import { inLanguage, type View } from './view.ts'

/** Every page of the site in its frame. */
export function App({ view }: { readonly view: View }) {
  const { home, site } = view
  if (view.kind === 'embed') return <EmbedPage {...view} />
  return (
    <>
      <header class="site-bar">
        <a class="site-brand" href={`/s/${site}`}>
          {home.logo !== null && <img src={home.logo} alt="" width={32} height={32} />}
          <AsWritten text={nameOf(view)} />
        </a>
        <a href={`/s/${site}/mine`}>{say('我的租车')}</a>
      </header>
      <Languages view={view} />
      <main>
        <Content view={view} />
      </main>
      <footer class="foot">
        <p>
          <AsWritten text={nameOf(view)} />
        </p>
        {home.phone !== '' && (
          <p>
            <a href={`tel:${home.phone}`}>{home.phone}</a>
          </p>
        )}
      </footer>
    </>
  )
}

/** The name of the merchant; a page that is closed does not tell it. */
const nameOf = ({ home }: View): string => home.name || say('网上预订')

/** The page in each language, by its own name. They are links, so that they work without a script. */
const Languages = ({ view: { here, language } }: { readonly view: View }) => (
  <nav class="languages" aria-label="语言 Language">
    {languages.map(({ tag, name }) =>
      tag === language ? (
        <span key={tag} lang={tag} aria-current="true">
          {name}
        </span>
      ) : (
        <a key={tag} href={inLanguage(here, tag)} lang={tag} hreflang={tag} rel="nofollow">
          {name}
        </a>
      ),
    )}
  </nav>
)

function Content({ view }: { readonly view: View }) {
  switch (view.kind) {
    case 'home':
    case 'embed':
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
      return <h1 class="notice">{refusalText(view.code, view.message, view.detail)}</h1>
  }
}

/** The title of a page, as tabs and search engines show it. */
export function titleOf(view: View): string {
  const name = nameOf(view)
  if (view.kind === 'model') return `${view.offer.name} - ${name}`
  if (view.kind === 'rentals' || view.kind === 'rental') return `${say('我的租车')} - ${name}`
  return name
}

/** What search engines and share cards show below the title. */
export const descriptionOf = (view: View): string =>
  view.home.about === ''
    ? say('{name}在线租车，价格透明，在线预订', { name: nameOf(view) })
    : view.home.about.slice(0, 150)
