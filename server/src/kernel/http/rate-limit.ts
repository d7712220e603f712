import { Refusal } from '@cheyi/domain/refusal'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressKey } from '../address-key.ts'

/** @throws Refusal tooFrequent (-7) when the address or the token exceeds its limit */
export type RateLimit = (ip: string, token: string | null) => Promise<void>

/** 20 requests a second with bursts of 60 per token, 50 a second per address; counted in this process. */
export function createRateLimit(on: boolean): RateLimit {
  if (!on) return async () => {}
  const perToken = new RateLimiterMemory({ points: 60, duration: 3 })
  const perAddress = new RateLimiterMemory({ points: 150, duration: 3 })
  return async (ip, token) => {
    try {
      await perAddress.consume(addressKey(ip))
      if (token !== null) await perToken.consume(token)
    } catch {
      throw new Refusal('tooFrequent')
    }
  }
}
