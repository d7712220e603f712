import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { signWays } from '@cheyi/domain/rental/agreement/codes'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { isHand, type PenPoint, unpackHand } from '@cheyi/domain/rental/agreement/handwriting'
import { agreementSteps, isReadable } from '@cheyi/domain/rental/agreement/steps'
import { formatLocal } from '@cheyi/domain/time'
import { lockOrder, logOrder, readOrder, shopOf, touchOrder } from '../../booking/order/actions.ts'
import { insertAudit } from '../../kernel/audit.ts'
import { type Context, found, type HandlerOf } from '../../kernel/context.ts'
import { sealPdf } from '../../outside/paper/seal.ts'
import { customerPhone, type OpenedLink, openCustomerLink } from '../../platform/customer-link/actions.ts'
import { keepFile, mediaViews, signedLinks } from '../../platform/media/actions.ts'
import { sendKnownCode, useCode } from '../../platform/session/actions.ts'
import { sealKeyOf } from './certificate.ts'
import { printPaper } from './print.ts'
import { type AgreementRow, byId } from './store.ts'
import * as store from './store-sign.ts'

type Calls = typeof contract.agreement

const SIGNATURE = 'agreement.signature'

/** The valid file: the signed one, otherwise the one to be signed. */
export const pathOf = ({
  signedPath,
  pdfPath,
  clearedAt,
}: Pick<AgreementRow, 'signedPath' | 'pdfPath' | 'clearedAt'>): string | null =>
  clearedAt === null ? (signedPath ?? pdfPath) : null

const urlOf = (ctx: Context, row: AgreementRow): string | null => {
  const path = pathOf(row)
  return path === null ? null : signedLinks(ctx, { path, thumb: false }, false).url
}

/** A document that may be shown through its link: it waits for its signature, or was signed. @throws Refusal linkExpired (5301) */
function shown(row: AgreementRow | undefined): AgreementRow & { readonly document: PaperDocument } {
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
    const row = shown(paper)
    const { document } = row
    const views = await mediaViews(
      inside,
      document.photos.map(({ mediaId }) => mediaId),
    )
    return {
      merchantName: document.lessor,
      storeName: shop.storeName,
      storePhone: shop.storePhone,
      status: row.status,
      cancelled: isCancelled(order.status),
      phoneTail: link.phoneMask.slice(-4),
      expireAt: link.expireAt,
      signedAt: row.signedAt,
      pdfUrl: urlOf(inside, row),
      paper: pageOf(document, views),
    }
  })
}

const pageOf = (document: PaperDocument, views: Awaited<ReturnType<typeof mediaViews>>) => ({
  title: document.title,
  agreementNo: document.agreementNo,
  lessor: document.lessor,
  renter: document.renter,
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
  advance(agreementSteps, 'sign', found(row).status)
  return sendKnownCode(ctx, link.mobile, 'sign')
}

/**
 * The customer signs: the document is printed again with the handwriting and the data of the signing, is signed with the
 * merchant's certificate, and becomes valid. A repetition by the same signer returns the same result.
 * @throws Refusal linkExpired (5301); wrongCode (1006); agreementSigned (5403)
 */
export const sign: HandlerOf<'agreement', 'sign'> = async (input, ctx) => {
  if (!input.agree) throw badInput('agree', '请阅读并勾选签署确认')
  const hand = unpackHand(input.hand)
  if (!isHand(hand)) throw badInput('hand', '请先签名')
  const link = await openCustomerLink(ctx, input.t, 'sign')
  const before = shown(await link.within((inside) => byId(inside.db, link.refId)))
  advance(agreementSteps, 'sign', before.status)
  await useCode(ctx, link.mobile, 'sign', input.smsCode)
  return link.within(async (inside) => {
    const order = await lockOrder(inside, link.orderId)
    if (isCancelled(order.status)) throw new Refusal('linkExpired')
    const row = shown(await byId(inside.db, link.refId))
    const status = advance(agreementSteps, 'sign', row.status)
    // Staff may send the link to any phone, so the document must show when it was not the renter's.
    const isOwn = link.mobile === (await customerPhone(inside, order))
    const phone = isOwn ? link.phoneMask : `${link.phoneMask}（非承租人手机）`
    const file = await signedFile(inside, { ...link, phone }, row, hand)
    await store.setSigned(inside.db, row.id, {
      status,
      signedAt: ctx.now,
      signWay: link.way,
      signerIp: ctx.ip,
      signerAgent: ctx.userAgent,
      signerPhoneMask: link.phoneMask,
      signatureEnc: inside.vault.seal(SIGNATURE, row.id, JSON.stringify(input.hand)),
      signedId: file.id,
      signedPath: file.path,
      signedSha256: file.sha256,
      certificateId: file.certificateId,
    })
    logOrder(inside, { ...order, status: null }, { action: 'agreement', detail: { type: row.type, form: 'signed' } })
    touchOrder(inside.queue, order.id)
    insertAudit(inside, 'agreement.sign', {
      targetType: 'agreement',
      targetId: row.id,
      after: { status, way: link.way, phone },
    })
    return { status, pdfUrl: signedLinks(inside, { path: file.path, thumb: false }, false).url }
  })
}

async function signedFile(
  ctx: Context,
  link: Pick<OpenedLink, 'way'> & { readonly phone: string },
  row: ReturnType<typeof shown>,
  hand: readonly (readonly PenPoint[])[],
) {
  const key = await sealKeyOf(ctx)
  const label = (name: string, text: string) => ({ label: name, text })
  const printed = await printPaper(
    ctx,
    { document: row.document, contentSha256: row.contentSha256!, verifyCode: row.verifyCode! },
    {
      hand,
      at: ctx.now,
      facts: [
        label('签署方式', `${signWays.text(link.way)}，手机验证码`),
        label('签署手机', link.phone),
        label('签署时间', formatLocal(ctx.now, 'YYYY-MM-DD HH:mm:ss')),
        label('IP 地址', ctx.ip),
        label('签署前文件', `SHA-256 ${row.pdfSha256!.toString('hex')}`),
        label('签名证书', key.subject),
      ],
    },
  )
  const file = await keepFile(ctx, {
    biz: 'paper',
    of: { bizId: row.id, orderId: row.orderId },
    kind: 'pdf',
    mime: 'application/pdf',
    extension: '.pdf',
    bytes: await sealPdf(printed, key),
  })
  return { ...file, certificateId: key.id }
}

/** The verification of a document by its QR code: whether it is authentic, never its content. */
export const verify: HandlerOf<'agreement', 'verify'> = async ({ c }, ctx) => {
  const row = found(await store.byCode(ctx.query, c))
  const hex = (bytes: Buffer) => bytes.toString('hex')
  return {
    merchantName: row.merchant,
    agreementNo: row.agreementNo,
    type: row.type,
    status: row.status,
    createdAt: row.createdAt,
    signedAt: row.signedAt,
    contentSha256: hex(row.contentSha256),
    pdfSha256: hex(row.pdfSha256),
    signedSha256: row.signedSha256 === null ? null : hex(row.signedSha256),
    selfIssued: row.selfIssued,
  }
}
