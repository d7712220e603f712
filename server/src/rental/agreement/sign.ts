import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWays } from '@cheyi/domain/rental/agreement/codes'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { isHand, unpackHand } from '@cheyi/domain/rental/agreement/handwriting'
import { agreementSteps, isReadable } from '@cheyi/domain/rental/agreement/steps'
import { formatLocal } from '@cheyi/domain/time'
import { keepLanguage, lockOrder, logOrder, readOrder, shopOf, touchOrder } from '../../booking/order/actions.ts'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { customerPhone, openCustomerLink } from '../../platform/customer-link/actions.ts'
import { mediaViews } from '../../platform/media/actions.ts'
import { sendKnownCode, useCode } from '../../platform/session/actions.ts'
import { fileOf } from './file/file.ts'
import { SIGNATURE, signDigest } from './signature.ts'
import { type AgreementRow, byId } from './store.ts'
import * as store from './store-sign.ts'

type Calls = typeof contract.agreement

/** A document that may be shown through its link: it waits for its signature, or was signed. @throws Refusal linkExpired (5301) */
function requireReadable(row: AgreementRow | undefined): AgreementRow & { readonly document: PaperDocument } {
  const document = row?.fields.document
  if (row === undefined || document === undefined || !isReadable(row.status)) throw new Refusal('linkExpired')
  return { ...row, document }
}

export const signPage: HandlerOf<'agreement', 'signPage'> = async ({ t }, ctx) => {
  const link = await openCustomerLink(ctx, t, 'sign')
  return link.within(async (inside) => {
    const [paper, order, shop] = await Promise.all([
      byId(inside.db, link.refId),
      readOrder(inside, link.orderId),
      shopOf(inside, link.orderId),
    ])
    const row = requireReadable(paper)
    const { document } = row
    const views = await mediaViews(
      inside,
      document.photos.map(({ mediaId }) => mediaId),
    )
    return {
      merchantName: document.lessor,
      logoUrl: shop.logoUrl,
      orderNo: order.orderNo,
      storeName: shop.storeName,
      storePhone: shop.storePhone,
      status: row.status,
      cancelled: isCancelled(order.status),
      phoneTail: link.phoneMask.slice(-4),
      expireAt: link.expireAt,
      signedAt: row.signedAt,
      ...fileOf(inside, row),
      paper: pageOf(document, views),
    }
  })
}

const pageOf = (document: PaperDocument, views: Awaited<ReturnType<typeof mediaViews>>) => ({
  ...pick(document, 'title', 'agreementNo', 'lessor', 'renter'),
  sections: document.sections.map(({ title, rows }) => ({ title, rows: [...rows] })),
  fees: document.fees.map(({ title, rows, total }) => ({ title, rows: [...rows], total })),
  clauses: [...document.clauses],
  consent: document.consent,
  marks: [...document.marks],
  inspected: document.unseen !== true,
  photos: document.photos.flatMap(({ mediaId, caption }) => {
    const view = views.get(mediaId)
    return view === undefined ? [] : [{ caption, url: view.url, thumbUrl: view.thumbUrl }]
  }),
})

export async function signCode({ t }: ParsedOf<Calls['signCode']>, ctx: Context) {
  const link = await openCustomerLink(ctx, t, 'sign')
  const row = await link.within((inside) => byId(inside.db, link.refId))
  advance(agreementSteps, 'sign', requireFound(row).status)
  return sendKnownCode(ctx, link.mobile, 'sign')
}

/**
 * The customer signs: the handwriting and the data of the signing are stored with their digest and that of the content,
 * and the document becomes valid. Its file is printed and signed with the merchant's certificate afterwards. A repetition
 * by the same signer returns the same result.
 * @throws Refusal linkExpired (5301); wrongCode (1006); agreementSigned (5403)
 */
export const sign: HandlerOf<'agreement', 'sign'> = async (input, ctx) => {
  if (!input.agree) throw badInput('agree', '请阅读并勾选签署确认')
  const hand = unpackHand(input.hand)
  if (!isHand(hand)) throw badInput('hand', '请先签名')
  const link = await openCustomerLink(ctx, input.t, 'sign')
  const before = requireReadable(await link.within((inside) => byId(inside.db, link.refId)))
  advance(agreementSteps, 'sign', before.status)
  await useCode(ctx, link.mobile, 'sign', input.smsCode)
  return link.within(async (inside) => {
    const order = await lockOrder(inside, link.orderId)
    if (isCancelled(order.status)) throw new Refusal('linkExpired')
    await keepLanguage(inside, order.id)
    const row = requireReadable(await byId(inside.db, link.refId))
    const status = advance(agreementSteps, 'sign', row.status)
    // Staff may send the link to any phone, so the document must show when it was not the renter's.
    const isOwn = link.mobile === (await customerPhone(inside, order))
    const phone = isOwn ? link.phoneMask : `${link.phoneMask}（非承租人手机）`
    const contentSha256 = row.contentSha256!
    const facts = [
      { label: '签署方式', text: `${signWays.text(link.way)}，手机验证码` },
      { label: '签署手机', text: phone },
      { label: '签署时间', text: formatLocal(ctx.now, 'YYYY-MM-DD HH:mm:ss') },
      { label: 'IP 地址', text: ctx.ip },
      { label: '签署内容', text: `SHA-256 ${contentSha256.toString('hex')}` },
    ]
    await store.setSigned(inside.db, row.id, {
      status,
      signedAt: ctx.now,
      signWay: link.way,
      signerIp: ctx.ip,
      signerAgent: ctx.userAgent,
      signerPhoneMask: link.phoneMask,
      signatureEnc: inside.vault.seal(SIGNATURE, row.id, JSON.stringify(input.hand)),
      signFacts: facts,
      signSha256: signDigest({ contentSha256, hand: input.hand, at: ctx.now, facts }),
      printAt: ctx.now,
      printAttempts: 0,
    })
    logOrder(inside, { ...order, status: null }, { action: 'agreement', detail: { type: row.type, form: 'signed' } })
    touchOrder(inside.queue, order.id)
    insertAudit(inside, 'agreement.sign', {
      targetType: 'agreement',
      targetId: row.id,
      after: { status, way: link.way, phone },
    })
    return { status }
  })
}

/** The verification of a document by its QR code: whether it is authentic, never its content. */
export const verify: HandlerOf<'agreement', 'verify'> = async ({ c }, ctx) => {
  const row = requireFound(await store.byCode(ctx.query, c))
  const hex = (bytes: Buffer) => bytes.toString('hex')
  return {
    merchantName: row.merchant,
    ...pick(row, 'agreementNo', 'type', 'status', 'createdAt', 'signedAt'),
    contentSha256: hex(row.contentSha256),
    pdfSha256: row.pdfSha256 === null ? null : hex(row.pdfSha256),
    signedSha256: row.signedSha256 === null ? null : hex(row.signedSha256),
    selfIssued: row.selfIssued,
  }
}
