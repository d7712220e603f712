import { createRequire } from 'node:module'
import type { PlacePort } from '../../kernel/ports.ts'

/** Out of a table that its package brings; it is read with the first question, 11 MB. */
export function ipPlaces(): PlacePort {
  let read: ReturnType<typeof table> | undefined
  return {
    cityOf(ip) {
      read ??= table()
      const found = read.search(ip)
      if (found === null) return null
      const { country, province, city } = found
      // 上海上海市, and cities of other countries, of which the table knows little.
      const words = country === '中国' && !city.startsWith(province) ? province + city : city || country
      return words || null
    },
  }
}

/** Required, not imported: what a CommonJS package gives out as `default` is told in three ways by Node.js, vitest and TypeScript. */
function table() {
  const { default: Table } = createRequire(import.meta.url)('ip2region') as typeof import('ip2region')
  return new Table()
}
