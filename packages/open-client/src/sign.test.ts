import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyWebhook } from './sign.ts'
import { stepsOf, worked, workedSecret } from './signing-examples.ts'

describe('the worked examples of the document', () => {
  it('are what the six lines and HMAC-SHA-256 of another library give', async () => {
    const [stock, order] = worked
    const lines = (query: string, body: string, { method, path, timestamp, nonce }: (typeof worked)[number]) =>
      [method, path, query, createHash('sha256').update(body).digest('hex'), timestamp, nonce].join('\n')
    const wanted = [
      lines('from=2026-12-01&modelId=2001&storeId=101&to=2026-12-07', '', stock!),
      lines('', order!.body!, order!),
    ]
    for (const [i, request] of worked.entries()) {
      const results = (await stepsOf(request)).map(([, result]) => result)
      const signature = createHmac('sha256', workedSecret).update(wanted[i]!).digest('hex')
      expect(results.slice(-3, -1)).toEqual([wanted[i], signature])
      expect(results.at(-1)).toContain(`X-Signature: ${signature}`)
    }
  })
})

describe('a webhook', () => {
  // The example of the Standard Webhooks specification.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = '{"test": 2432232314}'
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const now = 1614265330_000
  const verify = (changed: object = {}, text = body, at = now, by: string | string[] = secret) =>
    verifyWebhook(by, { ...headers, ...changed }, text, at)

  it('of the published example is verified, also beside a signature by another secret', async () => {
    expect(await verify()).toEqual({ test: 2432232314 })
    const two = `v1,AAAA ${headers['webhook-signature']} v2,x`
    expect(await verify({ 'webhook-signature': two }, body, now, ['whsec_AAAA', secret])).toEqual({ test: 2432232314 })
  })

  it.each([
    ['another body', () => verify({}, `${body} `)],
    ['another id', () => verify({ 'webhook-id': 'msg_other' })],
    ['another secret', () => verify({}, body, now, 'whsec_AAAA')],
    ['no signature', () => verify({ 'webhook-signature': undefined })],
    ['a signature that is no Base64', () => verify({ 'webhook-signature': 'v1,*' })],
    ['no time', () => verify({ 'webhook-timestamp': undefined })],
    ['a time six minutes ago', () => verify({}, body, now + 360_000)],
  ])('with %s is refused', async (_, act) => {
    await expect(act()).rejects.toThrow(/^webhook-/)
  })
})
