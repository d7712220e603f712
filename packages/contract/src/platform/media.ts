import { maxBytes } from '@cheyi/domain/platform/media/path'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { id, int, linkToken, maybe, text, time, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Kinds of business; a write only accepts media of its own kind. */
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
  'ticket',
  'violation',
] as const
export type MediaBiz = (typeof mediaBizes)[number]

/** Files of an order that can be added from another phone, by kind of business. */
export const scanPurposes = [
  'voucher',
  'expense',
  'deposit',
  'agreement',
  'pickup',
  'return',
] as const satisfies MediaBiz[]
export type ScanPurpose = (typeof scanPurposes)[number]

/** `table`: a spreadsheet to import, read by its job only; it has no link. */
export const mediaKinds = ['image', 'video', 'pdf', 'table'] as const

/** A stored file. Links are signed for this caller and expire; width and height are null except for images. */
export const MediaView = z.object({
  mediaId: out.id,
  kind: out.word(mediaKinds),
  url: z.string(),
  thumbUrl: z.string().nullable(),
  w: out.count.nullable(),
  h: out.count.nullable(),
  takenAt: out.time.nullable(),
})

/** Kinds of business with videos: a walk around the car, vouchers of payments or agreements. */
export const videoBizes = ['pickup', 'return', 'voucher'] as const satisfies MediaBiz[]

/** SHA-256, 64 hex digits. */
export const digest = text(64, 64, '校验值')

/** An upload in parts, with its missing parts. */
export const BegunFile = z.object({
  mediaId: out.id,
  partBytes: out.count,
  /** Numbers of the missing parts, from 0; empty: ready to be completed. */
  parts: z.array(out.count),
})

/** Chosen by the sender; sending it again continues the same upload. */
export const uploadKey = text(8, 64, '上传编号')

const scanToken = linkToken('二维码')

export const media = {
  upload: write({
    operators: true,
    path: '/api/media/v1/upload',
    summary: '上传文件',
    permission: 'signedIn',
    upload: true,
    changes: false,
    input: z.object({
      biz: word(mediaBizes, '文件用途'),
      bizId: maybe(id('所属单据')),
      takenAt: maybe(time('拍摄时间')),
    }),
    output: MediaView.extend({ path: z.string(), size: out.count }),
    refusals: ['fileTooLarge', 'fileTypeRefused'],
  }),
  presign: write({
    operators: true,
    path: '/api/media/v1/presign',
    summary: '分片上传：开始或继续一个大文件，答复尚缺的分片',
    permission: 'signedIn',
    repeat: 'natural',
    audit: false,
    input: z.object({
      uploadKey,
      name: text(1, 200, '文件名'),
      size: int(1, maxBytes.video, '文件大小', '单个文件不能超过300MB'),
      biz: word(mediaBizes, '文件用途'),
      takenAt: maybe(time('拍摄时间')),
    }),
    output: BegunFile,
    refusals: ['fileTooLarge', 'fileTypeRefused', 'tooManyFiles', 'repeatDiffers'],
  }),
  part: write({
    operators: true,
    path: '/api/media/v1/part',
    summary: '分片上传',
    permission: 'signedIn',
    repeat: 'natural',
    upload: 'part',
    audit: false,
    input: z.object({ mediaId: id('文件'), no: int(0, 100, '分片序号'), sha256: digest }),
    refusals: ['repeatDiffers'],
  }),
  complete: write({
    operators: true,
    path: '/api/media/v1/complete',
    summary: '完成分片上传',
    permission: 'signedIn',
    repeat: 'natural',
    upload: true,
    changes: false,
    input: z.object({
      mediaId: id('文件'),
      /** SHA-256 of the concatenated digests (as bytes) of its parts, so that a phone need not load the whole file. */
      sha256: digest,
    }),
    output: MediaView.extend({ path: z.string(), size: out.count }),
    refusals: ['fileTooLarge', 'fileTypeRefused'],
  }),
  scanCreate: write({
    operators: false,
    path: '/api/media/v1/scan/create',
    summary: '扫码上传：生成二维码',
    permission: ['order.voucher'],
    repeat: 'natural',
    changes: false,
    input: z.object({ orderId: id('订单'), purpose: word(scanPurposes, '上传用途') }),
    output: z.object({ scanToken: z.string(), url: z.string(), expireAt: out.time }),
    refusals: ['orderNotFound'],
  }),
  scanList: read({
    path: '/api/media/v1/scan/list',
    summary: '扫码上传：已到达的文件',
    permission: ['order.voucher'],
    input: z.object({ scanToken }),
    output: z.object({ expireAt: out.time, files: z.array(MediaView) }),
    refusals: ['qrExpired'],
  }),
  scanRemove: write({
    operators: false,
    path: '/api/media/v1/scan/remove',
    summary: '扫码上传：删除已到达的文件',
    permission: ['order.voucher'],
    repeat: 'natural',
    changes: false,
    input: z.object({ scanToken, mediaId: id('文件') }),
    refusals: ['qrExpired'],
  }),
  scanClose: write({
    operators: false,
    path: '/api/media/v1/scan/close',
    summary: '扫码上传：作废二维码',
    permission: ['order.voucher'],
    repeat: 'natural',
    changes: false,
    input: z.object({ scanToken }),
    refusals: ['qrExpired'],
  }),
  scanPage: read({
    path: '/api/media/v1/scan/page',
    summary: '扫码上传页：传给谁、传什么',
    permission: 'public',
    input: z.object({ scanToken }),
    output: z.object({
      merchantName: z.string(),
      /** Its last four digits. */
      orderTail: z.string(),
      purpose: out.word(scanPurposes),
      expireAt: out.time,
      /** Number of uploaded files, and their limit. */
      count: out.count,
      most: out.count,
    }),
    refusals: ['linkExpired'],
  }),
  scanUpload: write({
    path: '/api/media/v1/scan/upload',
    summary: '扫码上传文件',
    permission: 'public',
    repeat: 'natural',
    upload: true,
    audit: false,
    /** The token of the QR code is sent in the header x-scan-token. */
    input: z.object({ takenAt: maybe(time('拍摄时间')) }),
    output: z.object({ count: out.count }),
    refusals: ['linkExpired', 'fileTooLarge', 'fileTypeRefused', 'tooManyFiles'],
  }),
}
