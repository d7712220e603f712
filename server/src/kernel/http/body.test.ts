import { gunzipSync } from 'node:zlib'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { MAX_DEPTH, MAX_NAMES } from '@cheyi/contract/kernel/json-limits'
import { besideCalls, openApiDocument } from '@cheyi/contract/kernel/openapi'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { constantOf } from '../constant.ts'
import { parseQuery } from './body.ts'

let t: TestApp
let limited: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  limited = await testApp({ rateLimit: true })
  w = await makeWorld(t, { name: '请求租车' })
}, 240_000)
afterAll(() => Promise.all([t.close(), limited.close()]))

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const KB = 1024

const post = async (url: string, type: string, payload: string) => {
  const answer = await t.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type, token: w.tokens.owner },
  })
  return [answer.statusCode, answer.json().errorCode, answer.json().message] as const
}
const names = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":0`).join()

describe('a body', () => {
  const blanks = (size: number) => `{}${' '.repeat(size - 2)}`
  it.each([
    ['16 KB where no token is asked', contract.session.sendCode.path, 16 * KB],
    ['64 KB elsewhere', contract.order.list.path, 64 * KB],
    ['more where the call says so', contract.store.save.path, 512 * KB],
  ])('has limits: %s', async (_, path, size) => {
    expect((await post(path, JSON_TYPE, blanks(size)))[0]).toBe(200)
    expect(await post(path, JSON_TYPE, blanks(size + 1))).toEqual([413, -2, '请求内容过大'])
  })

  const path = contract.order.list.path
  it.each([
    ['nests too deep', JSON_TYPE, `{"x":${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}}`],
    ['names too much', JSON_TYPE, `{${names(MAX_NAMES + 1)}}`],
    ['names too much in a form', FORM_TYPE, 'a&'.repeat(MAX_NAMES)],
  ])('that %s is refused without parsing', async (_, type, payload) => {
    expect(await post(path, type, payload)).toEqual([200, -2, '参数错误：请求内容的层级过深或字段过多'])
  })

  it('at these limits is parsed', async () => {
    const deep = `${'['.repeat(MAX_DEPTH - 1)}${']'.repeat(MAX_DEPTH - 1)}`
    expect((await post(path, JSON_TYPE, `{"x":${deep}}`))[1]).toBe(0)
    expect((await post(path, JSON_TYPE, `{${names(MAX_NAMES)}}`))[1]).toBe(0)
    expect((await post(path, FORM_TYPE, 'a&'.repeat(MAX_NAMES - 1)))[1]).toBe(0)
  })

  it('cannot set names of Object.prototype', async () => {
    const path = contract.merchant.saveSetting.path
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(await post(path, JSON_TYPE, `{"settings":{"${name}":{"muted":[]}}}`), name).toEqual([
        200,
        -2,
        expect.stringContaining('设置'),
      ])
    await post(contract.order.list.path, JSON_TYPE, '{"__proto__":{"pageSize":1},"constructor":{"prototype":{"x":1}}}')
    await post(contract.order.list.path, FORM_TYPE, '__proto__=1&__proto__=2&constructor=3')
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('field names with brackets', () => {
  const list = contract.order.list.path
  const ask = async (query: string) =>
    (await t.app.inject({ url: `${list}?${query}`, headers: { token: w.tokens.owner } })).json()

  it.each(['status[]=x', 'status[0]=x', 'status[1]=x&status[0]=3'])('are parsed as a list: %s', async (query) => {
    expect(await ask(query)).toMatchObject({ errorCode: -2, data: { field: expect.stringMatching(/^status/) } })
    expect((await post(list, FORM_TYPE, query))[1]).toBe(-2)
  })

  it('have the same result as a list by a repeated name', async () => {
    const plain = await ask('status=3&status=4')
    expect(plain).toMatchObject({ success: true })
    expect(await ask('status[]=3&status[]=4')).toEqual(plain)
    expect(await ask('status[1]=4&status[0]=3')).toEqual(plain)
  })

  it.each(['status[=3', 'status[]]=3', 'status[][code]=3', 'status=3&status[0]=4', 'status[0]=3&status=4'])(
    'that cannot be read are refused by their field: %s',
    async (query) => expect(await ask(query)).toMatchObject({ errorCode: -2, data: { field: 'status' } }),
  )

  it('build records in lists, and never set a prototype', () => {
    expect(parseQuery('items[1][code]=b&items[0][code]=a&items[0][n]=1')).toEqual({
      items: [{ code: 'a', n: '1' }, { code: 'b' }],
    })
    parseQuery('__proto__[x]=1&a[__proto__][x]=1&a[constructor][prototype][x]=1')
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

it('a query with too many names is refused without parsing', async () => {
  const answer = await t.app.inject(`${contract.order.list.path}?${'a&'.repeat(MAX_NAMES)}`)
  expect(answer.json().errorCode).toBe(-2)
})

describe('too many requests from one address', () => {
  const garbage = { method: 'POST', payload: '{', headers: { 'content-type': JSON_TYPE } } as const
  it.each<[string, InjectOptions]>([
    ['calls that cannot be read', { ...garbage, url: contract.session.sendCode.path }],
    ['pictures', { url: '/media/x' }],
    ['live events', { url: '/api/stream/v1/events' }],
    ['the states of a QR code', { url: '/api/login/v1/qr/events' }],
    ['the API document', { url: '/openapi.json' }],
    ['what is not there', { ...garbage, url: '/api/no/such' }],
  ])('are refused before anything is parsed: %s', async (what, options) => {
    const remoteAddress = `10.1.1.${what.length}`
    const answers = await Promise.all(
      Array.from({ length: 170 }, () => limited.app.inject({ ...options, remoteAddress })),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(refused[0]!.json()).toMatchObject({ success: false, errorCode: -7 })
  })
})

describe('a write without Idempotency-Key', () => {
  const saveOf =
    (orderId: string) =>
    async (headers: Record<string, string> = {}) => {
      const answer = await t.app.inject({
        method: 'POST',
        url: contract.order.saveRemark.path,
        payload: { orderId, content: '没有编号' },
        headers: { token: w.tokens.owner, ...headers },
      })
      return { ...answer.json(), replayed: answer.headers['x-idempotent-replay'] }
    }
  const remarksOf = async (orderId: string) =>
    (await t.call(contract.order.remarks, { orderId }, { token: w.tokens.owner })).list.map(({ id }) => id)

  it('is executed each time it is sent', async () => {
    const orderId = await insertOrder(t, w, { status: 3 })
    const save = saveOf(orderId)
    const [first, second] = [await save(), await save()]
    expect([first, second]).toMatchObject([{ success: true }, { success: true }])
    expect([first.replayed, second.replayed]).toEqual([undefined, undefined])
    expect(await remarksOf(orderId)).toEqual([second.data.id, first.data.id])
  })

  it('differs from one with a key, which is executed once', async () => {
    const orderId = await insertOrder(t, w, { status: 3 })
    const save = saveOf(orderId)
    const key = { 'idempotency-key': 'one-remark' }
    const [first, repeat, keyless] = [await save(key), await save(key), await save()]
    expect(repeat).toMatchObject({ success: true, data: first.data, replayed: '1' })
    expect(await remarksOf(orderId)).toEqual([keyless.data.id, first.data.id])
  })

  it('is not assumed for an invalid key, which is refused', async () => {
    const orderId = await insertOrder(t, w, { status: 3 })
    const refused = await saveOf(orderId)({ 'idempotency-key': 'short' })
    expect(refused).toMatchObject({ errorCode: -2, data: { field: 'Idempotency-Key' } })
    expect(await remarksOf(orderId)).toEqual([])
  })
})

describe('the API document', () => {
  it('is compressed once, and not sent again to a client that has it', async () => {
    const plain = await t.app.inject('/openapi.json')
    expect(plain.json()).toMatchObject({ openapi: '3.1.0' })
    const small = await t.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers).toMatchObject({
      'content-encoding': 'gzip',
      etag: plain.headers.etag,
      vary: 'accept-encoding',
    })
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
    const again = await t.app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(plain.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('lists the routes besides the calls, and no others', () => {
    const routes = Object.entries(besideCalls).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase() as 'GET',
        url: path.replace('{path}', '*').replace(/\{(\w+)\}/g, ':$1'),
      })),
    )
    expect(routes.filter((route) => !t.app.hasRoute(route))).toEqual([])
    expect(openApiDocument(contract).paths).toMatchObject(besideCalls)
  })

  it('has the status of refusals, with their codes', async () => {
    type Answers = Record<string, { $ref?: string }>
    const document = (await t.app.inject('/openapi.json')).json() as {
      paths: Record<string, Record<string, { responses: Answers }>>
      components: { responses: Record<string, unknown> }
    }
    const documented = (path: string, method: string, status: number) =>
      document.paths[path]![method.toLowerCase()]!.responses[status]
    const codesOf = ({ $ref = '' }: { $ref?: string }) =>
      JSON.stringify(document.components.responses[$ref.split('/').at(-1)!])
    const refused = async ({ app }: TestApp, path: string, options: InjectOptions) => {
      const { statusCode, ...answer } = await app.inject(options)
      const told = documented(path, options.method ?? 'GET', statusCode)
      expect(told, `${options.method} ${path}: ${statusCode}`).toBeDefined()
      expect(answer.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) })
      if (statusCode !== 200) expect(codesOf(told!)).toContain(`"enum":[${answer.json().errorCode}]`)
      return statusCode
    }
    // Each without a token, for which only few requests are allowed.
    const calls: Call[] = Object.values(contract).flatMap((feature) => Object.values(feature))
    for (const { path, method, permission } of calls)
      if (permission !== 'public') expect(await refused(t, path, { method, url: path })).toBe(200)
    const { path } = contract.session.login
    const large = { method: 'POST', url: path, payload: { mobile: 'x'.repeat(20 * KB) } } as const
    expect(await refused(t, path, large)).toBe(413)
    expect(await refused(t, '/media/{path}', { method: 'GET', url: '/media/%zz' })).toBe(400)
    const often = contract.lookup.cities
    const statuses = new Set<number>()
    for (let n = 0; n < 160; n++)
      statuses.add(
        (await limited.app.inject({ method: 'GET', url: often.path, remoteAddress: '203.0.113.77' })).statusCode,
      )
    expect([...statuses]).toEqual([200, 429])
    expect(await refused(limited, often.path, { method: 'GET', url: often.path, remoteAddress: '203.0.113.77' })).toBe(
      429,
    )
  })

  it('describes a range as a list of two ends', () => {
    const { paths } = openApiDocument(contract) as { paths: Record<string, { post: unknown }> }
    expect(JSON.stringify(paths[contract.order.list.path]!.post)).toContain('"dateRange":{"type":"array"')
  })

  it('is built once: ten requests cost less than building it', async () => {
    const costOf = async (work: () => unknown) => {
      const before = process.threadCpuUsage()
      await work()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    const made = await costOf(() => constantOf(JSON.stringify(openApiDocument(contract))))
    const headers = { 'accept-encoding': 'gzip' }
    const asked = await costOf(async () => {
      for (let n = 0; n < 10; n++) await t.app.inject({ url: '/openapi.json', headers })
    })
    expect(asked).toBeLessThan(made)
  })
})
