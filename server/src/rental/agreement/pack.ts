import { createHash, randomBytes } from 'node:crypto'
import { advance } from '@cheyi/domain/advance'
import { agreementStatus, agreementType } from '@cheyi/domain/rental/agreement/codes'
import { canonicalText, type PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { agreementSteps } from '@cheyi/domain/rental/agreement/steps'
import { logOrder, touchOrder } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import type { PaperJob, PaperPort } from '../../kernel/ports.ts'
import { publicUrl } from '../../kernel/process/public-url.ts'
import { screen } from '../../kernel/screen.ts'
import { type SealKey, sealPdf } from '../../outside/paper/seal.ts'
import { keepFile } from '../../platform/media/actions.ts'
import { sealKeyOf } from './certificate.ts'
import { stampOf } from './file/print.ts'
import * as store from './store.ts'

/*
 * An evidence pack is a document of the order that only the merchant signs: it is printed, signed, stored, verified by its
 * code and deleted like the documents that a customer signs. Its content is defined by the feature that creates it.
 */

/** The identifiers of a pack before its creation: the number and the code are printed in it. */
export interface StartedPack {
  readonly id: string
  readonly agreementNo: string
  readonly verifyCode: string
}

/** Reserves the identifiers of a pack, and makes sure that a certificate exists to sign it. */
export async function beginPack(ctx: Context): Promise<StartedPack> {
  await sealKeyOf(ctx)
  return {
    id: await newId(ctx),
    agreementNo: await ctx.nextNumber('JZ'),
    verifyCode: randomBytes(16).toString('base64url'),
  }
}

/** Reads everything needed to print and sign a pack at once, so that printing a hundred photos holds no database connection. */
export async function packMeans(ctx: Context, { verifyCode }: StartedPack) {
  return {
    key: await sealKeyOf(ctx),
    stamp: await stampOf(ctx),
    verifyUrl: publicUrl(ctx.config, screen('agreement.verify', { c: verifyCode })),
    papers: ctx.outside().papers as PaperPort,
    whose: { merchantId: ctx.merchantId, accountId: ctx.accountId },
  }
}

const digestOf = (document: PaperDocument): Buffer => createHash('sha256').update(canonicalText(document)).digest()

/** Prints a pack and signs it with the merchant's certificate. @throws Refusal lineFull (-7) */
export async function sealPack(
  { key, papers, whose, ...means }: Awaited<ReturnType<typeof packMeans>>,
  document: PaperDocument,
  files: Pick<PaperJob, 'photos'> & { readonly attached: NonNullable<PaperJob['pack']>['attached'] },
): Promise<{ readonly bytes: Buffer; readonly certificateId: string }> {
  const printed = await papers.print(
    {
      ...means,
      document,
      photos: files.photos,
      sha256: digestOf(document).toString('hex'),
      pack: { sealedAt: document.madeAt, attached: files.attached },
    },
    whose,
  )
  return { bytes: await sealPdf(printed, key satisfies SealKey), certificateId: key.id }
}

/** Stores a signed pack among the documents of its order, and logs it in the history. @returns the path of its file */
export async function keepPack(
  ctx: Context,
  orderId: string,
  { id, agreementNo, verifyCode }: StartedPack,
  made: { readonly document: PaperDocument; readonly bytes: Buffer; readonly certificateId: string },
): Promise<string> {
  const file = await keepFile(ctx, {
    biz: 'paper',
    of: { bizId: id, orderId },
    kind: 'pdf',
    mime: 'application/pdf',
    extension: '.pdf',
    bytes: made.bytes,
  })
  const status = advance(agreementSteps, 'seal', agreementStatus.none)
  const type = agreementType.pack
  await store.insert(ctx.db, {
    id,
    orderId,
    type,
    status,
    agreementNo,
    verifyCode,
    fields: { document: made.document },
    contentSha256: digestOf(made.document),
    pdfId: file.id,
    pdfPath: file.path,
    pdfSha256: file.sha256,
    signedAt: ctx.now,
    signedId: file.id,
    signedPath: file.path,
    signedSha256: file.sha256,
    certificateId: made.certificateId,
  })
  logOrder(ctx, { id: orderId, status: null }, { action: 'agreement', detail: { type, form: 'made', pages: 0 } })
  touchOrder(ctx.queue, orderId)
  ctx.audit({ targetType: 'agreement', targetId: id, after: { orderId, type, no: agreementNo } })
  return file.path
}
