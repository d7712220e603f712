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

it('a revoked key is nothing else', () => {
  expect(keyStateOf({ enabled: true, revokedAt: null })).toBe('on')
  expect(keyStateOf({ enabled: false, revokedAt: null })).toBe('off')
  expect(keyStateOf({ enabled: true, revokedAt: 1 })).toBe('revoked')
})

it('is wider by another scope or another address, and by none where every address was allowed', () => {
  const terms = { scopes: ['stock', 'price'] as const, ips: ['1.2.3.4', '10.0.0.0/8'] }
  expect(isWidened(terms, terms)).toBe(false)
  expect(isWidened(terms, { scopes: ['price'], ips: ['10.0.0.0/8'] })).toBe(false)
  expect(isWidened(terms, { ...terms, scopes: ['price', 'order'] })).toBe(true)
  expect(isWidened(terms, { ...terms, ips: ['1.2.3.4', '1.2.3.5'] })).toBe(true)
  expect(isWidened(terms, { ...terms, ips: [] })).toBe(true)
  expect(isWidened({ ...terms, ips: [] }, terms)).toBe(false)
})
