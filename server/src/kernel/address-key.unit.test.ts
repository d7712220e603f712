import { expect, test } from 'vitest'
import { addressKey, wideAddressKey } from './address-key.ts'

test.each([
  ['8.8.8.8', '8.8.8.8', '8.8.8.8'],
  ['::ffff:8.8.8.8', '8.8.8.8', '8.8.8.8'],
  ['::ffff:808:808', '8.8.8.8', '8.8.8.8'],
  ['0:0:0:0:0:ffff:8.8.8.8', '8.8.8.8', '8.8.8.8'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:0001:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['64:ff9b::8.8.8.8', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['', '', ''],
])('%s has the key %s, and the daily key %s', (ip, key, wide) => {
  expect(addressKey(ip)).toBe(key)
  expect(wideAddressKey(ip)).toBe(wide)
})
