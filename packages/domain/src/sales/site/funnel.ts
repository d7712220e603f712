import { type CodeOf, enumeration } from '../../enumeration.ts'

/* What visitors of a booking page do, counted by day and by the place that led them there. */

/** Steps that are counted as they happen; bookings and payments are counted from the orders. */
export const siteSteps = enumeration({
  visit: [1, '访问'],
  search: [2, '搜索'],
  empty: [3, '无车可订的搜索'],
  offer: [4, '查看报价'],
})
export const siteStep = siteSteps.code
export type SiteStep = CodeOf<typeof siteSteps>

/** Days that the funnel looks back, today included. */
export const FUNNEL_DAYS = 30

/** Somebody who came without naming a place. */
export const DIRECT = ''
/** Somebody who named a place that the merchant does not have. */
export const OTHER = '-'

/** Places that a merchant names. */
export const MOST_PLACES = 50

/** The code of the nth place of a merchant, from 1. It stands in the address of a poster. */
export const placeCode = (n: number): string => `p${n.toString(36)}`

/** The place of an address: what cannot be a code is none of the merchant's. */
export const placeOf = (from: string): string => (from === '' ? DIRECT : /^p[a-z0-9]{1,4}$/.test(from) ? from : OTHER)

/** Programs that read pages by themselves and say so: they are no visitors. */
export const isRobot = (agent: string): boolean =>
  agent === '' || /bot\b|spider|crawl|slurp|preview|curl|wget|python/i.test(agent)

/** Why a model of a search cannot be booked: all cars of it are taken. */
export const SOLD_OUT = '已订满'
