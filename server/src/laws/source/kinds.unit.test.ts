import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * Differences between regular and long orders are data of their profiles: a comparison with a kind is a missing profile field, and would be
 * overlooked with a third kind.
 */

const root = join(import.meta.dirname, '../../../..')
const compared = /[=!]==? orderKind\.\w+|\borderKind\.\w+ [=!]==?|[kK]ind [=!]==? [12] .*orderKind/

const sources = globSync(['packages/*/src/**/*.ts', 'server/src/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((path) => !path.includes('.test.') && path !== 'packages/domain/src/booking/order/kinds.ts')

it('whether an order is long is asked of its profile, by what that means', () => {
  expect(sources.length).toBeGreaterThan(1500)
  expect(sources.filter((path) => compared.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  expect(compared.test('if (order.orderKind !== orderKind.long) return')).toBe(true)
  expect(compared.test('orderKind.short === kind ? 1 : 2')).toBe(true)
})
