import { contract } from '@cheyi/contract/index'
import type { siteMine } from '@cheyi/contract/sales/site-mine'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { visitor } from '../../../src/testing/site-visitor.ts'
import type { Ground } from '../ground.ts'
import { VICTIMS_PHONE } from '../marks.ts'
import type { Answer } from '../stranger.ts'
import { Stranger } from '../stranger.ts'
import type { Door } from './door.ts'

/** Of the attacker, and of no customer of either merchant; a code goes to one mobile once a minute. */
const OWN_MOBILES = ['13700137001', '13700137002'] as const
const ORDERS = 30
/** Invited to book for a company of the victim. */
const INVITED = '13700137003'

/** A call of each part of 我的租车 for an order. */
const mine = (orderId: string) =>
  ({
    rental: { orderId },
    room: { orderId, room: 'pay', refId: orderId },
    cancel: { orderId, penalty: 0 },
    changePrice: { orderId, returnAt: 1_800_000_000_000 },
    change: { orderId, quoteId: orderId },
    askInvoice: { orderId, title: '攻方租车' },
    document: { orderId, slot: 'imgFront', identityType: 1, consent: true },
    endInvite: { bookerId: orderId },
  }) satisfies Record<Exclude<keyof typeof siteMine, 'rentals'>, object>

/** What is asked inside WeChat by somebody whom it does not know here. */
const inWechat = {
  forgetWechat: {},
  wechatReminders: { on: false },
  wechatBack: { to: '/s/x/mine', state: '0'.repeat(73), code: '0'.repeat(32) },
} satisfies Partial<Record<keyof SitePage, object>>

/** A stranger who talks to booking pages by what their script sends. */
const asks =
  (url: string) =>
  (site: string, call: keyof SitePage, input: object, cookie?: string): Promise<Answer> =>
    new Stranger(url).ask(`/s/${site}/api/${call}`, {
      method: 'POST',
      headers: {
        ...(call !== 'document' && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
      },
      body: call === 'document' ? withPicture(input) : JSON.stringify(input),
    })

/** The smallest picture that is one. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

function withPicture(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, String(value))
  form.append('file', new Blob([PICTURE]), 'x.gif')
  return form
}

/** Booking pages: orders, stores, models and offers of others, cookies of others and made-up ones, and the calendar files. */
export async function bookingPages({ url, attacker, victim, root, t }: Ground, door: Door): Promise<void> {
  const open = async ({ w: { tokens } }: Ground['attacker']) => {
    await t.call(contract.site.turn, { on: true }, { token: tokens.owner })
    return (await t.call(contract.site.detail, {}, { token: tokens.owner })).name
  }
  const [own, others] = [await open(attacker), await open(victim)]
  const proved = async (site: string, mobile: string) => {
    const browser = visitor(t, site)
    await browser.enter(mobile)
    return browser.cookie()!
  }
  const there = await proved(others, OWN_MOBILES[0])
  const here = await proved(own, OWN_MOBILES[1])
  const customers = await proved(others, VICTIMS_PHONE)
  const { rows } = await root.query<{ id: string }>(
    'select id from "order" where merchant_id = $1 order by id desc limit $2',
    [victim.w.merchantId, ORDERS],
  )
  const ask = asks(url)
  const cookies = [
    ['a mobile of the attacker', there],
    ['the page of the attacker', here],
    ['nobody', undefined],
    ['a made-up cookie', `cheyi_renter=${'A'.repeat(43)}`],
    ['a wildcard', `cheyi_renter=${'%'.repeat(43)}`],
  ] as const
  door.row.calls = Object.keys(mine('0')).length + 5 + Object.keys(inWechat).length
  for (const [whose, cookie] of cookies) {
    for (const { id } of rows) {
      for (const [call, input] of Object.entries(mine(id)))
        door.refused(
          `${call} of another customer by ${whose}`,
          await ask(others, call as keyof SitePage, input, cookie),
        )
      const file = await new Stranger(url).ask(`/s/${others}/mine/${id}/rental.ics`, {
        ...(cookie !== undefined && { headers: { cookie } }),
      })
      door.judge(`the calendar of another customer by ${whose}`, file, file.status === 302)
    }
    const list = await ask(others, 'rentals', {}, cookie)
    const isEmpty = (list.data as { rentals?: unknown[] } | null)?.rentals?.length === 0
    door.judge(`the rentals by ${whose}`, list, !list.success || isEmpty)
  }
  // The customer of the victim, at the page of the attacker, who could have made it for this.
  for (const call of ['rentals', 'rental'] as const)
    door.refused(`${call} at another page`, await ask(own, call, mine(rows[0]!.id).rental, customers))

  for (const [whose, cookie] of [...cookies, ['a secret of the attacker', 'cheyi_away=AAAA']] as const)
    for (const [call, input] of Object.entries(inWechat)) {
      const isOwn = whose === 'a mobile of the attacker' && call !== 'wechatBack'
      if (!isOwn) door.refused(`${call} by ${whose}`, await ask(others, call as keyof SitePage, input, cookie))
    }
  for (const url of ['https://evil.example/', `https://evil.example/s/${own}`, 'javascript:alert(1)']) {
    const card = await ask(own, 'share', { url }, here)
    door.judge(`a card for ${url}`, card, (card.data as { proof?: unknown } | null)?.proof === null)
  }

  const trip = { pickupAt: t.clock.now() + 86_400_000, returnAt: t.clock.now() + 2 * 86_400_000 }
  const storeId = victim.w.stores.hongqiao
  const modelId = victim.w.models.lavida
  door.refused('search at a store of another merchant', await ask(own, 'search', { ...trip, storeId }, here))
  door.refused('places near a store of another merchant', await ask(own, 'places', { storeId, text: '机场' }, here))
  for (const place of [{ storeId }, { storeId: attacker.w.stores.hongqiao }])
    door.refused('offer of another merchant', await ask(own, 'offer', { ...trip, ...place, modelId }, here))
  const offered = await ask(others, 'offer', { ...trip, storeId, modelId })
  const { quoteId, total } = (offered.data ?? {}) as { quoteId?: string; total?: number }
  if (quoteId === undefined) throw new Error(`no offer to attack: ${offered.message}`)
  door.refused(
    'book an offer of another page',
    await ask(own, 'book', { quoteId, total, name: '攻方', payNow: false }, here),
  )
  await companies({ others, own, there, here, storeId, modelId, trip }, { ground: { victim, t, url }, door })
  for (const name of ['..', '%2e%2e', 'API', `${others}%00`, `${others}'--`, 'x'.repeat(500)])
    door.refused(`the page ${name.slice(0, 20)}`, await ask(name, 'home', {}))
}

interface Pages {
  readonly own: string
  readonly others: string
  /** Cookies of mobiles of the attacker, at the victim's page and at their own. */
  readonly there: string
  readonly here: string
  readonly storeId: string
  readonly modelId: string
  readonly trip: { readonly pickupAt: number; readonly returnAt: number }
}

/** A company of the victim with somebody who may book for it: prices, the booking of a price that was shown to them, and its name. */
async function companies(
  { own, others, there, here, storeId, modelId, trip }: Pages,
  { ground: { victim, t, url }, door }: { readonly ground: Pick<Ground, 'victim' | 't' | 'url'>; readonly door: Door },
): Promise<void> {
  const by = { token: victim.w.tokens.owner }
  const { company } = contract
  const called = `受害企业${t.clock.now()}`
  const { companyId } = await t.call(company.create, { name: called }, by)
  await t.call(company.saveTerms, { companyId, version: 1, payDays: 30, rateBp: 5000, enabled: true }, by)
  await t.call(company.saveBooker, { companyId, name: '受邀人', mobile: INVITED }, by)
  const invited = visitor(t, others)
  await invited.enter(INVITED)
  const offer = await invited.ask('offer', { ...trip, storeId, modelId, companyId })
  const ask = asks(url)
  const form = { quoteId: offer.quoteId, total: offer.total, name: '攻方', payNow: false }
  for (const [whose, site, cookie] of [
    ['nobody', others, undefined],
    ['a mobile of the attacker', others, there],
    ['the page of the attacker', own, here],
    ['a cookie of the victim’s page at another', own, invited.cookie()],
    ['a made-up cookie', others, `cheyi_renter=${'A'.repeat(43)}`],
  ] as const) {
    for (const call of ['search', 'offer'] as const)
      door.refused(
        `${call} for a company of others by ${whose}`,
        await ask(site, call, { ...trip, storeId, modelId, companyId }, cookie),
      )
    door.refused(`book the price of a company by ${whose}`, await ask(site, 'book', form, cookie))
    const home = await ask(site, 'home', {}, cookie)
    door.judge(`the name of a company by ${whose}`, home, !JSON.stringify(home).includes(called))
  }
}
