import { text } from 'node:stream/consumers'
import { HOUR } from '@cheyi/domain/time'
import type { SimulatedViolations, ViolationSimulator } from '../../kernel/ports.ts'
import type { ViolationAccount } from '../../kernel/process/config.ts'
import { type LocalServer, localServer } from '../local-server.ts'
import { isNear, isSigned, QUERY_PATH, signOf } from './http.ts'

/** A car that belongs to no fleet. */
const foreign = {
  plate: '京A00000',
  occurAt: '2020-01-01 08:00',
  place: '长安街',
  act: '违反禁令标志',
  actCode: '1344',
  points: 0,
  fine: 20_000,
  docNo: '',
  authority: '',
  officialState: 0,
}

/** A provider behind our own protocol: it returns the violations set for a plate, and none for other plates. */
export function violationSimulator(
  { appId, secret }: Pick<ViolationAccount, 'appId' | 'secret'>,
  now: () => number,
): ViolationSimulator & LocalServer {
  const known = new Map<string, readonly object[]>()
  const asked: string[][] = []
  let how: SimulatedViolations = 'knows'

  const answer = (plates: readonly string[]): object => {
    if (how === 'refuses') return { code: 'BALANCE' }
    const entries = plates.map((plate) => ({ plate, violations: known.get(plate) ?? [] }))
    if (how === 'foreign') return { code: 0, plates: [...entries, { plate: foreign.plate, violations: [foreign] }] }
    if (how !== 'flood') return { code: 0, plates: entries }
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ ...foreign, plate: plates[0], docNo: String(n) }))
    return { code: 0, plates: [{ plate: plates[0], violations: rows }] }
  }

  const server = localServer(async (request, response) => {
    const { headers, url } = request
    const [timestamp, nonce] = [String(headers['x-timestamp']), String(headers['x-nonce'])]
    const body = await text(request)
    const refuse = (status: number) => response.writeHead(status).end()
    if (url !== QUERY_PATH) return refuse(404)
    const signature = String(headers['x-signature'])
    if (headers['x-app-id'] !== appId || !isSigned(secret, { timestamp, nonce, body }, signature)) return refuse(401)
    if (!isNear(timestamp, now())) return refuse(403)
    const plates = (JSON.parse(body) as { plates: { plate: string }[] }).plates.map(({ plate }) => plate)
    asked.push(plates)
    if (how === 'slow') return
    if (how === 'gone') return request.socket.destroy()
    const said = { timestamp: String(now() + (how === 'otherClock' ? 2 * HOUR : 0)), nonce }
    const answered = JSON.stringify(answer(plates))
    const key = how === 'unsigned' ? 'another' : secret
    response
      .setHeader('content-type', 'application/json')
      .setHeader('x-timestamp', said.timestamp)
      .setHeader('x-signature', signOf(key, { ...said, body: answered }))
      .end(answered)
  })
  return {
    ...server,
    tell: (plate, violations) => void known.set(plate, violations),
    act(next) {
      how = next
    },
    asked: () => asked,
  }
}
