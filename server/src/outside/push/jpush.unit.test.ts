import { afterAll, expect, it } from 'vitest'
import { localServer } from '../local-server.ts'
import { jpush } from './jpush.ts'

let status = 200
let answer: object = {}
const asked: { authorization: string | undefined; body: Record<string, unknown> }[] = []
const vendor = localServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
    response.writeHead(status).end(JSON.stringify(answer))
  })
})
afterAll(() => vendor.close())

const ring = { title: '新订单', body: '请尽快接单', merchant: '测试租车', at: 0, link: 'https://x/order' }
const push = () => jpush({ appKey: 'key', masterSecret: 'secret' }, vendor.url)

it('asks as the vendor’s document says, for both systems', async () => {
  expect(await push().ring('190e35f7e0d', ring)).toBe('rung')
  expect(asked.at(-1)).toEqual({
    authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
    body: {
      platform: 'all',
      audience: { registration_id: ['190e35f7e0d'] },
      notification: {
        android: { alert: '请尽快接单', title: '新订单', extras: { link: 'https://x/order' } },
        ios: {
          alert: { title: '新订单', body: '请尽快接单' },
          sound: 'default',
          extras: { link: 'https://x/order' },
        },
      },
      options: { time_to_live: 43_200, apns_production: true },
    },
  })
  // Never empty: the maker's services refuse it.
  await push().ring('190e35f7e0d', { ...ring, body: '', link: null })
  expect(asked.at(-1)!.body.notification).toMatchObject({ android: { alert: '测试租车', extras: {} } })
})

it('knows a registration that is nobody’s, and says nothing of it in an error', async () => {
  status = 400
  answer = { error: { code: 1011, message: 'cannot find user by this audience' } }
  expect(await push().ring('190e35f7e0d', ring)).toBe('gone')
  answer = { error: { code: 1004, message: 'basic authentication failed for 190e35f7e0d' } }
  await expect(push().ring('190e35f7e0d', ring)).rejects.toThrow(/^JPush refused a notice: 400 1004$/)
})
