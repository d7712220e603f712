import { createHash } from 'node:crypto'
import { toGcj } from '@cheyi/domain/platform/geo/datum'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import type { AmapAccount } from '../../kernel/process/config.ts'

/*
 * Driving distances of 高德 (AMap), Web 服务 API 距离测量: lbs.amap.com/api/webservice/guide/api/direction#distance. Its
 * coordinates are GCJ-02. It considers the traffic and takes the fastest route, so the same request may have another
 * answer at another hour.
 */

/** ms: the maximum extra time of a price. */
const TIMEOUT = 1500

export const DISTANCE_PATH = '/v3/distance'

/** The answer of the service: whole metres, null without a road; or why there is none (its code, or the network error). */
export type RoadAnswer = { readonly metres: number | null } | { readonly why: string }
export type AskRoad = (from: GeoPoint, to: GeoPoint) => Promise<RoadAnswer>

/** The signature (数字签名) of a request: MD5 over its parameters in the order of their names, and the secret of the key. */
export function amapSign(params: Readonly<Record<string, string>>, secret: string): string {
  const sorted = Object.keys(params)
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
  return createHash('md5')
    .update(sorted.join('&') + secret)
    .digest('hex')
}

interface Wire {
  /** Base URL of the service. */
  readonly url: () => string | Promise<string>
  readonly timeout?: number
}

/** Queries the driving distance. It never throws, and neither key nor coordinates are logged. */
export const amapRoads =
  ({ key, secret }: AmapAccount, { url, timeout = TIMEOUT }: Wire): AskRoad =>
  async (from, to) => {
    const params = { key, origins: placeOf(from), destination: placeOf(to), type: '1', output: 'JSON' }
    const query = new URLSearchParams({ ...params, sig: amapSign(params, secret) })
    try {
      const signal = AbortSignal.timeout(timeout)
      const response = await fetch(`${await url()}${DISTANCE_PATH}?${query}`, { signal })
      return meaningOf((await response.json()) as Answer | null)
    } catch (error) {
      return { why: (error as Error).name }
    }
  }

/** Longitude first, at most six decimals. */
function placeOf(point: GeoPoint): string {
  const { lng, lat } = toGcj(point)
  return `${lng},${lat}`
}

interface Answer {
  readonly status?: unknown
  readonly infocode?: unknown
  /** `info` and `code` are set if this one distance failed. */
  readonly results?: readonly { readonly distance?: unknown; readonly info?: unknown; readonly code?: unknown }[]
}

function meaningOf(said: Answer | null): RoadAnswer {
  if (said?.status !== '1') return { why: /^\d{5}$/.test(String(said?.infocode)) ? String(said?.infocode) : 'unknown' }
  const result = said.results?.[0]
  // 1 no road between them, 2 no road near one of them, 3 not in China.
  if (/^[123]$/.test(String(result?.code))) return { metres: null }
  const distance = String(result?.distance)
  return result?.info === undefined && /^\d{1,8}$/.test(distance) ? { metres: Number(distance) } : { why: 'unknown' }
}
