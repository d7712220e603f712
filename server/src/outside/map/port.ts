import { randomBytes } from 'node:crypto'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { MINUTE } from '@cheyi/domain/time'
import type { FoundPlace, MapPort } from '../../kernel/ports.ts'
import type { AmapAccount, Config } from '../../kernel/process/config.ts'
import { type AskPlaces, type AskRoad, amapPlaces, amapRoads, type Silence } from './amap.ts'
import { mapSimulator } from './simulator.ts'

/** The vendor that the installation has a key of, on a demo its simulator over the same protocol; null: none. */
export function openMap(
  { amap, vendors, simulators }: Pick<Config, 'amap' | 'vendors' | 'simulators'>,
  now: () => number,
): MapPort | null {
  if (amap !== undefined) return portOf(amap, () => vendors.amap, now)
  if (simulators === 'off') return null
  const account = { key: 'simulated', secret: randomBytes(16).toString('hex') }
  const simulator = mapSimulator(account)
  return { ...portOf(account, simulator.url, now), simulator, close: () => simulator.close() }
}

const portOf = (account: AmapAccount, url: Parameters<typeof amapRoads>[1]['url'], now: () => number): MapPort =>
  heard(amapRoads(account, { url }), amapPlaces(account, { url }), now)

/** How long an answer is cached here; callers store it if they need it longer. */
const HELD = 10 * MINUTE
/** After a failure or refusal no requests are sent for this time, so that not every price waits for it. */
const RESTS = MINUTE
/** Maximum number of cached answers; the oldest is removed. */
const MOST_HELD = 1000

/** The port over the two requests of a service, with their recent answers. */
export function heard(askRoad: AskRoad, askPlaces: AskPlaces, now: () => number): MapPort {
  const roads = cacheAnswers<number | null>(now)
  const places = cacheAnswers<readonly FoundPlace[]>(now)
  return {
    heard: (from, to) => roads.heard(roadKey(from, to)),
    ask: (from, to) =>
      roads.ask(roadKey(from, to), async () => {
        const answer = await askRoad(from, to)
        return 'why' in answer ? answer : { said: answer.metres }
      }),
    heardPlaces: (text, near) => places.heard(placesKey(text, near)),
    askPlaces: (text, near) =>
      places.ask(placesKey(text, near), async () => {
        const answer = await askPlaces(text, near)
        return 'why' in answer ? answer : { said: answer.places }
      }),
  }
}

/** Caches the recent answers of a service. */
function cacheAnswers<A>(now: () => number) {
  const said = new Map<string, { readonly answer: A; readonly until: number }>()
  let restsUntil = 0
  return {
    heard(key: string): A | null | undefined {
      const one = said.get(key)
      if (one !== undefined && one.until > now()) return one.answer
      return restsUntil > now() ? null : undefined
    },
    async ask(key: string, ask: () => Promise<{ readonly said: A } | Silence>): Promise<string | null> {
      const answer = await ask()
      if ('why' in answer) {
        restsUntil = now() + RESTS
        return answer.why
      }
      said.delete(key)
      said.set(key, { answer: answer.said, until: now() + HELD })
      if (said.size > MOST_HELD) said.delete(said.keys().next().value!)
      return null
    },
  }
}

const roadKey = (from: GeoPoint, to: GeoPoint): string => `${from.lng},${from.lat} ${to.lng},${to.lat}`
const placesKey = (text: string, near: GeoPoint): string => `${near.lng},${near.lat} ${text}`
