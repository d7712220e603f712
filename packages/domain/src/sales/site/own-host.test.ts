import { expect, it } from 'vitest'
import { isProved, leadsHere, ownHostFault, plainHost, proofOf } from './own-host.ts'

it.each(['rent.example.cn', 'zuche.com', 'xn--fiq228c.xn--fiqs8s', 'a-b.c-d.com.cn'])('takes %s', (host) => {
  expect(ownHostFault(host, 'rent.cheyi.cn')).toBeNull()
})

it.each([
  ...[
    '',
    'localhost',
    'rent',
    '10.0.0.1',
    '[::1]',
    'http://rent.com',
    'rent.com/s',
    'rent.com:8080',
    'a..com',
    '-a.com',
  ],
  ...['a_b.com', '租车.cn', 'db.internal', 'x.local', 'rent.cheyi.cn', 'cheyi.cn', `${'a'.repeat(64)}.com`],
])('refuses %s', (host) => {
  expect(ownHostFault(host, 'rent.cheyi.cn')).not.toBeNull()
})

it('reads a domain as people type it', () => {
  expect(plainHost(' Rent.Example.CN. ')).toBe('rent.example.cn')
})

it('knows proof and way only from what was answered', () => {
  const proof = proofOf('rent.com', 'abc')
  expect(proof).toEqual({ name: '_cheyi.rent.com', value: 'cheyi-site=abc' })
  const none = { texts: null, addresses: null, ours: null }
  expect([isProved(none, proof), leadsHere(none)]).toEqual([null, null])
  expect(isProved({ ...none, texts: ['cheyi-site=abd'] }, proof)).toBe(false)
  expect(isProved({ ...none, texts: ['v=spf1', proof.value] }, proof)).toBe(true)
  expect(leadsHere({ ...none, addresses: ['192.0.2.1'], ours: ['192.0.2.1', '2001:db8::1'] })).toBe(true)
  expect(leadsHere({ ...none, addresses: ['192.0.2.9'], ours: ['192.0.2.1'] })).toBe(false)
})
