import { randomUUID } from 'node:crypto'
import { Refusal } from '@cheyi/domain/refusal'
import type { PartnerPort } from '../../kernel/ports.ts'
import { vendorFetch } from '../vendor-fetch.ts'
import { signatureOf } from './signature.ts'

const PATH = '/oauth/token'
const TIMEOUT = 5000

interface Account {
  readonly url: () => string | Promise<string>
  readonly appId: string
  readonly secret: string
  readonly now: () => number
}

/** Exchanges the partner's codes, server to server; each request is signed by HMAC. */
export function wukongClient({ url, appId, secret, now }: Account): PartnerPort {
  return {
    async exchange(code) {
      const body = JSON.stringify({ code })
      const timestamp = String(now())
      const nonce = randomUUID()
      const signature = signatureOf(secret, { path: PATH, timestamp, nonce, body })
      let response: Response
      try {
        response = await vendorFetch(`${await url()}${PATH}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-app-id': appId,
            'x-timestamp': timestamp,
            'x-nonce': nonce,
            'x-signature': signature,
          },
          body,
          signal: AbortSignal.timeout(TIMEOUT),
        })
      } catch {
        throw new Refusal('channelRefused', { 原因: '合作渠道暂时无法访问，请稍后再试' })
      }
      if (response.status >= 500) throw new Refusal('channelRefused', { 原因: '合作渠道暂时无法访问，请稍后再试' })
      const answer = (await response.json().catch(() => null)) as { userId?: unknown } | null
      const id = answer?.userId
      return response.ok && typeof id === 'string' && id !== '' ? { partnerUserId: id } : undefined
    },
  }
}
