/** @jsxImportSource preact */
import { say } from '../../src/words/words.ts'
import { SearchForm } from '../parts/search-form.tsx'
import type { View } from '../view.ts'

/** The search for a frame in the merchant's own website: what is found opens in the whole window. */
export function EmbedPage({ site, home, trip }: View) {
  return home.stores.length === 0 ? (
    <p class="notice">{say('暂未开放网上预订')}</p>
  ) : (
    <SearchForm site={site} home={home} trip={trip} target="_top" />
  )
}
