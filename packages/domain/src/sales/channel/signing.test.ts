import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalQuery, noncePattern, type Signed, stringToSign } from './signing.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (secret: string, signed: Signed) => createHmac('sha256', secret).update(stringToSign(signed)).digest('hex')

const body =
  '{"channelOrderNo":"C20261123001","storeId":"101","returnStoreId":"101","modelId":"2001","pickupAt":"2026-12-01T10:00:00+08:00","returnAt":"2026-12-03T10:00:00+08:00","customer":{"name":"张三","mobile":"13800001234"},"amountFen":59800}'

const order: Signed = {
  method: 'POST',
  path: '/open/v1/orders',
  query: 'lang=zh&dry=0',
  bodyHash: sha256(body),
  timestamp: '1795399200000',
  nonce: 'n-7f3a9c21d0b84e55',
}

describe('the worked examples of the specification', () => {
  it('signs an order', () => {
    expect(stringToSign(order)).toBe(
      [
        'POST',
        '/open/v1/orders',
        'dry=0&lang=zh',
        '40f053ec2d3c6251731a084ff07d6c0a11e96e3189eea172cbd480cba73168d6',
        '1795399200000',
        'n-7f3a9c21d0b84e55',
      ].join('\n'),
    )
    expect(sign('sk_demo_4f9c2b7e6a1d4c0f8b35', order)).toBe(
      '2f3743d30e33d95c2e332944ce672e9f0cd93c4de3ab00d1801f621db3081557',
    )
  })

  it('signs a request without a body', () => {
    const stock: Signed = {
      method: 'GET',
      path: '/open/v1/stock',
      query: 'from=2026-12-01&modelId=2001&storeId=101&to=2026-12-07',
      bodyHash: sha256(''),
      timestamp: '1795399202000',
      nonce: 'n-0001',
    }
    expect(sign('sk_demo_4f9c2b7e6a1d4c0f8b35', stock)).toBe(
      'cab70af86d824f7e5728894b409105dbe094e7b281d6bc597bce5ec512df2d7a',
    )
  })

  it('signs a webhook to the platform', () => {
    const pushed =
      '{"eventId":"ev_1001","type":"order.confirmed","seq":1,"channelOrderNo":"C20261123001","orderId":"100000001","occurredAt":"2026-11-23T10:00:01+08:00"}'
    const push: Signed = {
      method: 'POST',
      path: '/hooks/rental',
      query: '',
      bodyHash: sha256(pushed),
      timestamp: '1795399201500',
      nonce: 'ev_1001.1',
    }
    expect(sign('whs_demo_91ab33', push)).toBe('a6239d4b766159d597046c60840b8c970cb0c9ca6f769273c38f406da3072b35')
  })

  it('a change of any line changes the signature', () => {
    const secret = 'sk_demo_4f9c2b7e6a1d4c0f8b35'
    const others = (Object.keys(order) as (keyof Signed)[]).map((line) =>
      sign(secret, { ...order, [line]: line === 'query' ? `${order.query}&x=1` : `${order[line]}0` }),
    )
    expect(new Set([sign(secret, order), ...others]).size).toBe(7)
  })
})

it.each([
  ['', ''],
  ['b=2&a=1', 'a=1&b=2'],
  ['a=2&a=1', 'a=1&a=2'],
  ['&&a', 'a='],
  ['a=b=c', 'a=b%3Dc'],
  ['a=1+2', 'a=1%2B2'],
  ['a=%e5%bc%a0', 'a=%E5%BC%A0'],
  ["a=!'()*", 'a=%21%27%28%29%2A'],
  ['a=~._-', 'a=~._-'],
  ['a%2Db=1&a%2Da=1', 'a-a=1&a-b=1'],
])('%s is canonicalised as %s', (sent, canonical) => {
  expect(canonicalQuery(sent)).toBe(canonical)
})

it('throws for a broken percent sign', () => {
  expect(() => canonicalQuery('a=%zz')).toThrow(URIError)
})

it('a nonce is short and has only plain characters', () => {
  expect(['n-0001', 'a'.repeat(64)].every((one) => noncePattern.test(one))).toBe(true)
  expect(['12345', 'a'.repeat(65), 'n 0001', 'n/0001'].some((one) => noncePattern.test(one))).toBe(false)
})
