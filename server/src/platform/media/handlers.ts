import { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { implement } from '../../kernel/context.ts'
import { signedLinks } from './actions.ts'
import { keepUploaded } from './keep.ts'
import { complete, part, presign } from './parts.ts'
import { scanClose, scanCreate, scanList, scanPage, scanRemove, scanUpload, scanUploadGuard } from './scan.ts'

export const media = implement(
  contract.media,
  {
    async upload({ biz, bizId, takenAt }, ctx) {
      const [file] = ctx.files
      if (file === undefined) throw badInput('file', '请选择文件')
      // Spreadsheets are accepted for imports only, and imports accept only spreadsheets.
      if ((file.kind === 'table') !== (biz === 'import'))
        throw new Refusal('fileTypeRefused', { 说明: biz === 'import' ? '：请上传XLSX或CSV文件' : '' })
      const { kind, width: w, height: h, bytes } = file
      const kept = await keepUploaded(ctx, file, { biz, bizId: bizId ?? null, takenAt: takenAt ?? null })
      const { mediaId, path } = kept
      ctx.audit({ targetType: 'media', targetId: mediaId, after: { biz, kind } })
      const links = kind === 'table' ? { url: '', thumbUrl: null } : signedLinks(ctx, kept, biz === 'person')
      return { mediaId, kind, ...links, w, h, takenAt: takenAt ?? null, path, size: bytes.length }
    },
    presign,
    part,
    complete,
    scanCreate,
    scanList,
    scanRemove,
    scanClose,
    scanPage,
    scanUpload,
  },
  { scanUpload: scanUploadGuard },
)
