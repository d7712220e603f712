import { createHash, randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { mediaState } from '@cheyi/domain/media/codes'
import { mediaIdOf, mediaPath } from '@cheyi/domain/media/path'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { implement } from '../kernel/context.ts'
import { signedLinks } from './actions.ts'
import * as store from './store.ts'

export const media = implement(contract.media, {
  async upload({ biz, bizId, takenAt }, ctx) {
    const [file] = ctx.files
    if (file === undefined) throw badInput('file', '请选择文件')
    // A spreadsheet is for imports alone, and an import takes nothing else.
    if ((file.kind === 'table') !== (biz === 'import'))
      throw new Refusal('fileTypeRefused', { 说明: biz === 'import' ? '：请上传XLSX或CSV文件' : '' })
    const { kind, mime, bytes, width, height } = file
    const path = mediaPath({
      merchantId: ctx.merchantId,
      biz,
      at: ctx.now,
      id: mediaIdOf(randomBytes(24)),
      extension: file.extension,
    })
    const stored = { path, thumb: file.thumb !== null }
    const mediaId = await store.insert(ctx.db, {
      ...stored,
      biz,
      // Only where it was taken: the record that names it binds it, whoever sends another id here gains nothing.
      bizId: bizId ?? null,
      kind,
      mime,
      sizeBytes: String(bytes.length),
      sha256: createHash('sha256').update(bytes).digest(),
      width,
      height,
      takenAt: takenAt ?? null,
      state: mediaState.ready,
    })
    ctx.audit({ targetType: 'media', targetId: mediaId, after: { biz, kind } })
    await ctx.media.put(path, bytes, file.thumb)
    return {
      mediaId,
      kind,
      ...(kind === 'table' ? { url: '', thumbUrl: null } : signedLinks(ctx, stored, biz === 'person')),
      w: width,
      h: height,
      takenAt: takenAt ?? null,
      path,
      size: bytes.length,
    }
  },
})
