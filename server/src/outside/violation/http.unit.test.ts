import { MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { SimulatedViolations } from '../../kernel/ports.ts'
import { localServer } from '../local-server.ts'
import { httpViolations, isNear, isSigned, signOf } from './http.ts'
import { openViolations } from './port.ts'
import { violationSimulator } from './simulator.ts'

const account = { appId: 'app', secret: 'secret' }
const NOW = Date.parse('2026-11-26T01:30:00+08:00')
const now = () => NOW
const asked = {
  plate: '沪A12345',
  plateKind: 1,
  vinTail: '123456',
  engineTail: '654321',
  since: NOW - 90 * 1440 * MINUTE,
}
const none = [{ plate: asked.plate, violations: [] }]

const simulator = violationSimulator(account, now)
/** What the provider says next; signed unless told otherwise. */
let says: { status?: number; body: string } = { body: '' }
let got: { headers: Record<string, unknown>; body: string; url?: string } = { headers: {}, body: '' }
const vendor = localServer(async (request, response) => {
  got = { headers: request.headers, body: Buffer.concat(await request.toArray()).toString(), url: request.url! }
  const said = { timestamp: String(NOW), nonce: String(request.headers['x-nonce']), body: says.body }
  response
    .writeHead(says.status ?? 200, { 'x-timestamp': said.timestamp, 'x-signature': signOf(account.secret, said) })
    .end(says.body)
})
afterAll(async () => {
  await Promise.all([simulator.close(), vendor.close()])
})
beforeEach(() => simulator.act('knows'))

const ask = (url: () => Promise<string>, more: object = {}) => httpViolations(account, { now, url, ...more })([asked])

describe('a question', () => {
  it('names the car, and is signed', async () => {
    says = { body: JSON.stringify({ code: 0, plates: none }) }
    expect(await ask(async () => `${await vendor.url()}/behind`)).toEqual({ kind: 'told', entries: none })
    expect(got.url).toBe('/behind/v1/violations/query')
    expect(JSON.parse(got.body)).toEqual({
      plates: [{ ...asked, since: '2026-08-28 01:30' }],
    })
    const {
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signature,
    } = got.headers as Record<string, string>
    expect(got.headers).toMatchObject({ 'x-app-id': 'app' })
    expect(isSigned('secret', { timestamp: timestamp!, nonce: nonce!, body: got.body }, signature)).toBe(true)
    expect(isSigned('other', { timestamp: timestamp!, nonce: nonce!, body: got.body }, signature)).toBe(false)
  })

  it.each([
    [{ body: JSON.stringify({ code: 'BALANCE' }) }, 'refused', 'BALANCE'],
    [{ body: JSON.stringify({ code: '余额不足' }) }, 'refused', 'unknown'],
    [{ body: 'null' }, 'refused', 'undefined'],
    [{ body: JSON.stringify({ code: 0 }) }, 'silent', 'unknown'],
    [{ body: '<html>' }, 'silent', 'SyntaxError'],
    [{ body: ' '.repeat(3 * 1024 * 1024) }, 'silent', 'tooLarge'],
    [{ status: 500, body: '' }, 'silent', 'http500'],
    [{ status: 401, body: '' }, 'refused', 'http401'],
  ])('that is answered by %o', async (answer, kind, why) => {
    says = answer
    expect(await ask(vendor.url)).toEqual({ kind, why })
  })

  it('to nobody is silence', async () => {
    expect(await ask(async () => 'http://127.0.0.1:9')).toEqual({ kind: 'silent', why: 'TypeError' })
  })
})

describe('the simulator', () => {
  it('knows what it was told, and of others that there is none', async () => {
    expect(await ask(simulator.url)).toEqual({ kind: 'told', entries: none })
    simulator.tell(asked.plate, [{ plate: asked.plate }])
    expect(await ask(simulator.url)).toEqual({
      kind: 'told',
      entries: [{ plate: asked.plate, violations: [{ plate: asked.plate }] }],
    })
    simulator.tell(asked.plate, [])
  })

  it.each<[SimulatedViolations, string, string]>([
    ['refuses', 'refused', 'BALANCE'],
    ['gone', 'silent', 'TypeError'],
    ['slow', 'silent', 'TimeoutError'],
    ['unsigned', 'silent', 'signature'],
    ['otherClock', 'silent', 'clock'],
  ])('%s', async (how, kind, why) => {
    simulator.act(how)
    expect(await ask(simulator.url, { timeout: how === 'slow' ? 100 : 5_000 })).toEqual({ kind, why })
  })

  it('answers nobody without the key, nor at another time', async () => {
    const other = httpViolations({ ...account, secret: 'wrong' }, { now, url: simulator.url })
    expect(await other([asked])).toEqual({ kind: 'refused', why: 'http401' })
    const late = httpViolations(account, { now: () => NOW - 11 * MINUTE, url: simulator.url })
    expect(await late([asked])).toEqual({ kind: 'refused', why: 'http403' })
    expect([isNear(String(NOW), NOW + 10 * MINUTE), isNear('', NOW), isNear(null, NOW)]).toEqual([true, false, false])
  })

  it('stands in on a demo alone', async () => {
    expect(openViolations({ violations: undefined, simulators: 'off' }, now)).toBeNull()
    const demo = openViolations({ violations: undefined, simulators: 'open' }, now)!
    expect(await demo.ask([asked])).toEqual({ kind: 'told', entries: none })
    await demo.close!()
    const own = openViolations({ violations: { ...account, url: 'https://tell.example' }, simulators: 'open' }, now)!
    expect(own.simulator).toBeUndefined()
  })
})
