import { sitePermissions } from '@cheyi/contract/sales/site-page'
import { source } from '@cheyi/domain/booking/order/codes'
import { goesOn } from '@cheyi/domain/platform/merchant/goes-on'
import { Refusal } from '@cheyi/domain/refusal'
import { type ChannelStatus, isSelling } from '@cheyi/domain/sales/channel/steps'
import { siteNameFault } from '@cheyi/domain/sales/site/site-name'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressKey } from '../../kernel/address-key.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { type Identity, nobody } from '../../kernel/identity.ts'

/*
 * The way into a booking page, for anybody: the merchant of the name, and limits that a person who looks at cars does not reach. They are
 * counted in this process, before anything is read.
 */

/**
 * What a request costs: reading; a price; a price with the code of a coupon; a change; a booking, which holds a car; a question to the map
 * service, whose answers are counted to the installation.
 */
export type Pace = 'look' | 'price' | 'coupon' | 'write' | 'book' | 'place'

export interface Limits {
  /** @throws Refusal tooFrequent (-7) for an address, or for all visitors of one page together */
  pass(ip: string, site: string, kind: Pace): Promise<void>
}

/**
 * A minute: 120 requests of an address, among them 40 prices, 20 changes and 12 places; 3,000 of all visitors of one page. An hour: 60 prices
 * with the code of a coupon, so that codes are not found by trying, and 12 bookings of an address at one page, so that a script with many
 * mobiles cannot hold its cars. Every attempt counts, also those that a browser repeats while a car is searched for.
 */
export function createLimits(on: boolean): Limits {
  if (!on) return { pass: async () => {} }
  const aMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const every = aMinute(120)
  const prices = aMinute(40)
  const writes = aMinute(20)
  const kinds: Readonly<Record<Pace, readonly RateLimiterMemory[]>> = {
    look: [],
    price: [prices],
    coupon: [new RateLimiterMemory({ points: 60, duration: 3600 }), prices],
    write: [writes],
    book: [writes],
    place: [aMinute(12)],
  }
  const books = new RateLimiterMemory({ points: 12, duration: 3600 })
  const sites = aMinute(3000)
  return {
    async pass(ip, site, kind) {
      try {
        await every.consume(addressKey(ip))
        if (kind === 'book') await books.consume(`${addressKey(ip)} ${site}`)
        for (const limit of kinds[kind]) await limit.consume(addressKey(ip))
        await sites.consume(site)
      } catch {
        throw new Refusal('tooFrequent')
      }
    },
  }
}

/** The page of a merchant. */
export interface Site {
  readonly merchantId: string
  readonly merchantStatus: number
  /** Its present name; a former one leads here too. */
  readonly name: string
  readonly status: ChannelStatus
  readonly storeIds: readonly string[]
  /** The domain at which others reach it; null: at that of the installation. */
  readonly host: string | null
}

/** The page of a name. @throws Refusal notFound (-4) for a name that nobody has */
export async function siteOf({ pools }: Pick<Kernel, 'pools'>, name: string): Promise<Site> {
  if (siteNameFault(name) !== null) throw new Refusal('notFound')
  const { rows } = await pools.side.query<Site>('select s.*, host_of_site(s.merchant_id) as host from site_of($1) s', [
    name,
  ])
  const [site] = rows
  if (site === undefined) throw new Refusal('notFound')
  return site
}

/** Whether new bookings are possible; rentals that were booked stay within reach of their customers. */
export const isOpenForSale = ({ status, merchantStatus }: Site): boolean =>
  isSelling(status) && goesOn('bookingPage', merchantStatus)

/** An identity without an account, to whom row policies show the orders of the page only. */
export const identityOf = ({ merchantId, merchantStatus, storeIds }: Site): Identity => ({
  ...nobody,
  merchantId,
  merchantStatus,
  name: '自营网站客户',
  scope: 'channel',
  channel: source.own,
  storeIds,
  keys: new Set(sitePermissions),
})
