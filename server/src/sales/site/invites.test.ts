import { contract } from '@cheyi/contract/index'
import { refusals } from '@cheyi/domain/refusal'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { openSite, type Visitor, visitor } from '../../testing/site-visitor.ts'
import { messageTo } from '../../testing/sms.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'
import { onlineMerchant } from '../../testing/world/online-merchant.ts'

/* Contact persons of a company invite colleagues on the booking page, and take invitations back. */

onlineMerchant()
const { company } = contract

let site: string
let companyId: string
let contactId: string
let contact: Visitor
let people = 0
let companies = 0
const nextMobile = () => `135${String(40_000_000 + ++people)}`

beforeAll(async () => {
  site = await openSite(t, w)
})
/** A company with a contact who is signed in on the page, each two days after the one before, because a merchant sends few invitations an hour. */
beforeEach(async () => {
  t.clock.set(TEST_NOW + ++companies * 2 * DAY)
  ;({ companyId, contactId, contact } = await found())
})

async function found(mobile = nextMobile()) {
  const { companyId: made } = await t.call(company.create, { name: `邀请${++people}有限公司` }, owner())
  const saved = await t.call(company.saveContact, { companyId: made, name: '王经理', phone: mobile }, owner())
  return { companyId: made, contactId: saved.contactId, contact: await enter(mobile), mobile }
}
async function enter(mobile: string): Promise<Visitor> {
  const browser = visitor(t, site)
  await browser.enter(mobile)
  return browser
}
const formOf = (mobile: string, more: object = {}) => ({ companyId, name: '李同事', mobile, ...more })
const invite = (mobile: string, more: object = {}, by = contact) => by.send('invite', formOf(mobile, more))
const shown = async (by = contact) => (await by.ask('rentals', {})).invites
const staffSee = async () => (await t.call(company.detail, { companyId }, owner())).bookers
const turn = async (enabled: boolean) => {
  const { version } = await t.call(company.detail, { companyId }, owner())
  await t.call(company.saveTerms, { companyId, version, payDays: 30, enabled }, owner())
}
const notContact = {
  errorCode: refusals.companyNotContact.code,
  message: refusals.companyNotContact.message,
  data: null,
}

describe('a contact of a company', () => {
  it('invites a colleague as staff do; the colleague may book, and staff see who invited', async () => {
    const mobile = nextMobile()
    const untilOn = '2027-12-31'
    expect(await invite(mobile, { untilOn })).toMatchObject({ success: true })
    expect(await messageTo(t, mobile)).toContain(`/s/${site}/mine`)
    const [own] = await shown()
    const masked = `135****${mobile.slice(-4)}`
    expect(own).toMatchObject({ companyId, bookers: [{ name: '李同事', mobile: masked, untilOn, valid: true }] })
    expect(await staffSee()).toMatchObject([{ name: '李同事', invitedBy: '王经理' }])
    const colleague = await enter(mobile)
    expect((await colleague.ask('home', {})).companies).toMatchObject([{ companyId }])
    // A colleague who may book for the company is not its contact, and so may not invite others.
    expect(await shown(colleague)).toEqual([])
    expect(await invite(nextMobile(), {}, colleague)).toMatchObject(notContact)
    const { rows } = await t.root.query(
      `select after from audit where target_type = 'company' and target_id = $1 and after ? 'invitedBy'`,
      [companyId],
    )
    expect(rows).toEqual([{ after: { booker: '李同事', untilOn, invitedBy: '王经理' } }])
  })

  it('invites a mobile once: the same request again sends nothing', async () => {
    const mobile = nextMobile()
    await invite(mobile)
    await invite(mobile, { name: '别名' })
    expect(await staffSee()).toMatchObject([{ name: '李同事', untilOn: null }])
    const { rows } = await t.root.query('select count(*)::int as n from company_booker where company_id = $1', [
      companyId,
    ])
    expect(rows).toEqual([{ n: 1 }])
  })

  it('takes an invitation back, of staff too, and invites anew one that is over', async () => {
    const [mobile, other] = [nextMobile(), nextMobile()]
    await t.call(company.saveBooker, { companyId, name: '赵助理', mobile }, owner())
    await invite(other)
    const { bookers } = (await shown())[0]!
    expect(bookers.map(({ name }) => name)).toEqual(['李同事', '赵助理'])
    const { bookerId } = bookers[1]!
    await contact.ask('endInvite', { bookerId })
    await contact.ask('endInvite', { bookerId })
    expect((await (await enter(mobile)).ask('home', {})).companies).toEqual([])
    await t.root.query(`update company_booker set until_on = '2026-01-01' where company_id = $1`, [companyId])
    expect((await shown())[0]!.bookers).toMatchObject([{ name: '李同事', valid: false }])
    await invite(other)
    expect((await shown())[0]!.bookers).toMatchObject([{ name: '李同事', valid: true, untilOn: null }])
  })

  it('is refused a day that is over, and a number that receives no SMS', async () => {
    expect((await invite(nextMobile(), { untilOn: '2026-01-01' })).message).toContain('有效期')
    expect(await invite('021-62345678')).toMatchObject({ errorCode: refusals.badInput.code })
  })

  it('invites ten a day, however many requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => invite(nextMobile())))
    expect(answers.filter(({ success }) => success)).toHaveLength(10)
    const refused = answers.filter(({ success }) => !success)
    expect(new Set(refused.map(({ errorCode }) => errorCode))).toEqual(new Set([refusals.companyInvitesUsedUp.code]))
    t.clock.advance(DAY + 1)
    expect(await invite(nextMobile())).toMatchObject({ success: true })
  })

  it('shares the limit of the company with its other contacts', async () => {
    const others = [nextMobile(), nextMobile()]
    for (const phone of others) await t.call(company.saveContact, { companyId, name: '钱经理', phone }, owner())
    const [second, third] = await Promise.all(others.map(enter))
    for (const by of [contact, second!]) for (let i = 0; i < 10; i++) await invite(nextMobile(), {}, by)
    // A further hour, so that the merchant may send again.
    t.clock.advance(2 * HOUR)
    expect(await invite(nextMobile(), {}, third!)).toMatchObject({ errorCode: refusals.companyInvitesUsedUp.code })
  })
})

describe('nobody else', () => {
  it('sees or invites: another contact, a masked number alike, an unknown company, and a visitor who is not signed in', async () => {
    await invite(nextMobile())
    const { bookers } = (await shown())[0]!
    const { bookerId } = bookers[0]!
    const theirs = await found()
    // The same first three and last four digits as the contact of this company.
    const { rows } = await t.root.query('select phone_mask from company_contact where id = $1', [contactId])
    const alike = await enter(`1359999${String(rows[0].phoneMask).slice(-4)}`)
    for (const by of [theirs.contact, alike, await enter(nextMobile())]) {
      expect((await shown(by)).map((one) => one.companyId)).not.toContain(companyId)
      expect(await invite(nextMobile(), {}, by)).toMatchObject(notContact)
      expect(await invite(nextMobile(), { companyId: '999999999999' }, by)).toMatchObject(notContact)
      expect(await by.send('endInvite', { bookerId })).toMatchObject(notContact)
      expect(await by.send('endInvite', { bookerId: '999999999999' })).toMatchObject(notContact)
    }
    const stranger = visitor(t, site)
    for (const [call, form] of [
      ['invite', formOf(nextMobile())],
      ['endInvite', { bookerId }],
    ] as const)
      expect(await stranger.send(call, form)).toMatchObject({ errorCode: refusals.invalidToken.code })
    expect(await staffSee()).toMatchObject([{ bookerId, endedAt: null }])
  })

  it.each([
    ['was removed', () => t.call(company.removeContact, { contactId }, owner())],
    ['has a company that is turned off', () => turn(false)],
  ])('keeps the right: a contact who %s sees nothing and is refused', async (_, end) => {
    await invite(nextMobile())
    const { bookers } = (await shown())[0]!
    await end()
    expect(await shown()).toEqual([])
    expect(await invite(nextMobile())).toMatchObject(notContact)
    expect(await contact.send('endInvite', { bookerId: bookers[0]!.bookerId })).toMatchObject(notContact)
  })

  it('invites while the page is closed', async () => {
    await t.call(contract.site.turn, { on: false }, owner())
    expect(await invite(nextMobile())).toMatchObject({ errorCode: refusals.siteClosed.code })
    await t.call(contract.site.turn, { on: true }, owner())
  })
})
