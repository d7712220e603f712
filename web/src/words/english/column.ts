import type { Said } from '../column.ts'
import { link, pay, sign } from './link.ts'
import { owner } from './owner.ts'
import { type RefusalWords, refusals } from './refusals.ts'
import { sent } from './sent.ts'
import { site } from './site.ts'
import { siteShop } from './site-shop.ts'
import { ui } from './ui.ts'
import { violation } from './violation.ts'
import { visit } from './visit.ts'

/** The first column: what it has, every other language must have as well. */
export const english = {
  /** English of Europe: the day before the month, and 24 hours, which nobody reads in two ways. */
  locale: 'en-GB',
  phrases: { ...ui, ...link, ...pay, ...sign, ...visit, ...violation, ...owner, ...site, ...siteShop },
  sent,
  refusals,
}

export type Phrase = keyof typeof english.phrases
export type SentPhrase = keyof typeof sent

/** A language. A text that it lacks is a type error in its column. */
export interface Column {
  /** How dates are written. */
  readonly locale: string
  /** What `say` says. */
  readonly phrases: { readonly [P in Phrase]: Said<P> }
  /** Texts that the server writes. */
  readonly sent: { readonly [P in SentPhrase]: Said<P> }
  /** Messages of refusals by code. */
  readonly refusals: { readonly [C in keyof typeof refusals]: RefusalWords }
}
