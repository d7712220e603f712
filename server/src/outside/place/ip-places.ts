import { createRequire } from 'node:module'
import type { PlacePort } from '../../kernel/ports.ts'

/** Looks up addresses in the table of the package; it is loaded with the first lookup, 11 MB. */
export function ipPlaces(): PlacePort {
  let read: ReturnType<typeof table> | undefined
  return {
    cityOf(ip) {
      read ??= table()
      const found = read.search(ip)
      if (found === null) return null
      const { country, province, city } = found
      // Avoids 上海上海市, and handles cities of other countries, of which the table knows few.
      const words = country === '中国' && !city.startsWith(province) ? province + city : city || country
      return words || null
    },
  }
}

/** Loaded with require, not import: Node.js, vitest and TypeScript differ in the `default` of this CommonJS package. */
function table() {
  const { default: Table } = createRequire(import.meta.url)('ip2region') as typeof import('ip2region')
  return new Table()
}
