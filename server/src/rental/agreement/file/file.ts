import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { AgreementFile } from '@cheyi/domain/rental/agreement/file'
import { fileState, nextPrint } from '@cheyi/domain/rental/agreement/file'
import { type PenPoint, unpackHand } from '@cheyi/domain/rental/agreement/handwriting'
import { MINUTE } from '@cheyi/domain/time'
import { lockOrder } from '../../../booking/order/actions.ts'
import { type Context, requireFound } from '../../../kernel/context.ts'
import { sealPdf } from '../../../outside/paper/seal.ts'
import { keepFile, signedLinks } from '../../../platform/media/actions.ts'
import { sealKeyOf } from '../certificate.ts'
import { SIGNATURE, signDigest } from '../signature.ts'
import { type AgreementRow, byId } from '../store.ts'
import { printer } from './print.ts'
import * as store from './store.ts'

/*
 * The file of a document is printed after the call that made or signed it: nobody at the counter waits for a printer. The
 * row says when it is printed next (`print_at`); printing twice does no harm, because the first file that is stored stays.
 */

/** A server that prints takes longer only when it was killed. */
const LEASE = 2 * MINUTE

/** The valid file: of a signed document the signed one, otherwise the one to be signed. */
const pathOf = ({
  signedAt,
  signedPath,
  pdfPath,
  clearedAt,
}: Pick<AgreementRow, 'signedAt' | 'signedPath' | 'pdfPath' | 'clearedAt'>): string | null =>
  clearedAt !== null ? null : signedAt === null ? pdfPath : signedPath

/** The link to the file of a document, or whether it is on its way. */
export function fileOf(
  ctx: Context,
  row: AgreementRow,
): { readonly pdfUrl: string | null; readonly file: AgreementFile } {
  const path = pathOf(row)
  return {
    pdfUrl: path === null ? null : signedLinks(ctx, { path, thumb: false }, false).url,
    file: fileState({ ...row, hasFile: path !== null, isMade: row.contentSha256 !== null && row.clearedAt === null }),
  }
}

/** What is printed of a document; undefined: nothing is missing, or nobody needs it. */
async function missing(ctx: Context, row: AgreementRow) {
  const { id, orderId, contentSha256, verifyCode, signedAt } = row
  const { document } = row.fields
  const { file } = fileOf(ctx, row)
  if (document === undefined || (file !== 'printing' && file !== 'failed')) return undefined
  const paper = { document, contentSha256: contentSha256!, verifyCode: verifyCode! }
  if (signedAt === null) return { id, orderId, key: null, print: await printer(ctx, paper) }
  const key = await sealKeyOf(ctx)
  const facts = [...row.signFacts!, { label: '签署摘要', text: `SHA-256 ${row.signSha256!.toString('hex')}` }]
  const signed = { hand: handOf(ctx, row), at: signedAt, facts: [...facts, { label: '签名证书', text: key.subject }] }
  return { id, orderId, key, print: await printer(ctx, paper, signed) }
}

type Missing = NonNullable<Awaited<ReturnType<typeof missing>>>

/** The handwriting of a signed document. @throws Error when it is not the one that was signed */
function handOf(ctx: Context, row: AgreementRow): readonly (readonly PenPoint[])[] {
  const packed: number[] = JSON.parse(ctx.vault.open(SIGNATURE, row.id, row.signatureEnc!))
  const digest = signDigest({
    contentSha256: row.contentSha256!,
    hand: packed,
    at: row.signedAt!,
    facts: row.signFacts!,
  })
  if (!digest.equals(row.signSha256!)) throw new Error(`the signature of ${row.id} is not the one that was given`)
  return unpackHand(packed)
}

/** Another server was faster. */
class Printed extends Error {}

/** Prints what is missing, signs the file of a signed document with the merchant's certificate, and stores it. */
async function make(ctx: Pick<Context, 'asSystem'>, { id, orderId, key, print }: Missing): Promise<void> {
  const printed = await print()
  const bytes = key === null ? printed : await sealPdf(printed, key)
  const keep = async (inside: Context) => {
    const file = await keepFile(inside, {
      biz: 'paper',
      of: { bizId: id, orderId },
      kind: 'pdf',
      mime: 'application/pdf',
      extension: '.pdf',
      bytes,
    })
    const kept = key === null ? store.keepPrinted(inside, id, file) : store.keepSigned(inside, id, file, key.id)
    if (!(await kept)) throw new Printed()
  }
  await ctx.asSystem(keep).catch((error: unknown) => {
    if (!(error instanceof Printed)) throw error
  })
}

/** Prints a document that is due. A failure is tried again, less and less often, and staff see one that was given up. */
export async function printDue(ctx: Context, id: string): Promise<void> {
  const until = ctx.now + LEASE
  const attempts = await store.claim(ctx, id, until)
  if (attempts === undefined) return
  const { orderId } = requireFound(await byId(ctx.db, id))
  const what = await missing(ctx, requireFound(await byId(ctx.db, id)))
  if (what === undefined) return store.setNext(ctx, id, { was: until, next: null })
  ctx.afterCommit(async () => {
    try {
      await make(ctx, what)
    } catch (err) {
      ctx.log.error({ err, agreementId: id, attempts }, 'a paper was not printed')
      await ctx.asSystem(async (inside) => {
        const next = nextPrint(attempts, inside.now)
        // The order's pending work names a paper without a file.
        if (next === null) await lockOrder(inside, orderId)
        await store.setNext(inside, id, { was: until, next })
      })
    }
  })
}

/** Prints the signed documents of an order that have no file yet. `ctx`: without an open transaction. */
export async function printMissing(ctx: Context, orderId: string): Promise<void> {
  const ids = await ctx.asSystem(({ db }) => store.withoutFile(db, orderId))
  for (const id of ids) {
    const what = await ctx.asSystem(async (inside) => missing(inside, requireFound(await byId(inside.db, id))))
    if (what !== undefined) await make(ctx, what)
  }
}

/** Prints a document again that was given up. */
export async function printAgain({ agreementId }: ParsedOf<typeof contract.agreement.print>, ctx: Context) {
  const { orderId } = requireFound(await byId(ctx.db, agreementId))
  await lockOrder(ctx, orderId)
  const row = requireFound(await byId(ctx.db, agreementId))
  const { file } = fileOf(ctx, row)
  if (file !== 'failed') return { file }
  await store.printNow(ctx, agreementId)
  ctx.audit({ targetType: 'agreement', targetId: agreementId })
  return { file: 'printing' as const }
}
