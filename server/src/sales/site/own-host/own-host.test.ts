import { contract } from '@cheyi/contract/index'
import { refusals } from '@cheyi/domain/refusal'
import { LOST_DAYS } from '@cheyi/domain/sales/site/own-host'
import { DAY } from '@cheyi/domain/time'
import Fastify from 'fastify'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { runInstallation } from '../../../testing/jobs.ts'
import { openSite, visitor } from '../../../testing/site-visitor.ts'
import { clerk, other, owner, t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { createLimits } from '../door.ts'
import { registerFound } from '../found/serve.ts'
import { siteCalls } from '../serve.ts'
import { serveHostCertificates } from './serve.ts'

/* A merchant's own domain: whose it is, what is served there, and how it ends. */

onlineMerchant({ cars: 1, other: true })
const { site } = contract

let name: string
let theirs: string
let n = 0
let host: string
beforeAll(async () => {
  name = await openSite(t, w)
  theirs = await openSite(t, other)
})
beforeEach(async () => {
  host = `rent${++n}.zuche.cn`
  t.clock.set(TEST_NOW)
  await t.call(site.hostRemove, {}, owner())
  await t.call(site.hostRemove, {}, byOther())
})
const byOther = () => ({ token: other.tokens.owner })
const hostOf = async (by = owner()) => (await t.call(site.detail, {}, by)).host!
const tell = (question: string, records: readonly string[] | null) =>
  t.kernel.outside.dns.simulator!.tell(question, records)
/** Enters the records at the DNS, as the page of settings shows them. */
async function enterRecords(by = owner(), leads = true): Promise<void> {
  const { proof, target, host: own } = await hostOf(by)
  tell(`TXT ${proof.name}`, ['v=spf1 -all', proof.value])
  tell(`A ${target}`, ['192.0.2.1'])
  tell(`A ${own}`, leads ? ['192.0.2.1'] : ['198.51.100.1'])
}
async function prove(by = owner()): Promise<void> {
  await t.call(site.hostSave, { host }, by)
  await enterRecords(by)
  await t.call(site.hostCheck, {}, by)
}
const get = (path: string, headers: Record<string, string> = { host }, method: 'GET' | 'POST' = 'GET') =>
  t.app.inject({ method, url: path, headers, ...(method === 'POST' && { payload: {} }) })
const homeAt = (of: string, headers: Record<string, string> = { host }) => get(`/s/${of}/api/home`, headers, 'POST')

describe('a domain', () => {
  it('is the merchant’s once DNS has its proof; until then nothing changes', async () => {
    await t.call(site.hostSave, { host: ` ${host.toUpperCase()}. ` }, owner())
    expect(await hostOf()).toMatchObject({ host, provedAt: null, leads: false })
    const refused = await t.send(site.hostCheck, {}, owner())
    expect(refused).toMatchObject({ errorCode: refusals.siteHostUnproved.code })
    expect(refused.message).toContain(`_cheyi.${host}`)
    expect(refused.message).toContain('没有记录')
    tell(`TXT _cheyi.${host}`, ['cheyi-site=somebody-else'])
    expect((await t.send(site.hostCheck, {}, owner())).message).toContain('somebody-else')
    tell(`TXT _cheyi.${host}`, null)
    expect(await t.send(site.hostCheck, {}, owner())).toMatchObject({ errorCode: refusals.siteHostSilent.code })
    expect((await get('/')).statusCode).not.toBe(302)
    await enterRecords()
    expect(await t.call(site.hostCheck, {}, owner())).toEqual({ proved: true, leads: true })
    expect((await t.call(site.detail, {}, owner())).url).toBe(`https://${host}/s/${name}`)
  })

  it('that does not lead here yet is in no link', async () => {
    await t.call(site.hostSave, { host }, owner())
    await enterRecords(owner(), false)
    expect(await t.call(site.hostCheck, {}, owner())).toEqual({ proved: true, leads: false })
    expect((await t.call(site.detail, {}, owner())).url).not.toContain(host)
  })

  it('of somebody else cannot be taken: its proof is of one merchant', async () => {
    await prove()
    await t.call(site.hostSave, { host }, byOther())
    expect((await hostOf(byOther())).proof).not.toEqual((await hostOf()).proof)
    expect(await t.send(site.hostCheck, {}, byOther())).toMatchObject({ errorCode: refusals.siteHostUnproved.code })
    await enterRecords(byOther())
    expect(await t.send(site.hostCheck, {}, byOther())).toMatchObject({ errorCode: refusals.siteHostTaken.code })
    expect((await homeAt(name)).json().success).toBe(true)
    expect((await homeAt(theirs)).statusCode).toBe(404)
    await t.call(site.hostRemove, {}, owner())
    expect((await t.send(site.hostCheck, {}, byOther())).success).toBe(true)
    expect((await homeAt(theirs)).json().success).toBe(true)
  })

  it('is no address, no name of the installation, and set by those who run the page', async () => {
    for (const typed of ['127.0.0.1', 'localhost', 'https://a.cn', 'a.cn/s', 'db.internal'])
      expect(await t.send(site.hostSave, { host: typed }, owner())).toMatchObject({ errorCode: -2 })
    expect(await t.send(site.hostSave, { host }, clerk())).toMatchObject({ errorCode: refusals.forbidden.code })
    expect(await t.send(site.hostCheck, {}, owner())).toMatchObject({ errorCode: refusals.notFound.code })
  })
})

describe('at the domain', () => {
  it('is the page of its merchant, and nothing else of the product', async () => {
    await prove()
    const root = await get('/')
    expect([root.statusCode, root.headers.location]).toEqual([302, `/s/${name}`])
    expect((await homeAt(name)).json()).toMatchObject({ success: true })
    for (const path of [
      ...[`/s/${theirs}`, '/login', '/order/list', '/openapi.json', '/open/v1/docs', '/internal/metrics', '/healthz'],
      ...['/callback/v1/wechat/event', '/sw.js', '/index.html', '/s', '/api/stream/v1/events', `//s/${name}`],
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    for (const call of ['/api/login/v1/password', contract.site.detail.path, contract.order.list.path])
      expect((await get(call, { host, authorization: owner().token }, 'POST')).statusCode).toBe(404)
    expect((await get('/api/login/v1/captcha')).json().success).toBe(true)
  })

  it('keeps nobody from the health of the process while the database is away', async () => {
    const away = vi.spyOn(t.kernel.pools.side, 'query').mockRejectedValue(new Error('away'))
    const [health, page] = [
      await get('/healthz', { host: 'monitor.zuche.cn' }),
      await get('/', { host: 'new.zuche.cn' }),
    ]
    away.mockRestore()
    // The program adds the answer itself; here it is enough that the request goes on.
    expect([health.statusCode, page.statusCode]).toEqual([404, 500])
  })

  it('counts the Host header alone, in any spelling of it', async () => {
    await prove()
    for (const same of [host.toUpperCase(), `${host}:443`, `${host}.`, `${host}.:8443`])
      expect((await get('/login', { host: same })).statusCode).toBe(404)
    const there = { host: 'localhost', 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-host': host }
    expect((await get('/', there)).headers.location).toBeUndefined()
    const here = { host, 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' }
    expect((await get('/openapi.json', here)).statusCode).toBe(404)
    for (const odd of [`${host}.evil.cn`, `evil.cn/${host}`, `${host}%00`, `${host}' or 1=1`, 'x'.repeat(5000)])
      expect((await get('/', { host: odd })).headers.location).toBeUndefined()
  })

  it('a cookie is of this host and this page', async () => {
    await prove()
    const mobile = '13755550001'
    const browser = visitor(t, name)
    await browser.enter(mobile)
    const sent = await t.app.inject({
      ...{ method: 'POST', url: `/s/${name}/api/rentals`, payload: {} },
      headers: { host, cookie: browser.cookie()! },
    })
    expect(sent.json().success).toBe(true)
    await browser.ask('sendCode', { mobile: '13755550002' })
    const entered = await get(`/s/${name}/api/home?lang=en`, { host }, 'POST')
    for (const cookie of [entered.headers['set-cookie'] ?? []].flat()) {
      expect(cookie).not.toMatch(/domain=/i)
      expect(cookie).toContain(`Path=/s/${name}`)
    }
  })

  it('search engines find the page there', async () => {
    await prove()
    const calls = siteCalls(t.kernel, createLimits(false))
    const app = Fastify()
    registerFound(app, { calls, addressOf: (path) => `https://rent.example${path}` })
    expect((await app.inject(`/s/${name}/sitemap.xml`)).body).toContain(`<loc>https://${host}/s/${name}</loc>`)
    calls.tally.close()
    await app.close()
  })

  it('nothing is served once it was given back or changed, at once', async () => {
    await prove()
    const first = host
    host = `other${n}.zuche.cn`
    await t.call(site.hostSave, { host }, owner())
    for (const path of ['/', `/s/${name}`, '/login']) expect((await get(path, { host: first })).statusCode).toBe(404)
    await enterRecords()
    await t.call(site.hostCheck, {}, owner())
    expect((await homeAt(name)).json().success).toBe(true)
    await t.call(site.hostRemove, {}, owner())
    expect((await homeAt(name)).statusCode).toBe(404)
    expect((await t.call(site.detail, {}, owner())).host).toBeNull()
  })
})

describe('the certificate', () => {
  const ask = (domain: string, headers: Record<string, string> = { host: '127.0.0.1:8080' }) =>
    get(`/internal/host_certificate?domain=${encodeURIComponent(domain)}`, headers)

  it('may be got for a proved domain by the proxy of this machine, and by nobody else', async () => {
    await prove()
    expect((await ask(host)).statusCode).toBe(204)
    for (const domain of ['', 'evil.cn', `${host}.evil.cn`, '127.0.0.1', "' or 1=1", 'x'.repeat(3000)])
      expect((await ask(domain)).statusCode).toBe(404)
    expect((await ask(host, { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.1' })).statusCode).toBe(404)
    expect((await ask(host, { host })).statusCode).toBe(404)
    await t.call(site.hostRemove, {}, owner())
    expect((await ask(host)).statusCode).toBe(404)
  })
})

describe('every night', () => {
  const night = () => runInstallation(t, 'siteHosts')
  const told = async () =>
    (await t.root.query('select body from notification where ref = $1 order by id', [`siteHost/${host}`])).rows.map(
      ({ body }) => body,
    )

  it('a proof that is gone is told, leaves the links, and ends the domain after some days', async () => {
    await prove()
    await night()
    expect(await told()).toEqual([])
    tell(`TXT _cheyi.${host}`, [])
    await night()
    await night()
    expect(new Set(await told())).toEqual(new Set([expect.stringContaining('验证记录没有了')]))
    expect((await t.call(site.detail, {}, owner())).url).not.toContain(host)
    expect((await homeAt(name)).json().success).toBe(true)
    t.clock.set(TEST_NOW + (LOST_DAYS + 1) * DAY)
    await night()
    expect((await told()).at(-1)).toContain('已停用')
    expect((await homeAt(name)).statusCode).toBe(404)
    expect(await hostOf()).toMatchObject({ provedAt: null })
  })

  it('one that comes back, and an answer that does not come, change nothing', async () => {
    await prove()
    tell(`TXT _cheyi.${host}`, null)
    await night()
    expect(await hostOf()).toMatchObject({ lostAt: null, leads: true })
    tell(`TXT _cheyi.${host}`, [])
    await night()
    expect((await hostOf()).lostAt).not.toBeNull()
    await enterRecords()
    await night()
    expect(await hostOf()).toMatchObject({ lostAt: null, leads: true })
    expect((await t.call(site.detail, {}, owner())).url).toContain(host)
  })

  it('may be got by a proxy in a container of its own, and by nobody whom it passes on', async () => {
    await prove()
    await using app = Fastify({ trustProxy: ['172.30.66.0/24'] })
    const { kernel } = t
    serveHostCertificates(app, { ...kernel, config: { ...kernel.config, trustProxy: ['172.30.66.0/24'] } })
    const ask = async (remoteAddress: string, headers: Record<string, string>, domain = host) =>
      (await app.inject({ url: `/internal/host_certificate?domain=${domain}`, remoteAddress, headers })).statusCode
    const inside = { host: 'server:8080' }
    expect(await ask('172.30.66.4', inside)).toBe(204)
    expect(await ask('::ffff:172.30.66.4', inside)).toBe(204)
    expect(await ask('172.30.66.4', inside, 'unknown.zuche.cn')).toBe(404)
    expect(await ask('172.30.67.4', inside)).toBe(404)
    expect(await ask('172.30.66.4', { ...inside, 'x-forwarded-for': '203.0.113.1' })).toBe(404)
    expect(await ask('172.30.66.4', { host })).toBe(404)
    expect(await ask('172.30.66.4', { host: 'rent.example' })).toBe(404)
  })
})
