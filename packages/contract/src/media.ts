import { z } from 'zod'
import { call } from './kernel/call.ts'
import { Count, IdOut, id, maybe, TimeOut, time, word, wordOut } from './kernel/field.ts'

/** What a file belongs to; a write accepts only media of its own kind of business. */
export const mediaBizes = [
  'pickup',
  'return',
  'person',
  'voucher',
  'remark',
  'expense',
  'deposit',
  'agreement',
  'signature',
  'vehicle',
  'store',
  'model',
  'merchant',
  'import',
] as const
export type MediaBiz = (typeof mediaBizes)[number]

/** `table`: a spreadsheet to import, read by its job alone; it has no link. */
export const mediaKinds = ['image', 'video', 'pdf', 'table'] as const

/** One stored file. Links are signed for this viewer and expire; width and height are null for other than images. */
export const MediaView = z.object({
  mediaId: IdOut,
  kind: wordOut(mediaKinds),
  url: z.string(),
  thumbUrl: z.string().nullable(),
  w: Count.nullable(),
  h: Count.nullable(),
  takenAt: TimeOut.nullable(),
})

export const media = {
  upload: call({
    method: 'POST',
    path: '/api/media/v1/upload',
    summary: '上传一个文件（multipart：file 与各字段）',
    permission: 'signedIn',
    effect: 'write',
    repeat: 'key',
    upload: true,
    changes: false,
    input: z.object({
      biz: word(mediaBizes, '文件用途'),
      bizId: maybe(id('所属单据')),
      takenAt: maybe(time('拍摄时间')),
    }),
    output: MediaView.extend({ path: z.string(), size: Count }),
    refusals: ['fileTooLarge', 'fileTypeRefused'],
  }),
}
