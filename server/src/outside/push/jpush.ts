import type { RingPort } from '../../kernel/ports.ts'
import type { PushAccount } from '../../kernel/process/config.ts'
import { vendorFetch } from '../vendor-fetch.ts'

const TIMEOUT = 5000
/** Seconds for which a notice waits for a phone that is off; an older one is no longer useful. */
const LIVES = 12 * 3600
/** Codes for an unknown registration: the app was removed, or belongs to another installation. */
const NOBODY = new Set([1003, 1011])

/** 极光推送, its REST API of version 3, which uses the push services of the phone makers. */
export function jpush({ appKey, masterSecret }: PushAccount, url: () => string | Promise<string>): RingPort {
  const authorization = `Basic ${Buffer.from(`${appKey}:${masterSecret}`).toString('base64')}`
  return {
    async ring(address, { title, body, merchant, link }) {
      const alert = body || merchant
      const extras = link === null ? {} : { link }
      const response = await vendorFetch(`${await url()}/v3/push`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT),
        body: JSON.stringify({
          platform: 'all',
          audience: { registration_id: [address] },
          notification: {
            android: { alert, title, extras },
            ios: { alert: { title, body: alert }, sound: 'default', extras },
          },
          options: { time_to_live: LIVES, apns_production: true },
        }),
      })
      if (response.ok) return 'rung'
      const { error } = (await response.json().catch(() => ({}))) as { error?: { code?: number } }
      if (NOBODY.has(error?.code ?? 0)) return 'gone'
      // Its text contains the registration.
      throw new Error(`JPush refused a notice: ${response.status} ${error?.code ?? ''}`)
    },
  }
}
