import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../../kernel/context.ts'
import { asMerchant } from '../../../kernel/enter.ts'
import { queueText } from '../../../platform/notify/outbox.ts'
import { sendMessages } from '../../../platform/notify/send.ts'
import { TEST_NOW } from '../../../testing/app.ts'
import { runInstallation } from '../../../testing/jobs.ts'
import { openSite, type Visitor, visitor } from '../../../testing/site-visitor.ts'
import { codeTo } from '../../../testing/sms.ts'
import { book } from '../../../testing/world/bookings.ts'
import { renter } from '../../../testing/world/handover.ts'
import { other, owner, t, w } from '../../../testing/world/merchant.ts'
import { onlineMerchant } from '../../../testing/world/online-merchant.ts'
import { createLimits } from '../door.ts'
import { type SiteCalls, siteCalls } from '../serve.ts'
import { RECOGNISED_FOR } from './handlers.ts'

onlineMerchant({ cars: 6, other: true })

const WECHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.50'
let name: string
let elsewhere: string
let calls: SiteCalls
/** The pages, which are served only where the application was built: here their way to WeChat alone. */
let pages: FastifyInstance
let people = 0
beforeAll(async () => {
  name = await openSite(t, w)
  elsewhere = await openSite(t, other)
  calls = siteCalls(t.kernel, createLimits(false))
  pages = Fastify()
  pages.get<{ Params: { site: string } }>('/s/:site/*', async (request, reply) => {
    const site = await calls.enter(request, request.params.site, 'look')
    const away = await calls.leadToWechat(site, { request, reply })
    return away === null ? 'a page' : reply.redirect(away)
  })
})
afterAll(async () => {
  calls.tally.close()
  await pages.close()
})

const mobileOf = (n: number) => `136${String(52_000_000 + n)}`
const someone = (site = name, agent = WECHAT) => ({ browser: visitor(t, site, { agent }), mobile: mobileOf(++people) })

/** WeChat's page for a browser, and the address that it is sent back to, for a user. */
async function backOf(browser: Visitor, user: string, site = name, page = 'mine'): Promise<URL | undefined> {
  const away = await browser.go(`/s/${site}/${page}`, pages)
  if (away === undefined) return undefined
  const query = new URL(away, 'http://x').searchParams
  query.set('payer', user)
  return new URL(t.kernel.outside.follow!.simulator!.authorize(query)!)
}
const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

/** Opens a page inside WeChat, up to the page itself. @returns where it ends */
async function open(browser: Visitor, user: string, site = name, page = 'mine'): Promise<string | undefined> {
  const back = await backOf(browser, user, site, page)
  return back === undefined ? undefined : browser.go(pathOf(back))
}
async function prove(browser: Visitor, mobile: string, remember: boolean): Promise<void> {
  await browser.ask('sendCode', { mobile })
  await browser.ask('enter', { mobile, smsCode: await codeTo(t, mobile), remember })
}
const signedIn = async (browser: Visitor) => (await browser.ask('home', {})).mobile
const masked = (mobile: string) => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** A customer who agreed to be recognised. @returns another browser of theirs, which has nothing but WeChat */
async function known(user: string) {
  const { browser, mobile } = someone()
  await open(browser, user)
  await prove(browser, mobile, true)
  return { first: browser, browser: someone().browser, mobile }
}

describe('inside WeChat', () => {
  it('a customer who agreed is signed in the next time, with the page that they asked for', async () => {
    const { browser, mobile, first } = await known('Anna')
    expect(await open(browser, 'Anna', name, 'model/5?day1=2026-12-01')).toBe(`/s/${name}/model/5?day1=2026-12-01`)
    expect(await signedIn(browser)).toBe(masked(mobile))
    expect(await browser.ask('rentals', {})).toMatchObject({ mobile: masked(mobile), wechat: { reminders: true } })
    expect(browser.cookie()).not.toBe(first.cookie())
    // Nobody who is signed in is sent to WeChat again.
    expect(await browser.go(`/s/${name}/mine`, pages)).toBeUndefined()
  })

  it('nobody is recognised who did not agree, or whom WeChat does not name; neither is asked again for an hour', async () => {
    const { browser, mobile } = someone()
    expect(await open(browser, 'Ben')).toBe(`/s/${name}/mine`)
    expect(await browser.ask('home', {})).toMatchObject({ mobile: null, wechat: true })
    expect(await browser.go(`/s/${name}/mine`, pages)).toBeUndefined()
    await prove(browser, mobile, false)
    const later = someone().browser
    await open(later, 'Ben')
    expect(await signedIn(later)).toBeNull()
    const { rows } = await t.root.query('select 1 from site_wechat')
    expect(rows).toHaveLength(1)

    const refuser = someone().browser
    const back = (await backOf(refuser, 'Ben'))!
    back.searchParams.delete('code')
    expect(await refuser.go(pathOf(back))).toBe(`/s/${name}/mine`)
    expect(await refuser.ask('home', {})).toMatchObject({ mobile: null, wechat: false })
    expect(await refuser.go(`/s/${name}/mine`, pages)).toBeUndefined()
  })

  it('what WeChat says is nowhere in an address, an answer or a row', async () => {
    const { browser, mobile } = someone()
    const back = (await backOf(browser, 'Secret'))!
    expect(back.href).not.toContain('oFollow')
    await browser.go(pathOf(back))
    await prove(browser, mobile, true)
    expect(browser.cookie()).not.toContain('oFollow')
    const answers = [await browser.ask('home', {}), await browser.ask('rentals', {})]
    expect(JSON.stringify(answers)).not.toMatch(/oFollow|openid/i)
    const { rows } = await t.root.query('select s::text as row from site_wechat s')
    for (const { row } of rows) {
      expect(row).not.toContain(mobile)
      expect(row).not.toContain('Secret')
      expect(row).not.toContain(Buffer.from('oFollowSecret').toString('hex'))
    }
  })

  it('elsewhere nobody is sent to WeChat', async () => {
    expect(await someone().browser.go(`/s/${name}/model/5?addr=${'x'.repeat(1000)}`, pages)).toBeUndefined()
    for (const agent of ['Mozilla/5.0 (iPhone) Safari/604.1', `${WECHAT} wxwork/4.1`]) {
      const { browser } = someone(name, agent)
      expect(await browser.go(`/s/${name}/mine`, pages)).toBeUndefined()
      expect(await browser.ask('home', {})).toMatchObject({ wechat: false })
    }
  })
})

describe('a recognition', () => {
  it('ends in 我的租车, and when the mobile is proved by another user', async () => {
    const { browser, mobile, first } = await known('Carl')
    await open(browser, 'Carl')
    await browser.ask('forgetWechat', {})
    expect(await browser.ask('rentals', {})).toMatchObject({ wechat: null })
    const again = someone().browser
    await open(again, 'Carl')
    expect(await signedIn(again)).toBeNull()
    expect(await signedIn(first)).toBe(masked(mobile))

    t.clock.advance(2 * MINUTE)
    await prove(again, mobile, true)
    t.clock.advance(2 * MINUTE)
    const stranger = someone().browser
    await open(stranger, 'NewOwner')
    await prove(stranger, mobile, false)
    const old = someone().browser
    await open(old, 'Carl')
    expect(await signedIn(old)).toBeNull()
  })

  it('is of one mobile: the user who proves another one is that customer', async () => {
    const { mobile } = await known('Dora')
    const { browser, mobile: second } = someone()
    await open(browser, 'Dora')
    expect(await signedIn(browser)).toBe(masked(mobile))
    await prove(browser, second, true)
    const later = someone().browser
    await open(later, 'Dora')
    expect(await signedIn(later)).toBe(masked(second))
  })

  it('proves the mobile as of its code, and ends some months after it', async () => {
    const { browser } = await known('Emil')
    t.clock.set(TEST_NOW + 20 * HOUR)
    await open(browser, 'Emil')
    const { rows } = await t.root.query(
      'select proved_at from site_session where proved_at is not null order by id desc',
    )
    expect(rows[0].provedAt.getTime()).toBe(TEST_NOW)
    t.clock.set(TEST_NOW + RECOGNISED_FOR + DAY)
    const late = someone().browser
    await open(late, 'Emil')
    expect(await signedIn(late)).toBeNull()
    await runInstallation(t, 'siteSessions')
    expect((await t.root.query('select 1 from site_wechat')).rows).toEqual([])
  })

  it('is deleted with the customer', async () => {
    const { mobile } = await known('Erna')
    const personId = await renter(t, w, { name: '周尔娜', phone: mobile })
    await t.call(contract.driver.erasePerson, { personId, reason: '客户要求' }, owner())
    const later = someone().browser
    await open(later, 'Erna')
    expect(await signedIn(later)).toBeNull()
  })

  it('belongs to one merchant, and reminders are turned off and on by its customer alone', async () => {
    const { browser } = await known('Frida')
    const there = someone(elsewhere).browser
    await open(there, 'Frida', elsewhere)
    expect(await signedIn(there)).toBeNull()
    await open(browser, 'Frida')
    await browser.ask('wechatReminders', { on: false })
    expect(await browser.ask('rentals', {})).toMatchObject({ wechat: { reminders: false } })
    const nobody = someone().browser
    for (const [call, input] of [
      ['wechatReminders', { on: true }],
      ['forgetWechat', {}],
    ] as const)
      expect(await nobody.send(call, input)).toMatchObject({ errorCode: -9 })
  })
})

describe('reminders', () => {
  const smsTo = async (mobile: string) =>
    ((await t.kernel.outside.sms.outbox!()) ?? []).filter((sms) => sms.mobile === mobile && sms.template === 'customer')
  let texts = 0
  /** A message about an order, as the features queue it, is sent. @returns the number of text messages and of WeChat's */
  async function remind(user: string, mobile: string, orderId: string, kind = 'pickupReminder') {
    const { follow } = t.kernel.outside
    const count = async () => [(await smsTo(mobile)).length, rungTo(user).length] as const
    const rungTo = (one: string) => follow!.rung!().filter(({ address }) => address.endsWith(one))
    const before = await count()
    const vault = await t.kernel.vaults.merchant(w.merchantId)
    const id = String(9_000_000 + ++texts)
    await asMerchant(t.kernel, w.merchantId, async ({ queue }) =>
      queueText({ queue, vault, now: t.clock.now() } as Context, {
        ...{ id, kind, mobile, orderId, dedupe: id, body: '请按时取车', dueAt: t.clock.now() },
      }),
    )
    await sendMessages(t.jobs)
    const after = await count()
    return { sms: after[0] - before[0], wechat: after[1] - before[1], last: rungTo(user)[0] }
  }

  it('go to WeChat instead of SMS, and lead to the rental; other messages stay text messages', async () => {
    const { mobile } = await known('Lea')
    const { orderId } = await book(t, w, { form: { contactPhone: mobile } })
    await sendMessages(t.jobs)
    expect(await smsTo(mobile)).not.toEqual([])
    const { last, ...counts } = await remind('Lea', mobile, orderId)
    expect(counts).toEqual({ sms: 0, wechat: 1 })
    expect(last).toMatchObject({ title: '取车提醒', body: expect.stringMatching(/取车$/), merchant: '测试租车' })
    expect(last!.link).toMatch(new RegExp(`/s/${name}/mine/${orderId}$`))
    expect(await remind('Lea', mobile, orderId, 'cancelled')).toMatchObject({ sms: 1, wechat: 0 })
  })

  it('go by SMS to who is not known or does not want them, and where WeChat takes none', async () => {
    const { browser, mobile } = await known('Max')
    const { orderId } = await book(t, w, { form: { contactPhone: mobile } })
    await sendMessages(t.jobs)
    const { follow } = t.kernel.outside
    const { ring } = follow!
    for (const away of [async () => 'gone' as const, () => Promise.reject(new Error('WeChat is away'))]) {
      Object.assign(follow!, { ring: away })
      expect(await remind('Max', mobile, orderId)).toMatchObject({ sms: 1, wechat: 0 })
    }
    Object.assign(follow!, { ring })
    expect(await remind('Max', mobile, orderId)).toMatchObject({ sms: 0, wechat: 1 })
    await open(browser, 'Max')
    await browser.ask('wechatReminders', { on: false })
    t.clock.advance(DAY)
    expect(await remind('Max', mobile, orderId)).toMatchObject({ sms: 1, wechat: 0 })
    expect(await remind('Max', mobileOf(9999), orderId)).toMatchObject({ sms: 1, wechat: 0 })
  })
})

describe('who tries to be somebody else', () => {
  it('brings back no code of another browser, another page, another time, or twice', async () => {
    await known('Gina')
    const home = `/s/${name}`
    const thief = someone().browser
    const back = (await backOf(thief, 'Gina'))!
    // The address is opened by a browser that did not ask, and by one that asked for itself.
    const victim = someone().browser
    expect(await victim.go(pathOf(back))).toBe(home)
    const asked = someone().browser
    await backOf(asked, 'Hugo')
    expect(await asked.go(pathOf(back))).toBe(home)
    for (const browser of [victim, asked]) expect(await signedIn(browser)).toBeNull()

    const changed = new URL(back)
    changed.searchParams.set('to', `/s/${elsewhere}/mine`)
    const [state, to] = [back.searchParams.get('state')!, '//evil.example']
    for (const wrong of [changed.searchParams.get('to')!, to]) {
      const browser = someone().browser
      await backOf(browser, 'Gina')
      expect(await browser.send('wechatBack', { to: wrong, state, code: 'x' })).toMatchObject({ errorCode: -2 })
    }
    const old = someone().browser
    const late = (await backOf(old, 'Gina'))!
    t.clock.advance(11 * MINUTE)
    expect(await old.go(pathOf(late))).toBe(home)
    t.clock.set(TEST_NOW)

    const own = someone().browser
    const once = (await backOf(own, 'Gina'))!
    const before = own.cookie()!
    expect(await own.go(pathOf(once))).toBe(`/s/${name}/mine`)
    expect(await signedIn(own)).not.toBeNull()
    // Twice in the same browser, and by somebody who kept its cookies from before.
    expect(await own.go(pathOf(once))).toBe(home)
    const copy = visitor(t, name, { agent: WECHAT, cookie: before })
    await copy.go(pathOf(once))
    expect(await signedIn(copy)).toBeNull()
  })

  it('gets a session under a new secret, whatever cookie was there before', async () => {
    const { mobile } = await known('Ida')
    const fixed = `cheyi_renter=${'A'.repeat(43)}`
    const browser = visitor(t, name, { agent: WECHAT, cookie: fixed })
    await open(browser, 'Ida')
    browser.drop('cheyi_renter')
    await open(browser, 'Ida')
    expect(await signedIn(browser)).toBe(masked(mobile))
    expect(browser.cookie()).not.toContain(fixed)
    expect(await signedIn(visitor(t, name, { cookie: fixed }))).toBeNull()
  })

  it('is nobody with the user of another merchant, of another account, of a former hour, or made up', async () => {
    const { first, mobile } = await known('Jan')
    const user = /cheyi_wechat=[\w-]+/.exec(first.cookie()!)![0]
    const bring = (cookie: string, site = name) => visitor(t, site, { agent: WECHAT, cookie })
    expect(await bring(user).ask('home', {})).toMatchObject({ wechat: true })
    expect(await bring(user, elsewhere).ask('home', {})).toMatchObject({ wechat: false })
    for (const made of [`cheyi_wechat=${'A'.repeat(80)}`, `${user.slice(0, -3)}AAA`, 'cheyi_wechat=oFollowJan'])
      expect(await bring(made).ask('home', {})).toMatchObject({ wechat: false })
    t.clock.advance(HOUR + MINUTE)
    expect(await bring(user).ask('home', {})).toMatchObject({ wechat: false })
    t.clock.set(TEST_NOW)

    // The installation has another account now: its users are others, although their ids may read the same.
    const { follow } = t.kernel.outside
    const { pages: usual } = follow!
    Object.assign(follow!, { pages: { ...usual, appId: 'another', userOf: async () => 'oFollowJan' } })
    try {
      expect(await bring(user).ask('home', {})).toMatchObject({ wechat: false })
      const { browser } = someone()
      const away = new URL((await browser.go(`/s/${name}/mine`, pages))!, 'http://x').searchParams
      const to = new URL(away.get('redirect_uri')!).searchParams.get('to')!
      await browser.ask('wechatBack', { to, state: away.get('state')!, code: 'x' })
      expect(await signedIn(browser)).toBeNull()
    } finally {
      Object.assign(follow!, { pages: usual })
    }
    const own = someone().browser
    await open(own, 'Jan')
    expect(await signedIn(own)).toBe(masked(mobile))
  })

  it('has as many tries as at the door of codes', async () => {
    const limits = createLimits(true)
    for (let n = 0; n < 20; n++) await limits.pass('203.0.113.9', name, 'write')
    await expect(limits.pass('203.0.113.9', name, 'write')).rejects.toMatchObject({ key: 'tooFrequent' })
  })
})

describe('where WeChat is away', () => {
  it('the page is there as ever, and asks for a code', async () => {
    const { follow } = t.kernel.outside
    const { pages: usual } = follow!
    Object.assign(follow!, { pages: { ...usual, userOf: async () => undefined } })
    try {
      const { browser, mobile } = someone()
      expect(await open(browser, 'Kim')).toBe(`/s/${name}/mine`)
      await prove(browser, mobile, true)
      expect(await browser.ask('rentals', {})).toMatchObject({ wechat: null })
    } finally {
      Object.assign(follow!, { pages: usual })
    }
  })
})

describe('a share card', () => {
  const address = (path: string) => `http://127.0.0.1:${t.kernel.config.port}${path}`

  it('is allowed to pages of the installation, by a ticket that all processes share', async () => {
    const { follow } = t.kernel.outside
    const { pages: usual } = follow!
    let issued = 0
    const ticket = async () => {
      issued++
      return usual.ticket()
    }
    Object.assign(follow!, { pages: { ...usual, ticket } })
    try {
      const url = address(`/s/${name}?from=p1`)
      const asked = await Promise.all(
        Array.from({ length: 8 }, () => someone().browser.ask('share', { url: `${url}#top` })),
      )
      expect(issued).toBe(1)
      // Those that came before the first ticket was here show the usual card.
      const { proof } = await someone().browser.ask('share', { url })
      expect(asked.some((one) => one.proof !== null)).toBe(true)
      expect(follow!.simulator!.allows(url, proof!)).toBe(true)
      expect(follow!.simulator!.allows(address('/other'), proof!)).toBe(false)
      expect(issued).toBe(1)
      t.clock.advance(115 * MINUTE)
      await someone().browser.ask('share', { url })
      expect(issued).toBe(2)
      const { rows } = await t.root.query('select w::text as row from wechat_ticket w')
      expect(rows).toHaveLength(1)
    } finally {
      Object.assign(follow!, { pages: usual })
    }
  })

  it('is not allowed to pages elsewhere, and is none where WeChat gives no ticket', async () => {
    const { browser } = someone()
    for (const url of ['https://evil.example/', `https://evil.example/s/${name}`, 'not an address', 'javascript:1'])
      expect(await browser.ask('share', { url })).toEqual({ proof: null })
    const { follow } = t.kernel.outside
    const { pages: usual } = follow!
    await t.root.query('delete from wechat_ticket')
    Object.assign(follow!, { pages: { ...usual, ticket: async () => undefined } })
    try {
      expect(await browser.ask('share', { url: address(`/s/${name}`) })).toEqual({ proof: null })
    } finally {
      Object.assign(follow!, { pages: usual })
    }
  })
})
