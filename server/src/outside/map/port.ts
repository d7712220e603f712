import { randomBytes } from 'node:crypto'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { MINUTE } from '@cheyi/domain/time'
import type { MapPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { type AskRoad, amapRoads } from './amap.ts'
import { mapSimulator } from './simulator.ts'

/** The vendor that the installation has a key of, on a demo its simulator over the same protocol; null: none. */
export function openMap(
  { amap, vendors, simulators }: Pick<Config, 'amap' | 'vendors' | 'simulators'>,
  now: () => number,
): MapPort | null {
  if (amap !== undefined) return heard(amapRoads(amap, { url: () => vendors.amap }), now)
  if (simulators === 'off') return null
  const account = { key: 'simulated', secret: randomBytes(16).toString('hex') }
  const simulator = mapSimulator(account)
  return { ...heard(amapRoads(account, { url: simulator.url }), now), simulator, close: () => simulator.close() }
}

/** How long an answer is cached here; callers store it if they need it longer. */
const HELD = 10 * MINUTE
/** After a failure or refusal no requests are sent for this time, so that not every price waits for it. */
const RESTS = MINUTE
/** Maximum number of cached answers; the oldest is removed. */
const MOST_HELD = 1000

/** Caches the recent answers of a service. */
export function heard(ask: AskRoad, now: () => number): MapPort {
  const said = new Map<string, { readonly metres: number | null; readonly until: number }>()
  let restsUntil = 0
  return {
    heard(from, to) {
      const one = said.get(keyOf(from, to))
      if (one !== undefined && one.until > now()) return one.metres
      return restsUntil > now() ? null : undefined
    },
    async ask(from, to) {
      const answer = await ask(from, to)
      if ('why' in answer) {
        restsUntil = now() + RESTS
        return answer.why
      }
      const key = keyOf(from, to)
      said.delete(key)
      said.set(key, { metres: answer.metres, until: now() + HELD })
      if (said.size > MOST_HELD) said.delete(said.keys().next().value!)
      return null
    },
  }
}

const keyOf = (from: GeoPoint, to: GeoPoint): string => `${from.lng},${from.lat} ${to.lng},${to.lat}`
