import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '@cheyi/contract/index'
import { DEMO_PASSWORD } from '@cheyi/domain/platform/session/demo-password'
import { fastify, type InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { listenForMetrics } from './kernel/http/serve-metrics.ts'
import { serializers } from './kernel/process/log.ts'
import { hideSimulators } from './kernel/process/simulators.ts'
import { createUser } from './platform/merchant/provision.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { openSession } from './testing/session.ts'
import { makeWorld, type World } from './testing/world/world.ts'

/*
 * What a server shows to whom: its figures, its simulators, addresses that others tell of, headers, and its log.
 */

const METRICS_TOKEN = 'a-token-of-the-scraper'
const elsewhere = '203.0.113.7'

/** A server as `npm start` makes it; a demo that was asked for; one in earnest, behind proxies; one with a partner. */
let plain: TestApp
let demo: TestApp
let real: TestApp
let partnered: TestApp
const lines: string[] = []

beforeAll(async () => {
  plain = await testApp()
  demo = await testApp({ env: { DEMO: 'on', METRICS_PORT: String(await freePort()), OPENAPI: 'off' } })
  real = await testApp({
    rateLimit: true,
    env: { DEMO: 'off', SMS: 'outbox', TRUST_PROXY: '10.0.0.0/8,127.0.0.1', METRICS_TOKEN },
    log: pino({ level: 'info', serializers }, { write: (line) => void lines.push(line) }),
  })
  const wukong = { WUKONG_URL: 'https://partner.example', WUKONG_APP_ID: 'cheyi', WUKONG_SECRET: 'of-the-partner' }
  partnered = await testApp({ env: { DEMO: 'off', ...wukong } })
}, 240_000)
afterAll(() => Promise.all([plain.close(), demo.close(), real.close(), partnered.close()]))

const status = async ({ app }: TestApp, options: InjectOptions) => (await app.inject(options)).statusCode

describe('the figures for Prometheus', () => {
  const url = '/internal/metrics'
  it('are for this machine, by its socket and not by what a header says', async () => {
    expect(await status(plain, { url })).toBe(200)
    expect(await status(plain, { url, remoteAddress: '::1' })).toBe(200)
    expect(await status(plain, { url, remoteAddress: elsewhere })).toBe(404)
    expect(await status(plain, { url, remoteAddress: elsewhere, headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(
      404,
    )
    // Somebody's proxy on this machine asks for somebody else.
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect(await status(plain, { url, headers: { [name]: '127.0.0.1' } }), name).toBe(404)
    // One that says nothing of itself passes the public's name on, as a page does whose name was made to lead here.
    for (const host of ['rent.example', 'rent.example:8080', '10.0.0.5', 'localhost.rent.example'])
      expect(await status(plain, { url, headers: { host } }), host).toBe(404)
    for (const host of ['127.0.0.1:8080', '[::1]:8080', 'localhost'])
      expect(await status(plain, { url, headers: { host } }), host).toBe(200)
  })

  it('are found by no other spelling of their address', async () => {
    for (const spelling of ['/%69nternal/metrics', '/internal/%6Detrics', `/${url}`, '/internal%2fmetrics'])
      expect(await status(plain, { url: spelling }), spelling).toBe(404)
  })

  it('are for whoever shows the token, and then for nobody else', async () => {
    const shown = (token: string) => ({ url, remoteAddress: elsewhere, headers: { authorization: `Bearer ${token}` } })
    expect(await status(real, shown(METRICS_TOKEN))).toBe(200)
    expect(await status(real, shown(`${METRICS_TOKEN}x`))).toBe(404)
    expect(await status(real, { url })).toBe(404)
  })

  it('are on a port of their own, and then nowhere else', async () => {
    const { config, metrics } = demo.kernel
    expect(await status(demo, { url })).toBe(404)
    const own = await listenForMetrics(metrics, config)
    const at = (path: string) => fetch(`http://127.0.0.1:${config.metrics.port}${path}`)
    expect(await (await at(url)).text()).toContain('process_cpu_user_seconds_total')
    expect((await at('/healthz')).status).toBe(404)
    await own.close()
    await expect(at(url)).rejects.toThrow()
  })
})

describe('simulators and their pages', () => {
  const asked: InjectOptions[] = [
    { method: 'POST', url: contract.simulation.messages.path, payload: {} },
    { method: 'POST', url: contract.simulation.partnerCode.path, payload: { partnerUserId: 'u-1' } },
  ]
  const answers = (t: TestApp, more: InjectOptions = {}) =>
    Promise.all(asked.map((one) => status(t, { ...one, ...more })))

  it('are for this machine alone where nobody asked for the demo', async () => {
    expect(await answers(plain)).toEqual([200, 200])
    expect(await answers(plain, { remoteAddress: elsewhere })).toEqual([404, 404])
    expect(await answers(plain, { headers: { 'x-forwarded-for': '127.0.0.1' } })).toEqual([404, 404])
    expect(await answers(plain, { headers: { host: 'rent.example' } })).toEqual([404, 404])
  })

  it('are found by no other spelling of their address', async () => {
    await plain.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = plain.app.server.address() as AddressInfo
    const posted = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'x-forwarded-for': elsewhere, 'content-type': 'application/json' }
        const asked = request({ port, method: 'POST', path, headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        asked.on('error', reject).end('{}')
      })
    const { path } = contract.simulation.messages
    const spellings = [
      path,
      path.replace('api', '%61pi'),
      path.replace('sim', 's%69m'),
      `http://127.0.0.1:${port}${path}`,
    ]
    expect(await Promise.all(spellings.map(posted))).toEqual([404, 404, 404, 404])
  })

  it('show their pages to the same people', async () => {
    const app = fastify()
    hideSimulators(app, { simulators: 'loopback' })
    app.get('/*', () => 'the page')
    const seen = async (remoteAddress: string) => {
      const urls = ['/outbox', '/o%75tbox', '/simulated-pay?no=1', '/native-shell', '/order']
      return Promise.all(urls.map(async (url) => (await app.inject({ url, remoteAddress })).statusCode))
    }
    expect(await seen('127.0.0.1')).toEqual([200, 200, 200, 200, 200])
    expect(await seen(elsewhere)).toEqual([404, 404, 404, 404, 200])
  })

  it('are documented on a demo alone', async () => {
    const documented = async ({ app }: TestApp) =>
      Object.keys((await app.inject('/openapi.json')).json().paths).filter((path) =>
        path.startsWith('/api/simulation/'),
      )
    expect((await documented(plain)).toSorted()).toEqual(
      Object.values(contract.simulation)
        .map(({ path }) => path)
        .toSorted(),
    )
    expect(await documented(real)).toEqual([])
  })

  it('are tried out from pages that the owner of a demo sees, and elsewhere an operator alone', async () => {
    const mayTry = async (t: TestApp, token: string) =>
      (await t.call(contract.session.userInfo, {}, { token })).menuAutos.includes('dev')
    const worlds = await Promise.all([plain, real].map((t) => makeWorld(t)))
    const [shown, shop] = worlds as [World, World]
    expect(await mayTry(plain, shown.tokens.owner)).toBe(true)
    expect(await mayTry(plain, shown.tokens.clerk)).toBe(false)
    expect(await mayTry(real, shop.tokens.owner)).toBe(false)
    const userId = await createUser(real.commands, { mobile: '13755550003', password: 'Shop-2026', operator: true })
    const { merchantId } = shop
    expect(await mayTry(real, await openSession(real.kernel, { userId, accountId: null, merchantId }))).toBe(true)
    // No role gives the right: the role editor of a demo does not offer it either.
    const tree = await plain.call(contract.role.tree, {}, { token: shown.tokens.owner })
    expect(tree.map(({ key }) => key)).not.toContain('dev')
  })

  it('are told of to pages that link to them, as is the partner that they stand in for', async () => {
    const told = async (t: TestApp) => t.call(contract.lookup.installation, {}, {})
    expect(await told(plain)).toEqual({ partner: true, simulators: true })
    expect(await told(real)).toEqual({ partner: false, simulators: false })
    expect(await told(partnered)).toEqual({ partner: true, simulators: false })
  })

  it('are for everybody where somebody did, and for nobody without a demo', async () => {
    expect(await answers(demo, { remoteAddress: elsewhere })).toEqual([200, 200])
    expect(await answers(real)).toEqual([404, 404])
  })
})

describe('the demo’s password', () => {
  const login = { password: DEMO_PASSWORD, agree: true }
  const mobile = '13755550002'

  it('lets nobody in where no demo is, and cannot be chosen there', async () => {
    await createUser(real.commands, { mobile, password: DEMO_PASSWORD, operator: true })
    expect(await real.send(contract.session.login, { mobile, ...login })).toMatchObject({ errorCode: 1001 })
    await createUser(plain.commands, { mobile, password: DEMO_PASSWORD, operator: true })
    expect(await plain.send(contract.session.login, { mobile, ...login })).toMatchObject({ errorCode: 0 })
    const chosen = { mobile, code: '000000', password: DEMO_PASSWORD }
    expect(await real.send(contract.session.resetPassword, chosen)).toMatchObject({ errorCode: 1019 })
    expect(await plain.send(contract.session.resetPassword, chosen)).toMatchObject({ errorCode: 1006 })
  })
})

describe('the address of a client', () => {
  /** As the log of the platform has it. */
  const ipOf = async (t: TestApp, remoteAddress: string, told: string) => {
    await t.app.inject({
      method: 'POST',
      url: contract.session.login.path,
      payload: { mobile: '13711112222', password: 'Wrong-2026', agree: true },
      remoteAddress,
      headers: { 'x-forwarded-for': told },
    })
    const { rows } = await t.root.query('select host(ip::inet) as ip from platform_log order by id desc limit 1')
    return rows[0]?.ip
  }

  it('is the socket’s, unless a proxy tells of it that the installation knows', async () => {
    const asked = '198.51.100.9'
    expect(await ipOf(plain, '127.0.0.1', asked)).toBe('127.0.0.1')
    expect(await ipOf(real, elsewhere, asked)).toBe(elsewhere)
    expect(await ipOf(real, '10.1.2.3', asked)).toBe(asked)
    // Whatever the client put before it is the client's own word.
    expect(await ipOf(real, '10.1.2.3', `1.2.3.4, ${asked}, 10.9.9.9`)).toBe(asked)
  })
})

describe('headers', () => {
  it('close everything that is no page', async () => {
    for (const url of ['/api/order/v1/list', '/media/x', '/openapi.json', '/no/such', '/api/stream/v1/events']) {
      const { headers } = await plain.app.inject({ url })
      expect(headers, url).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    }
  })

  it('close what is no request at all, too', async () => {
    if (!plain.app.server.listening) await plain.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = plain.app.server.address() as AddressInfo
    const answerTo = async (bytes: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      socket.end(bytes)
      return text(socket)
    }
    for (const [bytes, status] of [
      ['NO SUCH THING\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await answerTo(bytes)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      for (const header of ['content-security-policy: default-src', 'x-content-type-options: nosniff'])
        expect(answer).toContain(header)
      expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ success: false, errorCode: -2 })
    }
  })

  it('no API document is answered where it was switched off', async () => {
    expect([await status(real, { url: '/openapi.json' }), await status(demo, { url: '/openapi.json' })]).toEqual([
      200, 404,
    ])
  })
})

describe('the log', () => {
  it('keeps no query of an address', async () => {
    await real.app.inject('/api/order/v1/list?keyword=13912345678')
    await real.app.inject('/media/x?s=secret-signature')
    expect(lines.join()).toContain('/api/order/v1/list')
    expect(lines.join()).not.toMatch(/13912345678|secret-signature/)
  })

  it('keeps of the database’s errors what tells of no row', async () => {
    const failed = async (sql: string) => {
      const error = await real.root.query(sql).catch((caught: unknown) => caught)
      lines.length = 0
      real.kernel.log.error({ err: error }, 'failed')
      return lines.join()
    }
    await real.root.query(`create table kept (name text not null, born date, constraint one_name unique (name))`)
    await real.root.query(`insert into kept values ('张三丰')`)
    const repeated = await failed(`insert into kept values ('张三丰')`)
    expect(repeated).toMatch(/"code":"23505","table":"kept","constraint":"one_name"/)
    const missing = await failed(`insert into kept values (null, '1990-01-02')`)
    expect(missing).toMatch(/"code":"23502"/)
    const unfit = await failed(`insert into kept values ('x', '31010119900101')`)
    expect(unfit).toMatch(/"code":"22008".*"stack":/)
    for (const line of [repeated, missing, unfit]) expect(line).not.toMatch(/张三丰|1990-01-02|31010119900101/)
  })
})
