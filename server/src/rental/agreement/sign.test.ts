import { createHash } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { HOUR } from '@cheyi/domain/time'
import * as pki from 'pkijs'
import { beforeEach, describe, expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { codeTo, messageTo } from '../../testing/sms.ts'
import { clerk, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { shop } from '../../testing/world/world.ts'

const { agreement } = contract

sharedMerchant({ other: true })
let serial = 0
beforeEach(() => t.clock.advance(61_000))

const hand = [...Array.from({ length: 36 }, (_, n) => 100 + n * 7), -1, 260, 80, 200, 300, 80, 216, 340, 90, 233]

/** A paper that waits for the signature of a customer of its own. */
async function waiting() {
  const phone = `1381234${String(1000 + serial++)}`
  const { personId } = await t.call(
    contract.driver.savePerson,
    {
      name: '周明轩',
      phone,
      identityType: 2,
      identityNo: `E${10_000_000 + serial}`,
      licenceNo: '11010519491231002X',
      licenceClass: 'C1',
    },
    clerk(),
  )
  const car = w.vehicles.lavida[0]!
  const orderId = await insertOrder(t, w, {
    status: orderStatus.arranged,
    renterId: personId,
    vehicleId: car.id,
    plate: car.plate,
  })
  const { rows } = await t.root.query<{ id: string }>(
    `insert into pickup_return_record (merchant_id, order_id, type, vehicle_id, mileage_km, fuel_eighths, operator_id)
     values ($1, $2, 0, $3, 10000, 8, 0) returning id`,
    [w.merchantId, orderId, car.id],
  )
  const input = { orderId, recordId: rows[0]!.id }
  const { agreementId } = await t.call(agreement.generatePickup, input, clerk())
  return { agreementId, orderId, phone, input }
}
const linkOf = async (agreementId: string) => {
  const { path } = await t.call(agreement.signLink, { agreementId, way: 3 as const }, clerk())
  return new URL(path, 'http://x').searchParams.get('t')!
}
const sign = (token: string, smsCode: string) => t.send(agreement.sign, { t: token, smsCode, agree: true, hand })
async function signed() {
  const paper = await waiting()
  const token = await linkOf(paper.agreementId)
  await t.call(agreement.signCode, { t: token }, {})
  const answer = await sign(token, await codeTo(t, paper.phone))
  expect(answer).toMatchObject({ success: true, data: { status: 2 } })
  await runDue(t, 'agreementPrint')
  const { pdfUrl } = await t.call(agreement.signPage, { t: token }, {})
  return { ...paper, token, url: pdfUrl! }
}
const rowOf = async (id: string) => (await t.root.query('select * from agreement where id = $1', [id])).rows[0]
const statusOf = async (orderId: string) => (await t.call(agreement.status, { orderId }, clerk()))[0]

describe('a customer with a link', () => {
  it('reads the paper, and signs it with a code that goes to their own phone', async () => {
    const { agreementId, orderId, phone } = await waiting()
    const token = await linkOf(agreementId)
    const page = await t.call(agreement.signPage, { t: token }, {})
    expect(page).toMatchObject({
      status: 1,
      phoneTail: phone.slice(-4),
      paper: { title: '机动车租赁合同', renter: '周明轩' },
    })
    expect(JSON.stringify(page)).not.toContain(phone)

    await t.call(agreement.signCode, { t: token }, {})
    await sign(token, await codeTo(t, phone))
    // The file follows.
    expect(await t.call(agreement.signPage, { t: token }, {})).toMatchObject({ pdfUrl: null, file: 'printing' })
    expect(await statusOf(orderId)).toMatchObject({ status: 2, pdfUrl: null, file: 'printing' })
    await runDue(t, 'agreementPrint')
    const { pdfUrl } = (await statusOf(orderId))!
    const file = await t.app.inject({ url: pdfUrl! })
    const row = await rowOf(agreementId)
    expect(row.signedSha256).toEqual(createHash('sha256').update(file.rawPayload).digest())
    expect(row.signedSha256).not.toEqual(row.pdfSha256)
    expect(row).toMatchObject({ status: 2, signWay: 3, signerIp: '127.0.0.1' })
    expect(row.signatureEnc.toString('latin1')).not.toContain('[100')
    expect(await statusOf(orderId)).toMatchObject({ status: 2, signedAt: t.clock.now(), file: 'ready' })
    const audit = await t.root.query(`select name, ip from audit where action = 'agreement.sign' and target_id = $1`, [
      agreementId,
    ])
    expect(audit.rows).toEqual([{ name: '客户', ip: '127.0.0.1' }])
  })

  it('gets a file whose signature covers every byte but itself', async () => {
    const { url } = await signed()
    const file = (await t.app.inject({ url })).rawPayload
    const [, a, b, c, d] = /\/ByteRange \[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(file.toString('latin1'))!.map(Number)
    expect(a).toBe(0)
    expect(c! + d!).toBe(file.length)
    const hex = file.subarray(b! + 1, c! - 1).toString('latin1')
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'))
    const signedData = new pki.SignedData({ schema: pki.ContentInfo.fromBER(bytes.buffer).content })
    const data = new Uint8Array(Buffer.concat([file.subarray(0, b), file.subarray(c)]))
    const verified = () => signedData.verify({ signer: 0, data: data.buffer, checkChain: false })
    expect(await verified()).toBe(true)
    data[500]! ^= 1
    await expect(verified().catch(() => false)).resolves.toBe(false)
  })

  it('signs once: of two at the same time one, and a wrong code not at all', async () => {
    const { agreementId, phone } = await waiting()
    const token = await linkOf(agreementId)
    await t.call(agreement.signCode, { t: token }, {})
    const code = await codeTo(t, phone)
    expect(await sign(token, code === '000000' ? '000001' : '000000')).toMatchObject({ errorCode: 1006 })
    const answers = await Promise.all([sign(token, code), sign(token, code)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await sign(token, code)).toMatchObject({ errorCode: 5403 })
    expect(await t.send(agreement.signCode, { t: token })).toMatchObject({ errorCode: 5403 })
  })

  it('finds a link that was revoked closed, and signs by the next one', async () => {
    const { agreementId, orderId, phone } = await waiting()
    const links = [await linkOf(agreementId), await linkOf(agreementId)]
    expect(await t.call(agreement.revokeLink, { agreementId }, clerk())).toEqual({ count: 2 })
    expect(await t.call(agreement.revokeLink, { agreementId }, clerk())).toEqual({ count: 0 })
    for (const token of links) {
      expect(await t.send(agreement.signPage, { t: token })).toMatchObject({ errorCode: 5301 })
      expect(await t.send(agreement.signCode, { t: token })).toMatchObject({ errorCode: 5301 })
      expect(await sign(token, '123456')).toMatchObject({ errorCode: 5301 })
    }
    expect(await statusOf(orderId)).toMatchObject({ status: 1, expireAt: null })
    const next = await linkOf(agreementId)
    await t.call(agreement.signCode, { t: next }, {})
    expect(await sign(next, await codeTo(t, phone))).toMatchObject({ success: true })
    // What is signed stays readable by its link: nothing is left to be revoked.
    expect(await t.send(agreement.revokeLink, { agreementId }, clerk())).toMatchObject({ errorCode: 5403 })
  })

  it('does not sign for an order that was cancelled meanwhile', async () => {
    const { agreementId, orderId, phone } = await waiting()
    const token = await linkOf(agreementId)
    await t.call(agreement.signCode, { t: token }, {})
    await t.root.query(`update "order" set status = 8, cancelled_at = $2 where id = $1`, [
      orderId,
      new Date(t.clock.now()),
    ])
    expect(await sign(token, await codeTo(t, phone))).toMatchObject({ errorCode: 5301 })
    expect(await t.call(agreement.signPage, { t: token }, {})).toMatchObject({ cancelled: true })
  })

  it('signs with a hand, not a dot, and after saying yes', async () => {
    const { agreementId } = await waiting()
    const token = await linkOf(agreementId)
    const input = { t: token, smsCode: '123456', agree: true, hand: [1, 1, 0] }
    expect(await t.send(agreement.sign, input)).toMatchObject({ errorCode: -2, message: '参数错误：请先签名' })
    expect(await t.send(agreement.sign, { ...input, hand, agree: false })).toMatchObject({ errorCode: -2 })
  })

  it('finds the link dead after 72 hours, and once the paper was made anew', async () => {
    const { agreementId, input } = await waiting()
    const token = await linkOf(agreementId)
    await t.call(agreement.generatePickup, input, clerk())
    expect(await t.send(agreement.signPage, { t: token })).toMatchObject({ errorCode: 5301, message: '链接已失效' })
    const again = await waiting()
    const late = await linkOf(again.agreementId)
    t.clock.advance(72 * HOUR)
    expect(await t.send(agreement.signPage, { t: late })).toMatchObject({ errorCode: 5301 })
    await runDue(t, 'agreementExpiry')
    expect(await statusOf(again.orderId)).toMatchObject({ status: 3 })
    expect(await t.send(agreement.generatePickup, again.input, clerk())).toMatchObject({ success: true })
  })
})

describe('a link by text message', () => {
  it('reaches the renter, one a minute and five a day', async () => {
    const { agreementId, phone } = await waiting()
    const send = () => t.send(agreement.sendSms, { agreementId }, clerk())
    expect(await send()).toMatchObject({ success: true, data: { smsCount: 1, expireAt: t.clock.now() + 72 * HOUR } })
    expect(await messageTo(t, phone)).toMatch(/请签署机动车租赁合同（HT\d+）：http:\S+\/agreement\/sign\?t=/)
    expect(await send()).toMatchObject({ errorCode: 5404, message: '短信发送过于频繁' })
    for (let n = 2; n <= 5; n++) {
      t.clock.advance(60_000)
      expect(await send()).toMatchObject({ data: { smsCount: n } })
    }
    t.clock.advance(60_000)
    expect(await send()).toMatchObject({ errorCode: 5404 })
  })

  it('to whatever mobile is typed are ten a day, whatever papers they are for', async () => {
    const stranger = '13612340000'
    const send = (agreementId: string) => t.send(agreement.sendSms, { agreementId, phone: stranger }, clerk())
    const papers = await Promise.all([1, 2, 3].map(waiting))
    const answers: number[] = []
    for (let n = 0; n < 4; n++)
      for (const { agreementId } of papers) {
        answers.push((await send(agreementId)).errorCode)
        t.clock.advance(60_000)
      }
    expect(answers).toEqual([...Array(10).fill(0), 1039, 1039])
  })

  it('to another phone than the renter’s signs, and the log and the paper say whose it was not', async () => {
    const signedBy = async (phone?: string) => {
      const { agreementId, phone: own } = await waiting()
      await t.call(agreement.sendSms, { agreementId, phone }, clerk())
      const text = await messageTo(t, phone ?? own)
      const token = /\?t=([\w-]+)/.exec(text!)![1]!
      await t.call(agreement.signCode, { t: token }, {})
      expect(await sign(token, await codeTo(t, phone ?? own))).toMatchObject({ success: true })
      const { rows } = await t.root.query(
        `select after ->> 'phone' as phone from audit where action = 'agreement.sign' and target_id = $1`,
        [agreementId],
      )
      return rows[0].phone as string
    }
    expect(await signedBy()).toMatch(/^1\d\d\*{4}\d{4}$/)
    expect(await signedBy('13612340001')).toBe('136****0001（非承租人手机）')
  })

  it('that could not be sent says so, and leaves nothing', async () => {
    const { agreementId } = await waiting()
    const { sms } = t.kernel.outside
    const { send } = sms
    Object.assign(sms, { send: () => Promise.reject(new Error('vendor')) })
    try {
      expect(await t.send(agreement.sendSms, { agreementId }, clerk())).toMatchObject({ errorCode: 5405 })
    } finally {
      Object.assign(sms, { send })
    }
    const opens = async () =>
      (
        await t.root.query(
          `select a.expire_at is not null as waits, (select count(*)::int from link_token l
              where l.ref_id = a.id and l.revoked_at is null and l.expire_at > l.created_at) as links
             from agreement a where a.id = $1`,
          [agreementId],
        )
      ).rows[0]
    expect(await opens()).toEqual({ waits: false, links: 0 })
    // It counts as none: another try need not wait.
    expect(await t.send(agreement.sendSms, { agreementId }, clerk())).toMatchObject({ data: { smsCount: 1 } })
    expect(await opens()).toEqual({ waits: true, links: 1 })
  })

  it('is sent once its order and connection are free', async () => {
    const { agreementId } = await waiting()
    const { sms } = t.kernel.outside
    const { send } = sms
    let held: unknown
    const look = async () => {
      const { rows } = await t.root.query(
        `select (select count(*)::int from link_token where ref_id = $1) as links,
           (select count(*)::int from pg_stat_activity where datname = current_database() and state = 'idle in transaction') as open`,
        [agreementId],
      )
      held = rows[0]
    }
    Object.assign(sms, { send: look })
    try {
      expect(await t.send(agreement.sendSms, { agreementId }, clerk())).toMatchObject({ success: true })
    } finally {
      Object.assign(sms, { send })
    }
    expect(held).toEqual({ links: 1, open: 0 })
  })

  it('is made by the merchant’s own people, for a paper that waits', async () => {
    const { agreementId } = await signed()
    expect(await t.send(agreement.sendSms, { agreementId }, clerk())).toMatchObject({ errorCode: 5403 })
    const fresh = await waiting()
    const theirs = { token: other.tokens.owner }
    expect(await t.send(agreement.sendSms, { agreementId: fresh.agreementId }, theirs)).toMatchObject({ errorCode: -4 })
    expect(await t.send(agreement.signLink, { agreementId: fresh.agreementId, way: 2 }, theirs)).toMatchObject({
      errorCode: -4,
    })
  })
})

describe('a signed paper', () => {
  it('is told of by its code: status, times and digests, nothing of what it says', async () => {
    const { agreementId } = await signed()
    const row = await rowOf(agreementId)
    const answer = await t.call(agreement.verify, { c: row.verifyCode }, {})
    expect(answer).toMatchObject({
      merchantName: shop.merchantName,
      agreementNo: row.agreementNo,
      status: 2,
      signedSha256: row.signedSha256.toString('hex'),
      selfIssued: true,
    })
    expect(JSON.stringify(answer)).not.toContain('周明轩')
    expect(await t.send(agreement.verify, { c: 'AAAAAAAAAAAAAAAAAAAAAA' })).toMatchObject({ errorCode: -4 })
  })

  it('stays as it was signed, whoever writes', async () => {
    const { agreementId, input } = await signed()
    const refused = async (change: string, words: string) =>
      expect(t.root.query(`update agreement set ${change} where id = $1`, [agreementId])).rejects.toThrow(words)
    for (const change of ['signed_at = now()', `signer_ip = 'x'`, `sign_facts = '[]'`, `sign_sha256 = ''`])
      await refused(change, 'what was signed is not changed')
    await refused(`signed_path = 'x'`, 'its signed file is not changed')
    expect(await t.send(agreement.generatePickup, input, clerk())).toMatchObject({ errorCode: 5403 })
  })

  it('is signed by one certificate of the merchant, whose key is sealed', async () => {
    await signed()
    await signed()
    const { rows } = await t.root.query(
      'select key_enc, self_issued from merchant_certificate where merchant_id = $1',
      [w.merchantId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].selfIssued).toBe(true)
    // A PKCS#8 key begins with a DER sequence.
    expect(rows[0].keyEnc[0]).not.toBe(0x30)
  })
})
