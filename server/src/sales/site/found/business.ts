import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'

type Home = OutputOf<SitePage['home']>

/** Days of opening windows as schema.org names them, 1 Monday … 7 Sunday. */
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * The merchant as search engines read it (schema.org, AutoRental), with its stores. It tells what the page shows and nothing else.
 * @param url the page for others
 */
export function businessOf({ name, about, phone, stores }: Home, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'AutoRental',
    ...{ name, url },
    ...(about !== '' && { description: about }),
    ...(phone !== '' && { telephone: phone }),
    department: stores.map((store) => ({
      '@type': 'AutoRental',
      name: store.name,
      address: {
        '@type': 'PostalAddress',
        addressCountry: 'CN',
        addressLocality: store.city,
        streetAddress: store.address,
      },
      ...(store.phone !== '' && { telephone: store.phone }),
      ...(store.lng !== null &&
        store.lat !== null && { geo: { '@type': 'GeoCoordinates', longitude: store.lng, latitude: store.lat } }),
      openingHoursSpecification: store.openings.map(({ weekdays, open, close }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: weekdays.map((day) => `https://schema.org/${DAYS[day - 1]}`),
        ...{ opens: open, closes: close },
      })),
    })),
  }
}
