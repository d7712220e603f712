import { formatLocal, type Instant } from '../../time.ts'

/* Kind and storage path of a file by its name. The server checks the content as well, since a name proves nothing. */

const MB = 1024 * 1024
/** Size limit of one file of each kind, bytes. */
export const maxBytes = { image: 20 * MB, video: 300 * MB, pdf: 10 * MB, table: 10 * MB } as const

/** A larger file is uploaded in parts, so that a failed part can be retried on its own. */
export const PARTS_ABOVE = 8 * MB
/** Bytes of each part except the last. */
export const PART_BYTES = 4 * MB
/** Bytes of each part of a customer's photo: small, so that a broken mobile connection loses only the current part. */
export const LINK_PART_BYTES = 32 * 1024
export const partsOf = (size: number, partBytes = PART_BYTES): number => Math.ceil(size / partBytes)
/** A video around a car takes about a minute; longer ones are mistakes. Seconds. */
export const MAX_VIDEO_SECONDS = 300

const VIDEO = ['.mp4', '.mov', '.wmv', '.3gp', '.avi']
const THUMBNAIL = ['.jpg', '.png', '.jpeg']

/** Extension with its dot in lower case (`.jpg`) of a name, path or URL; '' without one. */
export function extensionOf(name: string): string {
  const path = name.split(/[?#]/)[0] ?? ''
  return /\.[a-z0-9]+$/i.exec(path)?.[0].toLowerCase() ?? ''
}

/** Any extension that is not a known video kind counts as an image. */
export const kindOf = (name: string): 'video' | 'image' => (VIDEO.includes(extensionOf(name)) ? 'video' : 'image')

/** PDF files are neither compressed nor shown as a picture. */
export const isPdf = (name: string): boolean => extensionOf(name) === '.pdf'

/** Extensions of spreadsheets: those that an import can read, and other formats, for which the import explains how to convert them. */
export const TABLE_NAMES = [
  ...['.xlsx', '.xlsm', '.xltx', '.csv', '.txt', '.tsv'],
  ...['.xls', '.et', '.xlsb', '.ods', '.numbers'],
]

export const isTable = (name: string): boolean => TABLE_NAMES.includes(extensionOf(name))

/** Whether a thumbnail is stored with it. */
export const hasThumbnail = (name: string): boolean => THUMBNAIL.includes(extensionOf(name))

const ID_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_LENGTH = 8

/** 8 letters and digits from at least 16 random bytes, uniformly distributed. Throws when too few bytes are usable. */
export function mediaIdOf(random: Uint8Array): string {
  // Bytes from 248 (the last multiple of 62) would make the first characters more likely, so that they are skipped.
  const fair = [...random].filter((byte) => byte < 248).slice(0, ID_LENGTH)
  if (fair.length < ID_LENGTH) throw new Error('too few random bytes')
  return fair.map((byte) => ID_SIGNS.charAt(byte % ID_SIGNS.length)).join('')
}

/**
 * Storage path of a file: `{merchantId}/{biz}/{yyyyMM}/{timestamp}{id}{extension}`, e.g.
 * `12/pickup/202612/1796090400123k3Qz9aBd.jpg`. The month is in Asia/Shanghai.
 */
export const mediaPath = (file: {
  readonly merchantId: string
  readonly biz: string
  readonly at: Instant
  /** 8 random characters, {@link mediaIdOf}. */
  readonly id: string
  readonly extension: string
}): string => `${file.merchantId}/${file.biz}/${formatLocal(file.at, 'YYYYMM')}/${file.at}${file.id}${file.extension}`
