import type { Said } from '../column.ts'
import { link, pay, sign } from './link.ts'
import { owner } from './owner.ts'
import { type RefusalWords, refusals } from './refusals.ts'
import { sent } from './sent.ts'
import { sentSite } from './sent-site.ts'
import { site } from './site.ts'
import { siteMine } from './site-mine.ts'
import { siteSearch } from './site-search.ts'
import { siteShop } from './site-shop.ts'
import { ui } from './ui.ts'
import { violation } from './violation.ts'
import { visit } from './visit.ts'

/** The first column: what it has, every other language must have as well. */
export const english = {
  /** English of Europe: the day before the month, and 24 hours, which nobody reads in two ways. */
  locale: 'en-GB',
  isHan: false as const,
  phrases: {
    ...ui,
    ...link,
    ...pay,
    ...sign,
    ...visit,
    ...violation,
    ...owner,
    ...site,
    ...siteSearch,
    ...siteMine,
    ...siteShop,
  },
  sent: { ...sent, ...sentSite },
  refusals,
}

export type Phrase = keyof typeof english.phrases
export type SentPhrase = keyof typeof english.sent

interface Texts {
  /** How dates are written; undefined: as on Chinese pages. */
  readonly locale: string | undefined
  /** What `say` says. */
  readonly phrases: { readonly [P in Phrase]: Said<P> }
  /** Texts that the server writes. */
  readonly sent: { readonly [P in SentPhrase]: Said<P> }
}

/** Messages of refusals by code, for readers who cannot read the Chinese one. */
interface Foreign {
  readonly isHan: false
  readonly refusals: { readonly [C in keyof typeof refusals]: RefusalWords }
}

/** Written in Chinese characters: a refusal that `sent` does not know is read as the server wrote it. */
interface Han {
  readonly isHan: true
  readonly refusals: Readonly<Record<never, never>>
}

/** A language. A text that it lacks is a type error in its column. */
export type Column = Texts & (Foreign | Han)
