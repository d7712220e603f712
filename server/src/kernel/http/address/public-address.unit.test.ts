import { expect, it } from 'vitest'
import { isPublicAddress, urlFault } from './public-address.ts'

it('knows which addresses lead into networks that are not public', () => {
  for (const one of ['8.8.8.8', '223.5.5.5', '2400:3200::1', '2606:4700:4700::1111'])
    expect(isPublicAddress(one), one).toBe(true)
  for (const one of [
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.1.1',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '2001:0:a00:1::1',
    'example.com',
  ])
    expect(isPublicAddress(one), one).toBe(false)
})

it('refuses a URL that is not https to a public host', () => {
  for (const url of [
    'https://example.com',
    'https://example.com:8443/notify?a=1',
    'https://8.8.8.8/x',
    'https://例子.中国/',
  ])
    expect(urlFault(url, false), url).toBeNull()
  for (const url of [
    'example.com',
    'http://example.com/',
    'ftp://example.com/',
    'https://example.com:22/',
    'https://user:pass@example.com/',
    'https://localhost/',
    'https://localhost./',
    'https://db.internal/',
    'https://printer/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0300.0250.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::a00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.1.1/',
  ])
    expect(urlFault(url, false), url).not.toBeNull()
})

it('allows this machine only for simulators, and no other private address for them', () => {
  expect(urlFault('http://127.0.0.1:8080/x', true)).toBeNull()
  expect(urlFault('http://127.0.0.1:8080/x', false)).not.toBeNull()
  expect(urlFault('http://10.0.0.1/', true)).not.toBeNull()
  expect(urlFault('file:///etc/passwd', true)).not.toBeNull()
})
