import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { maskPhone } from '@cheyi/domain/mask'
import { takesTexts } from '@cheyi/domain/platform/check/mobile'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, localDate } from '@cheyi/domain/time'
import { type Context, newId, requireFound } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import { awaitRegistration } from '../../kernel/registrations.ts'
import { merchantName } from '../../platform/merchant/actions.ts'
import { countUnasked } from '../../platform/notify/actions.ts'
import * as store from './store.ts'
import * as booker from './store-booker.ts'

/*
 * People who book for a company on the booking page of the merchant. They prove the mobile that was invited, see the agreed prices of the
 * company and book on its credit. Whoever was not invited learns nothing of a company.
 */

const hashOf = (ctx: Pick<Context, 'vault'>, mobile: string): Buffer => ctx.vault.index('company_booker.mobile', mobile)

type PageOf = (ctx: Context) => Promise<string | null>
const noPage: PageOf = async () => null
let pageOf = noPage
awaitRegistration(() => (pageOf === noPage ? ['bookingPage'] : []))

/** Registers the address at which invited people book; a feature of sales has it. null: the merchant has no page. */
export function registerBookingPage(page: PageOf): void {
  pageOf = page
}

export async function bookersOf(
  ctx: Context,
  companyId: string,
): Promise<OutputOf<typeof contract.company.detail>['bookers']> {
  const rows = await booker.ofCompany(ctx, companyId)
  return rows.map(({ id, mobileMask, ...row }) => ({ ...row, bookerId: id, mobile: mobileMask }))
}

/**
 * Invites somebody, or changes name and last day of an invitation.
 * @throws Refusal notFound (-4), badInput (-2) for a new one without a mobile or with one that is invited already, companyNoPage (5901),
 *   textsExhausted (1039)
 */
export async function saveBooker(
  { companyId, bookerId, name, mobile, untilOn: last }: ParsedOf<typeof contract.company.saveBooker>,
  ctx: Context,
): Promise<{ bookerId: string }> {
  const untilOn = last ?? null
  requireLastDay(ctx, untilOn)
  if (bookerId !== undefined) {
    const before = await lockInvitation(ctx, bookerId)
    if (before.companyId !== companyId || before.endedAt !== null) throw new Refusal('notFound', { field: 'bookerId' })
    await booker.update(ctx, bookerId, { name, untilOn })
    ctx.audit({
      targetType: 'company',
      targetId: companyId,
      before: { booker: before.name, untilOn: before.untilOn },
      after: { booker: name, untilOn },
    })
    return { bookerId }
  }
  if (mobile === undefined) throw badInput('mobile', '请输入手机号')
  const company = requireFound(await store.byId(ctx, companyId))
  return { bookerId: await invite(ctx, { company, name, mobile, untilOn, contact: null }) }
}

interface Invited {
  readonly name: string
  readonly mobile: string
  /** The last day; null: until it is taken back. */
  readonly untilOn: string | null
}

/** @throws Refusal badInput (-2), companyNoPage (5901), textsExhausted (1039) */
async function invite(
  ctx: Context,
  {
    company,
    contact,
    name,
    mobile,
    untilOn,
  }: Invited & {
    readonly company: Pick<store.CompanyRow, 'id' | 'name'>
    /** The contact of the company who invites; null for an invitation by staff. */
    readonly contact: Pick<booker.ContactRow, 'id' | 'name'> | null
  },
): Promise<string> {
  if (!takesTexts(mobile)) throw badInput('mobile', '该号码收不到短信')
  const url = await pageOf(ctx)
  if (url === null) throw new Refusal('companyNoPage')
  const id = await newId(ctx)
  await booker.insert(ctx, {
    ...{ id, companyId: company.id, name, untilOn, contactId: contact?.id ?? null },
    mobileMask: maskPhone(mobile),
    mobileHash: hashOf(ctx, mobile),
  })
  await countUnasked(ctx, 'invitation', mobileHashOf(ctx, mobile))
  ctx.audit({
    targetType: 'company',
    targetId: company.id,
    after: { booker: name, untilOn, ...(contact !== null && { invitedBy: contact.name }) },
  })
  const merchant = await merchantName(ctx.db)
  const what = `您可以为${company.name}在线订车，费用由公司结算。请在此用本机验证码验证后预订：${url}`
  ctx.afterCommit(() => ctx.outside().sms.send({ mobile, template: 'customer', params: { merchant, what } }))
  return id
}

/** Invitations of a day by one contact, and by all contacts of a company: each is an SMS of the merchant. */
const MOST_OF_CONTACT = 10
const MOST_OF_COMPANY = 20

/** Of contacts whose masked number is that of a proved mobile, those who have this very number; one of each company. */
function ownContacts(ctx: Context, mobile: string, rows: readonly booker.ContactRow[]): booker.ContactRow[] {
  const own = rows.filter(({ id, phoneEnc }) => ctx.vault.open(store.CONTACT_PHONE, id, phoneEnc) === mobile)
  return [...new Map(own.map((row) => [row.companyId, row])).values()]
}

/** The companies in use of which the holder of a proved mobile is a contact, with their open invitations. */
export async function invitesOfContact(ctx: Context, mobile: string) {
  const contacts = ownContacts(ctx, mobile, await booker.contactsByMask(ctx, maskPhone(mobile)))
  if (contacts.length === 0) return []
  const open = await booker.openOf(
    ctx,
    contacts.map(({ companyId }) => companyId),
  )
  const today = localDate(ctx.now)
  return contacts.map(({ companyId, company }) => ({
    companyId,
    name: company,
    bookers: open
      .filter((row) => row.companyId === companyId)
      .map(({ id, name, mobileMask, untilOn }) => ({
        ...{ bookerId: id, name, mobile: mobileMask, untilOn },
        valid: untilOn === null || untilOn >= today,
      })),
  }))
}

/**
 * The company, and the contacts that the holder of a proved mobile is, all held until the end of the transaction.
 * @throws Refusal companyNotContact (5902) for anybody else, for a company that is off, and for one that does not exist
 */
async function lockAsContact(ctx: Context, mobile: string, companyId: string) {
  const [company] = await store.lock(ctx, [companyId])
  const contacts = ownContacts(ctx, mobile, await booker.lockContactsByMask(ctx, maskPhone(mobile)))
  const contact = contacts.find((one) => one.companyId === companyId)
  if (company === undefined || contact === undefined) throw new Refusal('companyNotContact')
  return { company, contact, contactIds: contacts.map(({ id }) => id) }
}

/**
 * A contact of a company invites as staff do. A mobile that is invited already stays so: a repeated request sends nothing again.
 * @throws Refusal companyNotContact (5902), companyInvitesUsedUp (5903), and as {@link invite}
 */
export async function inviteByContact(
  ctx: Context,
  { own, companyId, ...invited }: Invited & { readonly own: string; readonly companyId: string },
): Promise<void> {
  requireLastDay(ctx, invited.untilOn)
  const { company, contact, contactIds } = await lockAsContact(ctx, own, companyId)
  const before = await booker.openOfMobile(ctx, companyId, hashOf(ctx, invited.mobile))
  if (before !== undefined) {
    if (before.untilOn === null || before.untilOn >= localDate(ctx.now)) return
    await booker.end(ctx, before.id)
  }
  const sent = await booker.countByContacts(ctx, { contactIds, companyId, since: ctx.now - DAY })
  if (sent.own >= MOST_OF_CONTACT || sent.ofCompany >= MOST_OF_COMPANY) throw new Refusal('companyInvitesUsedUp')
  await invite(ctx, { ...invited, company, contact })
}

/** @throws Refusal companyNotContact (5902), also for an invitation of another company */
export async function endByContact(ctx: Context, own: string, bookerId: string): Promise<void> {
  const before = await booker.lock(ctx, bookerId)
  if (before === undefined) throw new Refusal('companyNotContact')
  const { contact } = await lockAsContact(ctx, own, before.companyId)
  if (before.endedAt !== null) return
  await booker.end(ctx, bookerId)
  ctx.audit({
    targetType: 'company',
    targetId: before.companyId,
    before: { booker: before.name },
    after: { invitedBy: contact.name },
  })
}

/** @throws Refusal badInput (-2) for a day that is over */
function requireLastDay(ctx: Context, untilOn: string | null): void {
  if (untilOn !== null && untilOn < localDate(ctx.now)) throw badInput('untilOn', '有效期不能早于今天')
}

/** @throws Refusal notFound (-4) */
export async function endBooker({ bookerId }: ParsedOf<typeof contract.company.endBooker>, ctx: Context) {
  const before = await lockInvitation(ctx, bookerId)
  if (before.endedAt !== null) return {}
  await booker.end(ctx, bookerId)
  ctx.audit({ targetType: 'company', targetId: before.companyId, before: { booker: before.name } })
  return {}
}

const lockInvitation = async (ctx: Context, id: string): Promise<booker.BookerRow> =>
  requireFound(await booker.lock(ctx, id))

/** The companies for which the holder of a proved mobile may book today, by name. */
export const companiesOfBooker = (ctx: Context, mobile: string): Promise<booker.Booked[]> =>
  booker.companiesOf(ctx, hashOf(ctx, mobile), localDate(ctx.now))

/**
 * The invitation of a mobile to book for a company, held until the end of the transaction: whoever takes it back at the same moment waits,
 * or is first. undefined for anybody who was not invited, also for a company that does not exist.
 */
export const lockBooker = (
  ctx: Context,
  { mobile, companyId }: { readonly mobile: string; readonly companyId: string },
): Promise<{ readonly name: string; readonly company: string } | undefined> =>
  booker.lockOf(ctx, { hash: hashOf(ctx, mobile), companyId, today: localDate(ctx.now) })
