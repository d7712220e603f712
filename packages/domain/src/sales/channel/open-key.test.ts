import { expect, it } from 'vitest'
import { isAddressRange, isWidened, keyStateOf } from './open-key.ts'

it.each(['1.2.3.4', '10.0.0.0/8', '255.255.255.255/32', '2001:db8::1', 'fe80::/10', '::1', '1:2:3:4:5:6:7:8'])(
  '%s is an address or a net',
  (text) => expect(isAddressRange(text)).toBe(true),
)

it.each([
  '',
  '1.2.3',
  '256.1.1.1',
  '1.2.3.4/33',
  '1.2.3.4/0',
  '1.2.3.4/08',
  '1.2.3.4/8/8',
  'example.com',
  '1:2',
  '::1::',
  'g::1',
  '::/129',
])('%s is none', (text) => expect(isAddressRange(text)).toBe(false))

it('a revoked key has no other state', () => {
  expect(keyStateOf({ enabled: true, revokedAt: null })).toBe('on')
  expect(keyStateOf({ enabled: false, revokedAt: null })).toBe('off')
  expect(keyStateOf({ enabled: true, revokedAt: 1 })).toBe('revoked')
})

it('is wider with another scope or another address, and never by addresses when all were allowed', () => {
  const terms = { enabled: true, scopes: ['stock', 'price'] as const, ips: ['1.2.3.4', '10.0.0.0/8'] }
  expect(isWidened(terms, terms)).toBe(false)
  expect(isWidened(terms, { ...terms, scopes: ['price'], ips: ['10.0.0.0/8'] })).toBe(false)
  expect(isWidened(terms, { ...terms, scopes: ['price', 'order'] })).toBe(true)
  expect(isWidened(terms, { ...terms, ips: ['1.2.3.4', '1.2.3.5'] })).toBe(true)
  expect(isWidened(terms, { ...terms, ips: [] })).toBe(true)
  expect(isWidened({ ...terms, ips: [] }, terms)).toBe(false)
})

it.each([
  ['10.0.0.0/8', '10.1.0.0/16', false],
  ['10.0.0.0/8', '10.1.2.3', false],
  ['10.1.0.0/16', '10.0.0.0/8', true],
  ['10.1.2.0/24', '10.1.3.0/24', true],
  ['1.2.3.4', '1.2.3.4/32', false],
  ['2001:db8::/32', '2001:DB8:1::/48', false],
  ['2001:db8::/32', '2001:db9::1', true],
  ['::/1', '1.2.3.4', true],
])('from %s to %s is wider: %s', (before, after, wider) => {
  const terms = { enabled: true, scopes: ['stock'] as const }
  expect(isWidened({ ...terms, ips: [before] }, { ...terms, ips: [after] })).toBe(wider)
})

it('a disabled key that is enabled counts as a new key; disabling it does not', () => {
  const terms = { scopes: ['stock'] as const, ips: [] }
  expect(isWidened({ ...terms, enabled: false }, { ...terms, enabled: true })).toBe(true)
  expect(isWidened({ ...terms, enabled: true }, { ...terms, enabled: false })).toBe(false)
})
