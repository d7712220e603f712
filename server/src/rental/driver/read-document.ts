import { badInput, Refusal } from '@cheyi/domain/refusal'
import { consentKind, consentMissing } from '@cheyi/domain/rental/driver/consent'
import type { HandlerOf } from '../../kernel/context.ts'
import { countToday } from '../../kernel/daily-use.ts'
import { usableFile } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { agreed } from './privacy/store.ts'

/**
 * Reads a photo by OCR: one that the caller has just taken, or one of the customer's file. The request is sent after the
 * commit, so that no database connection is held while it waits. The result is only a proposal and is not stored; the
 * request is counted.
 * @throws Refusal notFound (-4) for a photo that the caller may not use; badInput (-2) without the customer's consent;
 *   ocrAbsent (1107) where the installation has no account; ocrSpent (1106) when the daily quota of the merchant is used up;
 *   ocrFailed (1104)
 */
export const readDocument: HandlerOf<'driver', 'readDocument'> = async ({ mediaId, slot, personId, consent }, ctx) => {
  const held = personId === undefined ? undefined : await agreed(ctx.db, personId)
  if (consent !== true && held?.has(consentKind.documents) !== true)
    throw badInput('consent', consentMissing[consentKind.documents])
  const { ocr } = ctx.outside()
  if (ocr === null) throw new Refusal('ocrAbsent')
  const { path } = await usableFile(ctx, mediaId, { biz: 'person', bizId: personId })
  const { readPapersDaily } = await settingsOf(ctx)
  if (!(await countToday(ctx, 'readPaper', readPapersDaily))) throw new Refusal('ocrSpent')
  ctx.audit({ targetType: 'media', targetId: mediaId, after: { documents: [slot] } })
  ctx.answerAfterCommit(async () => ({ reading: await ocr.read(ctx, slot, await ctx.media.read(path), ctx.awaited) }))
  return { reading: null }
}
