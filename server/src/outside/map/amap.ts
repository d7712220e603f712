import { createHash } from 'node:crypto'
import { fromGcj, toGcj } from '@cheyi/domain/platform/geo/datum'
import type { GeoPoint } from '@cheyi/domain/platform/geo/distance'
import type { FoundPlace } from '../../kernel/ports.ts'
import type { AmapAccount } from '../../kernel/process/config.ts'
import { vendorFetch } from '../vendor-fetch.ts'

/*
 * Web 服务 API of 高德 (AMap), whose coordinates are GCJ-02. Driving distances (距离测量, lbs.amap.com/api/webservice/guide/api/direction#distance)
 * consider the traffic and take the fastest route, so the same request may have another answer at another hour. Places by name or address
 * are 输入提示, lbs.amap.com/api/webservice/guide/api/inputtips.
 */

/** ms: the maximum extra time of a price. */
const TIMEOUT = 1500

export const DISTANCE_PATH = '/v3/distance'
export const TIPS_PATH = '/v3/assistant/inputtips'

/** Why there is no answer: the code of the service, or the network error. */
export interface Silence {
  readonly why: string
}

/** Whole metres, null without a road. */
export type RoadAnswer = { readonly metres: number | null } | Silence
export type PlacesAnswer = { readonly places: readonly FoundPlace[] } | Silence
export type AskPlaces = (text: string, near: GeoPoint) => Promise<PlacesAnswer>
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

/** A signed request. It never throws, and neither key nor parameters are logged. @returns what `meaning` reads, or why there is no answer */
const asks =
  ({ key, secret }: AmapAccount, { url, timeout = TIMEOUT }: Wire) =>
  async <A>(path: string, own: Readonly<Record<string, string>>, meaning: (said: Said) => A | Silence) => {
    const params = { key, ...own, output: 'JSON' }
    const query = new URLSearchParams({ ...params, sig: amapSign(params, secret) })
    try {
      const response = await vendorFetch(`${await url()}${path}?${query}`, { signal: AbortSignal.timeout(timeout) })
      const said = (await response.json()) as Said | null
      if (said?.status === '1') return meaning(said)
      return { why: /^\d{5}$/.test(String(said?.infocode)) ? String(said?.infocode) : 'unknown' }
    } catch (error) {
      return { why: (error as Error).name }
    }
  }

/** Queries the driving distance. */
export const amapRoads = (account: AmapAccount, wire: Wire): AskRoad => {
  const ask = asks(account, wire)
  return (from, to) => ask(DISTANCE_PATH, { origins: placeOf(from), destination: placeOf(to), type: '1' }, distanceOf)
}

/** Looks for places by their name or address, those near a point first. */
export const amapPlaces = (account: AmapAccount, wire: Wire): AskPlaces => {
  const ask = asks(account, wire)
  return (text, near) => ask(TIPS_PATH, { keywords: text, location: placeOf(near) }, tipsOf)
}

/** Longitude first, at most six decimals. */
function placeOf(point: GeoPoint): string {
  const { lng, lat } = toGcj(point)
  return `${lng},${lat}`
}

interface Said {
  readonly status?: unknown
  readonly infocode?: unknown
  /** `info` and `code` are set if this one distance failed. */
  readonly results?: readonly { readonly distance?: unknown; readonly info?: unknown; readonly code?: unknown }[]
  /** A text that is missing is an empty list. */
  readonly tips?: readonly Readonly<Record<'name' | 'district' | 'address' | 'location', unknown>>[]
}

function distanceOf({ results }: Said): RoadAnswer {
  const result = results?.[0]
  // 1 no road between them, 2 no road near one of them, 3 not in China.
  if (/^[123]$/.test(String(result?.code))) return { metres: null }
  const distance = String(result?.distance)
  return result?.info === undefined && /^\d{1,8}$/.test(distance) ? { metres: Number(distance) } : { why: 'unknown' }
}

/** Bus lines and districts have no position. */
function tipsOf({ tips }: Said): PlacesAnswer {
  if (!Array.isArray(tips)) return { why: 'unknown' }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const places = tips.flatMap(({ name, district, address, location }) => {
    const [, lng, lat] = /^(\d{1,3}\.\d+),(\d{1,2}\.\d+)$/.exec(text(location)) ?? []
    if (lng === undefined || lat === undefined || text(name) === '') return []
    return [
      { name: text(name), address: text(district) + text(address), ...fromGcj({ lng: Number(lng), lat: Number(lat) }) },
    ]
  })
  return { places }
}
