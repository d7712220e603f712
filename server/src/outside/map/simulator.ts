import { type GeoPoint, greatCircle } from '@cheyi/domain/platform/geo/distance'
import type { SimulatedRoad } from '../../kernel/ports.ts'
import type { AmapAccount } from '../../kernel/process/config.ts'
import { type LocalServer, localServer } from '../local-server.ts'
import { amapSign, DISTANCE_PATH, TIPS_PATH } from './amap.ts'

export interface SimulatedMap extends LocalServer {
  /** Sets how the service answers from now on. */
  tell(answer: SimulatedRoad): void
  /** Number of requests that it received. */
  asked(): number
}

const OK = { status: '1', info: 'OK', infocode: '10000' }
const refusal = (infocode: string, info: string) => ({ status: '0', info, infocode })

/** The vendor's side of the protocol: key, signature and names as documented. Its roads run north to south and east to west. */
export function mapSimulator({ key, secret }: AmapAccount): SimulatedMap {
  let answer: SimulatedRoad = 'roads'
  let asked = 0

  function said(url: URL): object {
    if (url.pathname !== DISTANCE_PATH && url.pathname !== TIPS_PATH) return refusal('10002', 'SERVICE_NOT_AVAILABLE')
    const { sig, ...params } = Object.fromEntries(url.searchParams)
    if (params.key !== key) return refusal('10001', 'INVALID_USER_KEY')
    if (sig !== amapSign(params, secret)) return refusal('10007', 'INVALID_USER_SIGNATURE')
    if (answer === 'quota') return refusal('10044', 'USER_DAILY_QUERY_OVER_LIMIT')
    if (url.pathname === TIPS_PATH) return tipsOf(params)
    const origins = (params.origins ?? '').split('|').map(pointOf)
    const destination = pointOf(params.destination ?? '')
    if (params.type !== '1' || destination === null || origins.includes(null)) return refusal('20000', 'INVALID_PARAMS')
    const results = origins.map((origin, index) => ({
      origin_id: String(index + 1),
      dest_id: '1',
      ...(answer === 'noRoad'
        ? { distance: '0', duration: '0', info: '指定地点之间没有可以行车的道路', code: '1' }
        : driven(gridMetres(origin!, destination))),
    }))
    return { ...OK, count: String(results.length), results }
  }

  const server = localServer((request, response) => {
    asked++
    if (answer === 'slow') return
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(said(new URL(request.url ?? '/', 'http://simulated'))))
  })
  return {
    ...server,
    tell(next) {
      answer = next
    },
    asked: () => asked,
  }
}

/** Two places of any name, 1 and 4 km from the point that is asked near, and a bus line, which has no position. */
function tipsOf({ keywords = '', location = '' }: Readonly<Record<string, string>>): object {
  const near = pointOf(location)
  if (keywords === '' || near === null) return refusal('20000', 'INVALID_PARAMS')
  const at = (east: number, north: number) => `${(near.lng + east).toFixed(6)},${(near.lat + north).toFixed(6)}`
  const tip = (name: string, address: unknown, place: unknown) => ({
    id: name,
    name,
    district: '',
    address,
    location: place,
  })
  const tips = [
    tip(keywords, '示例路1号', at(0.008, 0.006)),
    tip(`${keywords}（东区）`, '示例路88号', at(0.035, 0.02)),
    tip(`${keywords}公交专线`, [], []),
  ]
  return { ...OK, count: String(tips.length), tips }
}

/** 8 m/s in town. */
const driven = (metres: number) => ({ distance: String(metres), duration: String(Math.ceil(metres / 8)) })

const gridMetres = (from: GeoPoint, to: GeoPoint): number => {
  const corner = { lng: to.lng, lat: from.lat }
  return Math.round(greatCircle(from, corner) + greatCircle(corner, to))
}

/** `116.481028,39.989643` */
function pointOf(text: string): GeoPoint | null {
  const [, lng, lat] = /^(-?\d{1,3}(?:\.\d{1,6})?),(-?\d{1,2}(?:\.\d{1,6})?)$/.exec(text) ?? []
  return lng === undefined || lat === undefined ? null : { lng: Number(lng), lat: Number(lat) }
}
