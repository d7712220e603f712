import type { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { countToday } from '../driver/actions.ts'
import type { Handler } from '../kernel/context.ts'
import { usableFile } from '../media/actions.ts'
import { settingsOf } from '../merchant/actions.ts'

type Call = (typeof contract.inventory)['readSign']

/**
 * Has the plate or frame number read from a picture that comes with the call, after the commit; that it was asked counts. It finds
 * nothing: whoever asks searches by it, within what they may see.
 * @throws Refusal badInput (-2) without a picture; notFound (-4) for one that is not the caller's to use; ocrSpent (1106) when as many were read today as the merchant wants;
 *   ocrFailed (1104)
 */
export const readSign: Handler<Call> = async ({ sign, mediaId }, ctx) => {
  const [file] = ctx.files
  const held = mediaId === undefined ? null : await usableFile(ctx, mediaId, { biz: 'vehicle', bizId: undefined })
  if (held === null && file?.kind !== 'image') throw badInput('file', '请选择图片文件')
  const { ocr } = ctx.outside()
  const { readPapersDaily } = await settingsOf(ctx)
  if (!(await countToday(ctx, 'readSign', readPapersDaily))) throw new Refusal('ocrSpent')
  ctx.answerAfterCommit(async () => {
    const picture = held === null ? file!.bytes : await ctx.media.read(held.path)
    return { text: await ocr.readSign(sign, picture) }
  })
  return { text: null }
}
