import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import type { Language } from '@cheyi/domain/language'
import { formatClock, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { Filter } from './parts/filter.ts'

type Answer<N extends keyof SitePage> = OutputOf<SitePage[N]>

export type Home = Answer<'home'>
export type Results = Answer<'search'>
export type Places = Answer<'places'>
export type Offer = Answer<'offer'>
export type Rentals = Answer<'rentals'>
export type Rental = Answer<'rental'>
export type ChangePrice = Answer<'changePrice'>

/** The trip that a customer looks for, as the fields of the form. */
export interface Trip {
  readonly store: string
  /** The store of the return; '' for the same. */
  readonly back: string
  /** `YYYY-MM-DD` and `HH:mm`, in Shanghai. */
  readonly day1: string
  readonly time1: string
  readonly day2: string
  readonly time2: string
  /** Where the car is brought to, with its position (WGS-84); all '' at the store. `collect` '1': it is fetched there, too. */
  readonly addr: string
  readonly lng: string
  readonly lat: string
  readonly collect: string
  /** The company that rents; '' for the customer. */
  readonly company: string
}

/** The fields of a trip without a delivery. */
export const atStore = { addr: '', lng: '', lat: '', collect: '' } as const

/** One page, with all that is needed to show it. The server makes it, as HTML and as data for the script. */
export type View = {
  /** The last part of the address of the merchant's page. */
  readonly site: string
  readonly language: Language
  /** The address of the page itself, without its language. */
  readonly here: string
  readonly home: Home
  readonly trip: Trip
} & (
  | { readonly kind: 'home' | 'embed' }
  | { readonly kind: 'results'; readonly results: Results; readonly filter: Filter }
  | { readonly kind: 'model'; readonly offer: Offer; readonly input: OfferInput }
  | { readonly kind: 'rentals'; readonly rentals: Rentals | null }
  | { readonly kind: 'rental'; readonly rental: Rental }
  | { readonly kind: 'problem'; readonly code: number; readonly message: string; readonly detail: unknown }
)

/** The trip and the model of an offer, for asking it again with other services. */
export interface OfferInput {
  readonly storeId: string
  readonly returnStoreId?: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly modelId: string
  readonly companyId?: string
  readonly delivery?: {
    readonly address: string
    readonly lng: number
    readonly lat: number
    readonly collect: boolean
  }
}

/** A moment of the form, `YYYY-MM-DD` and `HH:mm` in Shanghai. */
export const instantOf = (day: string, time: string): number =>
  startOfDate(day) + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE

/** The same trip at other moments. */
export const tripAt = (trip: Trip, pickupAt: number, returnAt: number): Trip => ({
  ...trip,
  day1: localDate(pickupAt),
  time1: formatClock(pickupAt),
  day2: localDate(returnAt),
  time2: formatClock(returnAt),
})

/** The same page in another language. */
export const inLanguage = (here: string, language: Language): string =>
  `${here}${here.includes('?') ? '&' : '?'}lang=${language}`

/** The address of a page with the trip in it. */
export const addressOf = (site: string, path: string, trip: Trip): string => {
  const query = new URLSearchParams({ ...trip }).toString()
  return `/s/${site}/${path}?${query}`
}
