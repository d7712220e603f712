import { createHash } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { builtInTemplates } from '@cheyi/domain/rental/agreement/built-in'
import { agreementType } from '@cheyi/domain/rental/agreement/codes'
import { paperDocument } from '@cheyi/domain/rental/agreement/document'
import { paperExample } from '@cheyi/domain/rental/agreement/paper-example'
import { hashToken } from '../../../kernel/identity.ts'
import type { TestApp } from '../../app.ts'
import { photo, sendScanned, sendSelfPhoto, sendUpload } from '../../upload.ts'
import type { World } from '../world.ts'

/*
 * Of a scene: papers, and the links that open something to whoever holds them.
 */

/** A paper that waits for its signature, the link to it, and the code that it is checked by. */
export async function makePaper(t: TestApp, w: World, orderId: string): Promise<Record<string, string>> {
  const facts = { ...paperExample, agreementNo: 'HT1', madeAt: 0 }
  const document = paperDocument(agreementType.renewal, facts, builtInTemplates[agreementType.renewal], {
    marks: [],
    photos: [],
  })
  const verifyCode = `code-of-merchant-${w.merchantId}`
  const linkToken = `link-of-merchant-${w.merchantId}`
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  const { rows } = await t.root.query<{ id: string }>(
    `insert into agreement (merchant_id, order_id, type, status, agreement_no, fields, content_sha256, pdf_sha256, verify_code, created_by)
     values ($1, $2, 3, 1, 'HT1', $3, $4, $4, $5, 0) returning id`,
    [w.merchantId, orderId, JSON.stringify({ document }), sha256('paper'), verifyCode],
  )
  const agreement = rows[0]!.id
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  // Its id is its paper's, so that the phone can be sealed for it.
  await t.root.query(
    `insert into link_token (merchant_id, id, token_hash, purpose, order_id, ref_id, way, phone_enc, phone_mask, expire_at, created_by)
     values ($1, $2, $3, 'sign', $4, $2, 2, $5, '138****0001', '2100-01-01', 0)`,
    [w.merchantId, agreement, hashToken(linkToken), orderId, vault.seal('link_token.phone', agreement, '13800130001')],
  )
  return { agreement, verifyCode, linkToken }
}

/** A paper that waits since another car took the place of the one that came back. */
async function makeSwapPaper(t: TestApp, orderId: string): Promise<string> {
  const { rows } = await t.root.query<{ id: string }>(
    `with out as (insert into pickup_return_record (merchant_id, order_id, type, seq, vehicle_id, at, operator_id)
         select merchant_id, order_id, 0, 2, vehicle_id, at, 0 from pickup_return_record where order_id = $1 and type = 1 returning *)
     insert into agreement (merchant_id, order_id, type, record_id, created_by)
     select merchant_id, order_id, 5, id, 0 from out returning id`,
    [orderId],
  )
  return rows[0]!.id
}

/** The paper of an earlier end that nobody takes back. */
async function makeEndPaper(t: TestApp, orderId: string): Promise<string> {
  const { rows } = await t.root.query<{ id: string }>(
    `with ended as (insert into termination
         (merchant_id, order_id, end_on, merchant_cause, old_return_at, total_fen, reason, used_fen, penalty_fen, late_fees_fen, owed_fen, created_by)
         select merchant_id, id, (return_at at time zone 'Asia/Shanghai')::date, true, return_at, 0, '换车', 0, 0, 0, 0, 0 from "order" where id = $1 returning *)
     insert into agreement (merchant_id, order_id, type, termination_id, created_by)
     select merchant_id, order_id, ${agreementType.end}, id, 0 from ended returning id`,
    [orderId],
  )
  return rows[0]!.id
}

/** Papers of an order that wait to be made, and pictures of them and of others signed by hand. */
export const makeOwnPapers = async (t: TestApp, orderId: string, picture: () => Promise<string>) => ({
  swapAgreement: await makeSwapPaper(t, orderId),
  endAgreement: await makeEndPaper(t, orderId),
  swapPaper: await picture(),
  endPaper: await picture(),
  renewalPaper: await picture(),
  returnPaper: await picture(),
})

/** A certificate of the company's own that has ended. */
export async function makeCertificate(t: TestApp, w: World): Promise<string> {
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const { rows } = await t.root.query<{ id: string }>(`select nextval('row_id') as id`)
  const id = rows[0]!.id
  const key = vault.sealBytes('merchant_certificate.key', id, Buffer.from('key'))
  await t.root.query(
    `insert into merchant_certificate
       (merchant_id, id, subject, issuer, serial, certificate, key_enc, self_issued, not_before, not_after, created_by)
     values ($1, $2, '租车', 'CA', '01', 'x', $3, false, '2020-01-01', '2021-01-01', 0)`,
    [w.merchantId, id, key],
  )
  return id
}

/** A picture that may be the company's seal. */
export async function stampPicture(t: TestApp, w: World): Promise<string> {
  const envelope = await sendUpload(t, { biz: 'merchant' }, await photo(1200, 1200, 'seal.png'), {
    token: w.tokens.owner,
  })
  return (envelope.data as { mediaId: string }).mediaId
}

/** The company's seal as papers show it. */
export async function makeStamp(t: TestApp, w: World): Promise<string> {
  const input = { mediaId: await stampPicture(t, w) }
  return (await t.call(contract.agreement.saveStamp, input, { token: w.tokens.owner })).stampId
}

/** The pass of every link of a scene to a page of a customer's own. */
export const passOfScene = (w: World): string => `pass-of-merchant-${w.merchantId}`

interface SelfOrders {
  readonly open: string
  readonly waiting: string
  readonly toTake: string
  /** One that is out and comes back without staff. */
  readonly back: string
  readonly recordId: string
}

/**
 * Customers who take their cars without staff: one is at it, one has handed in and waits, one goes on at the counter; and one who
 * brings it back. `recordId` is of the second.
 * @returns the links of the first and the last, and the pass of both
 */
export async function makeSelf(t: TestApp, w: World, of: SelfOrders): Promise<Record<string, string>> {
  const selfPass = passOfScene(w)
  const linkTo = async (orderId: string, type: 0 | 1) => {
    const { url } = await t.call(contract.selfService.link, { orderId, type, way: 2 }, { token: w.tokens.owner })
    await t.root.query(
      `update link_token set expire_at = '2100-01-01', pass_hash = $2, pass_until = '2100-01-01' where order_id = $1`,
      [orderId, hashToken(selfPass)],
    )
    return new URL(url).searchParams.get('t')!
  }
  const selfLink = await linkTo(of.open, 0)
  const selfReturnLink = await linkTo(of.back, 1)
  await t.root.query(
    `insert into self_visit (merchant_id, order_id, type, status, handed_in_at, submitted_at)
     values ($1, $2, 0, 2, now(), now()), ($1, $3, 0, 1, null, null)`,
    [w.merchantId, of.waiting, of.toTake],
  )
  // The car that comes back has a terminal, which its customer locks it by.
  await t.root.query(
    `with d as (insert into device (merchant_id, phone, vehicle_id, bound_at)
       select merchant_id, '1079' || merchant_id, vehicle_id, now() from "order" where id = $1 and vehicle_id is not null
         and not exists (select from device d where d.vehicle_id = "order".vehicle_id) returning merchant_id, id)
     insert into device_live (merchant_id, device_id, node, last_msg_at, at, received_at, acc, lat_e6, lng_e6)
     select merchant_id, id, 'n1', '2100-01-01', '2100-01-01', '2100-01-01', false, 31200000, 121340000 from d`,
    [of.back],
  )
  await t.root.query('update pickup_return_record set by_customer = true, verify = 0 where id = $1', [of.recordId])
  const taken = async (slot: string) => {
    const { data } = await sendSelfPhoto(t, { link: selfLink, pass: selfPass }, { type: '0', slot }, await photo())
    return (data as { mediaId: string }).mediaId
  }
  return {
    selfLink,
    selfReturnLink,
    selfPass,
    selfPhoto: await taken('front'),
    selfMarkPhoto: await taken('extra'),
  }
}

/** A code for another phone, and a file that came by it. */
export async function makeScan(t: TestApp, w: World, orderId: string): Promise<Record<string, string>> {
  const input = { orderId, purpose: 'expense' } as const
  const { scanToken } = await t.call(contract.media.scanCreate, input, { token: w.tokens.owner })
  await sendScanned(t, scanToken, await photo())
  await t.root.query(`update scan_link set expire_at = '2100-01-01' where merchant_id = $1`, [w.merchantId])
  const { rows } = await t.root.query<{ id: string }>(
    'select id from media where merchant_id = $1 and scan_id is not null',
    [w.merchantId],
  )
  return { scanToken, scanned: rows[0]!.id }
}

/** A link by which a customer pays what an order owes. */
export async function makePayLink(t: TestApp, w: World, orderId: string): Promise<string> {
  const payToken = `pay-link-of-merchant-${w.merchantId}`
  const { rows } = await t.root.query<{ id: string }>(`select nextval('row_id') as id`)
  const id = rows[0]!.id
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  await t.root.query(
    `insert into link_token (merchant_id, id, token_hash, purpose, pay_kind, order_id, ref_id, way, phone_enc, phone_mask, expire_at, created_by)
     values ($1, $2, $3, 'pay', 1, $4, $4, 2, $5, '138****0001', '2100-01-01', 0)`,
    [w.merchantId, id, hashToken(payToken), orderId, vault.seal('link_token.phone', id, '13800130001')],
  )
  return payToken
}
