import { contract } from '@cheyi/contract/index'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { officialState, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { MAX_EVIDENCE } from '@cheyi/domain/rental/violation/violation'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { codeTo, messagesWhere } from '../../testing/sms.ts'
import { photo, sendNoticePhoto, uploadPhotos } from '../../testing/upload.ts'
import { bookArranged, bringBack, handOut, renter } from '../../testing/world/handover.ts'
import { finance, orderRow, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { type Phone, selfLink } from '../../testing/world/self.ts'
import { shop } from '../../testing/world/world.ts'

/* The customer's own page of a violation, by a link and a code. */

ownMerchant({ cars: 3, other: true })

const { violation } = contract
const OUT = at('11-23T10:00')
const BACK = at('11-25T10:00')
const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 0, fine: 20_000 }
let serial = 0
let mobile = ''
beforeEach(() => {
  mobile = `1391235${String(1000 + serial++)}`
})

async function go(time: number) {
  t.clock.set(time)
}
const shown = (violationId: string) => t.call(violation.detail, { violationId }, owner())
const linkOf = async (violationId: string, way: 1 | 2 = 2) => {
  const { url } = await t.call(violation.link, { violationId, way }, owner())
  return new URL(url).searchParams.get('t')!
}
const by = ({ pass }: Phone) => ({ headers: { 'x-link-pass': pass } })
const notice = (phone: Phone) => t.call(violation.notice, { t: phone.link }, by(phone))
const reply = (phone: Phone, said: 'proof' | 'agency') =>
  t.send(violation.reply, { t: phone.link, reply: said }, by(phone))
const sendOne = async (phone: Phone) => sendNoticePhoto(t, phone, await photo())
async function act(violationId: string, more: object, who = owner()): Promise<Envelope> {
  const { version } = await shown(violationId)
  return t.send(violation.handle, { violationId, version, ...more } as never, who)
}

async function unlock(link: string): Promise<Phone> {
  t.clock.advance(61_000)
  await t.call(violation.otp, { t: link }, {})
  const { pass } = await t.call(violation.enter, { t: link, smsCode: await codeTo(t, mobile) }, {})
  return { link, pass }
}

/** A violation of a rental that is over, told to the customer. */
async function told(more: object = {}, vehicleId = w.vehicles.lavida[0]!.id) {
  const trip = { pickupAt: OUT, returnAt: BACK }
  const form = { renterId: await renter(t, w, { phone: mobile }), vehicleId }
  const { orderId } = await handOut(t, w, { trip, form })
  await bringBack(t, w, orderId, { at: BACK })
  await go(BACK + HOUR)
  const { id } = await t.call(violation.save, { orderId, occurAt: OUT + 3 * HOUR, ...facts, ...more } as never, owner())
  const { deadlineAt } = await t.call(violation.notify, { violationId: id, version: 1 }, owner())
  return { orderId, id, deadlineAt }
}
const opened = async (id: string) => unlock(await linkOf(id))
const links = async (id: string) =>
  (await t.root.query(`select * from link_token where ref_id = $1 order by id`, [id])).rows

describe("a customer's page of a violation", () => {
  it('comes with the message, opens by the code, and what is handed in there is taken with one tap', async () => {
    const { orderId, id, deadlineAt } = await told()
    const [text] = await messagesWhere(t, `order_id = $1 and kind = 'violationFound'`, [orderId])
    const link = new URL(/https?:\S+/.exec(text.body)![0]).searchParams.get('t')!
    const phone = await unlock(link)
    const first = await notice(phone)
    expect(first).toMatchObject({
      status: violationStatus.byCustomer,
      points: 0,
      fine: 20_000,
      deadlineAt,
      may: ['proof', 'agency'],
      terms: { agencyFee: 5000, deadlineDays: 7 },
      sent: [],
      claim: null,
    })
    expect(await reply(phone, 'proof')).toMatchObject({ errorCode: -2 })
    const kept = await sendOne(phone)
    const dropped = (await sendOne(phone)).data as { mediaId: string }
    expect(kept).toMatchObject({ success: true })
    // Nobody looks at what was not handed in.
    expect((await shown(id)).handedIn).toBeNull()
    await t.call(violation.dropPhoto, { t: link, mediaId: dropped.mediaId }, by(phone))
    expect(await reply(phone, 'proof')).toMatchObject({ success: true, data: { status: violationStatus.byCustomer } })
    // The answer was lost: once more, and nothing is told twice.
    expect(await reply(phone, 'proof')).toMatchObject({ success: true })
    expect(await sendOne(phone)).toMatchObject({ errorCode: 8004 })
    const seen = await shown(id)
    expect(seen.handedIn?.photos.map(({ mediaId }) => mediaId)).toEqual([(kept.data as { mediaId: string }).mediaId])
    expect(seen.log[0]).toMatchObject({ action: '客户上传处理凭证', byName: '客户' })
    const { rows } = await t.root.query(
      `select max(n)::int as n from (select count(*) as n from notification
        where ref like $1 and body like '%客户已上传处理凭证%' group by account_id) a`,
      [`violation/${id}/%`],
    )
    expect(rows[0].n).toBe(1)
    expect(await act(id, { action: 'accept' })).toMatchObject({
      success: true,
      data: { status: violationStatus.toClose },
    })
    expect(await shown(id)).toMatchObject({ handedIn: null, officialState: officialState.paid })
    expect((await shown(id)).proof).toHaveLength(1)
    expect(await notice(phone)).toMatchObject({ status: violationStatus.toClose, may: [] })
    expect(await act(id, { action: 'close' })).toMatchObject({ success: true })
    expect(await notice(phone)).toMatchObject({ status: violationStatus.closed })
  })

  it('says why a proof is none, by message and there, and takes another', async () => {
    const { orderId, id } = await told()
    const phone = await opened(id)
    await sendOne(phone)
    await reply(phone, 'proof')
    expect(await act(id, { action: 'refuse' })).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    expect(await act(id, { action: 'refuse', reason: '照片不清晰' })).toMatchObject({
      success: true,
      data: { status: violationStatus.byCustomer },
    })
    const texts = await messagesWhere(t, `order_id = $1 and kind = 'violationFound'`, [orderId])
    expect(texts).toHaveLength(2)
    const again = texts.find(({ body }) => body.includes('未通过：照片不清晰'))!
    // The message brings a link of its own; the page that is open goes on.
    expect(await notice(phone)).toMatchObject({ refusedWhy: '照片不清晰', handedInAt: null })
    const next = await unlock(new URL(/https?:\S+/.exec(again.body)![0]).searchParams.get('t')!)
    expect(await notice(next)).toMatchObject({ refusedWhy: '照片不清晰', handedInAt: null, may: ['proof', 'agency'] })
    expect((await notice(next)).sent).toHaveLength(1)
    expect(await act(id, { action: 'accept' })).toMatchObject({ errorCode: 8004 })
    expect(await reply(next, 'proof')).toMatchObject({ success: true })
    expect((await notice(next)).refusedWhy).toBe('')
  })

  it('asks the store to settle it where no points are, and staff begin by that consent', async () => {
    const { id } = await told()
    const phone = await opened(id)
    expect(await act(id, { action: 'agency' })).toMatchObject({ errorCode: -2, data: { field: 'consent' } })
    expect(await act(id, { action: 'agency', consent: 'page' })).toMatchObject({ errorCode: -2 })
    expect(await reply(phone, 'agency')).toMatchObject({ success: true })
    expect(await notice(phone)).toMatchObject({ may: ['proof'], agreedAt: t.clock.now() })
    expect((await shown(id)).consent).toMatchObject({ way: 'page' })
    expect(await act(id, { action: 'agency' })).toMatchObject({ data: { status: violationStatus.byMerchant } })
    expect((await shown(id)).consent).toMatchObject({ way: 'page' })
    expect(await notice(phone)).toMatchObject({ status: violationStatus.byMerchant, may: [] })
  })

  it('takes no points for money', async () => {
    const { id } = await told({ points: 3 })
    const phone = await opened(id)
    expect((await notice(phone)).may).toEqual(['proof'])
    expect(await reply(phone, 'agency')).toMatchObject({ errorCode: 8007 })
  })

  it('says what is owed', async () => {
    const { id } = await told()
    const phone = await opened(id)
    await reply(phone, 'agency')
    await act(id, { action: 'agency' })
    await act(id, { action: 'done', photoIds: await uploadPhotos(t, 'violation', 1, w.tokens.owner) })
    const paid = {
      amount: 20_000,
      payWay: payWay.bank,
      voucherIds: await uploadPhotos(t, 'voucher', 1, w.tokens.owner),
    }
    await t.call(violation.paid, { violationId: id, version: (await shown(id)).version, ...paid }, owner())
    const lines = { fine: 20_000, agency: 5000, penalty: 0 }
    const { version } = await shown(id)
    await t.call(violation.deduct, { violationId: id, version, lines }, finance())
    expect((await notice(phone)).claim).toEqual({ ...lines, due: 25_000, online: expect.any(Boolean) })
  })
})

describe('whoever has the link alone', () => {
  it('learns the company, the store and until when, no name, plate, act or sum', async () => {
    const { orderId, id, deadlineAt } = await told()
    const link = await linkOf(id)
    const door = await t.call(violation.door, { t: link }, {})
    expect(door).toMatchObject({ ...shop, phoneTail: mobile.slice(-4), deadlineAt })
    const row = await orderRow(orderId)
    const text = JSON.stringify(door)
    for (const secret of [row.contactName, row.plate, row.orderNo, '禁令', '延安', mobile, id])
      expect(text).not.toContain(String(secret))
    expect(await t.send(violation.notice, { t: link })).toMatchObject({ errorCode: 5305 })
    expect(await t.send(violation.reply, { t: link, reply: 'agency' })).toMatchObject({ errorCode: 5305 })
    expect(await sendOne({ link, pass: 'x' })).toMatchObject({ errorCode: 5305 })
    expect(await t.send(violation.door, { t: 'x'.repeat(32) })).toMatchObject({ errorCode: 5301 })
  })

  it('guesses no code: after five wrong ones the right one is none', async () => {
    const { id } = await told()
    const link = await linkOf(id)
    t.clock.advance(61_000)
    await t.call(violation.otp, { t: link }, {})
    const code = await codeTo(t, mobile)
    const wrong = code === '000000' ? '000001' : '000000'
    const enter = (smsCode: string) => t.send(violation.enter, { t: link, smsCode })
    for (let n = 0; n < 5; n++) expect(await enter(wrong)).toMatchObject({ errorCode: 1006 })
    expect(await enter(code)).toMatchObject({ errorCode: 1006 })
  })

  it('opens nothing by a link for something else, nor that by this', async () => {
    const { id } = await told()
    const link = await linkOf(id)
    expect(await t.send(contract.selfService.door, { t: link, type: handoverType.return })).toMatchObject({
      errorCode: 5301,
    })
    expect(await t.send(contract.payment.payPage, { t: link } as never)).toMatchObject({ errorCode: 5301 })
    const trip = { pickupAt: BACK + DAY, returnAt: BACK + 2 * DAY }
    const self = await selfLink(t, w, (await bookArranged(t, w, { trip })).orderId)
    expect(await t.send(violation.door, { t: self })).toMatchObject({ errorCode: 5301 })
  })
})

describe('a link that has ended', () => {
  it('by a newer one, by its time, with the violation, or by another order', async () => {
    const { id, deadlineAt } = await told()
    const first = await linkOf(id)
    const phone = await unlock(await linkOf(id))
    expect(await t.send(violation.door, { t: first })).toMatchObject({ errorCode: 5301 })
    const [, , last] = await links(id)
    expect(last.expireAt.getTime()).toBeGreaterThan(deadlineAt + 29 * DAY)
    // It went to an employee: nothing of it is the customer's any more.
    await sendOne(phone)
    await t.root.query('update violation set status = 1, deadline_at = null where id = $1', [id])
    const { version } = await shown(id)
    const asked = { violationId: id, version, matchType: 4 } as const
    await t.call(violation.match, asked, owner())
    expect(await t.send(violation.notice, { t: phone.link }, by(phone))).toMatchObject({ errorCode: 5301 })
    expect(await sendOne(phone)).toMatchObject({ errorCode: 5301 })
    expect((await t.root.query('select sent_ids from violation where id = $1', [id])).rows[0].sentIds).toEqual([])
    expect(await t.send(violation.link, { violationId: id, way: 2 }, owner())).toMatchObject({ errorCode: 8004 })
  })

  it('after its time', async () => {
    const { id, deadlineAt } = await told()
    const phone = await opened(id)
    await go(deadlineAt + 31 * DAY)
    expect(await t.send(violation.door, { t: phone.link })).toMatchObject({ errorCode: 5301 })
    expect(await sendOne(phone)).toMatchObject({ errorCode: 5301 })
  })
})

describe('pictures', () => {
  it('are no more than nine, images alone, and those of this violation', async () => {
    const { id } = await told()
    const phone = await opened(id)
    const svg = { name: 'a.jpg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    expect(await sendNoticePhoto(t, phone, svg)).toMatchObject({ errorCode: 11003 })
    const [foreign] = await uploadPhotos(t, 'violation', 1, w.tokens.owner)
    const { evidence } = await shown(id)
    for (const mediaId of [foreign!, ...evidence.map((one) => one.mediaId), '1'])
      expect(await t.send(violation.dropPhoto, { t: phone.link, mediaId }, by(phone))).toMatchObject({ errorCode: -4 })
    const mobileOfFirst = mobile
    mobile = `1391236${String(1000 + serial++)}`
    t.clock.set(at('11-20T10:00'))
    const next = await opened((await toldOther()).id)
    const theirs = (await sendOne(next)).data as { mediaId: string }
    const drop = { t: phone.link, mediaId: theirs.mediaId }
    mobile = mobileOfFirst
    const again = await opened(id)
    expect(await t.send(violation.dropPhoto, { ...drop, t: again.link }, by(again))).toMatchObject({ errorCode: -4 })
    for (let n = 0; n < MAX_EVIDENCE; n++) expect(await sendOne(again)).toMatchObject({ success: true })
    const more = await sendOne(again)
    expect(more.success).toBe(false)
    expect((await notice(again)).sent).toHaveLength(MAX_EVIDENCE)
  })

  /** One of another order and customer. */
  async function toldOther() {
    return told({}, w.vehicles.lavida[1]!.id)
  }
})

describe('a proof in the minute of the deadline', () => {
  const job = () => runMerchants(t, 'violationDeadline')

  it('wins when it comes first, whenever staff look', async () => {
    const { id, deadlineAt } = await told()
    await go(deadlineAt - 5 * MINUTE)
    const phone = await opened(id)
    await sendOne(phone)
    t.clock.set(deadlineAt)
    expect(await reply(phone, 'proof')).toMatchObject({ success: true })
    await job()
    await go(deadlineAt + 2 * DAY)
    await job()
    expect(await shown(id)).toMatchObject({ status: violationStatus.byCustomer, overdue: false })
    expect(await act(id, { action: 'accept' })).toMatchObject({ success: true })
    expect(await shown(id)).toMatchObject({ status: violationStatus.toClose, overdue: false })
  })

  it('comes too late behind the deadline, and is kept', async () => {
    const { id, deadlineAt } = await told({ points: 3 })
    await go(deadlineAt - 5 * MINUTE)
    const phone = await opened(id)
    await sendOne(phone)
    t.clock.set(deadlineAt)
    await job()
    expect(await reply(phone, 'proof')).toMatchObject({ success: true, data: { status: violationStatus.open } })
    expect(await shown(id)).toMatchObject({ status: violationStatus.open, overdue: true })
    expect((await shown(id)).handedIn?.photos).toHaveLength(1)
    expect(await act(id, { action: 'accept' })).toMatchObject({ success: true })
    expect(await shown(id)).toMatchObject({ status: violationStatus.toClose, overdue: true })
  })

  it('both at once end as one of the two', async () => {
    const { id, deadlineAt } = await told()
    await go(deadlineAt - 5 * MINUTE)
    const phone = await opened(id)
    await sendOne(phone)
    t.clock.set(deadlineAt)
    const [said] = await Promise.all([reply(phone, 'proof'), job()])
    expect(said).toMatchObject({ success: true })
    const { status, overdue, handedIn } = await shown(id)
    expect(handedIn).not.toBeNull()
    expect([
      [violationStatus.byCustomer, false],
      [violationStatus.open, true],
    ]).toContainEqual([status, overdue])
  })
})

it("is nobody else's to send: a colleague without the key, another merchant", async () => {
  const { id } = await told()
  const asked = { violationId: id, way: 2 } as const
  expect(await t.send(violation.link, asked, finance())).toMatchObject({ errorCode: -3 })
  expect(await t.send(violation.link, asked, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
})
