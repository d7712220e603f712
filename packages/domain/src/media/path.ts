import { formatLocal, type Instant } from '../time.ts'

/*
 * What a file is by its name, and where it is kept. The bytes are looked at by the server besides: a name proves
 * nothing.
 */

const MB = 1024 * 1024
/** The most bytes of one file of each kind. */
export const maxBytes = { image: 20 * MB, video: 300 * MB, pdf: 10 * MB, table: 10 * MB } as const

/** A larger file is sent in parts, each of which may be sent again by itself. */
export const PARTS_ABOVE = 8 * MB
/** Bytes of each part but the last. */
export const PART_BYTES = 4 * MB
/** Bytes of each part of a customer's photo: whoever stands at the car with a bad net loses the part that was under way, and no more. */
export const LINK_PART_BYTES = 32 * 1024
export const partsOf = (size: number, partBytes = PART_BYTES): number => Math.ceil(size / partBytes)
/** A walk around a car takes a minute; more is a mistake. Seconds. */
export const MAX_VIDEO_SECONDS = 300

const VIDEO = ['.mp4', '.mov', '.wmv', '.3gp', '.avi']
const THUMBNAIL = ['.jpg', '.png', '.jpeg']

/** The extension with its dot and in lower case (`.jpg`) of a name, path or address; '' without one. */
export function extensionOf(name: string): string {
  const path = name.split(/[?#]/)[0] ?? ''
  return /\.[a-z0-9]+$/i.exec(path)?.[0].toLowerCase() ?? ''
}

/** Anything that is not one of the known video kinds is an image. */
export const kindOf = (name: string): 'video' | 'image' => (VIDEO.includes(extensionOf(name)) ? 'video' : 'image')

/** A document picked in a dialog of its own; it is neither compressed nor shown as a picture. */
export const isPdf = (name: string): boolean => extensionOf(name) === '.pdf'

/** Names of spreadsheets: those that an import reads, and older ones whose content says what to do with them. */
export const TABLE_NAMES = ['.xlsx', '.xlsm', '.csv', '.txt', '.xls', '.et']

/** A spreadsheet to import. */
export const isTable = (name: string): boolean => TABLE_NAMES.includes(extensionOf(name))

/** Whether a small picture is made beside it. */
export const hasThumbnail = (name: string): boolean => THUMBNAIL.includes(extensionOf(name))

const ID_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_LENGTH = 8

/** 8 letters and digits out of random bytes (at least 16), each sign equally likely; throws when too few bytes serve. */
export function mediaIdOf(random: Uint8Array): string {
  // Bytes at and above the last whole multiple of 62 would favour the first signs, so they are passed over.
  const fair = [...random].filter((byte) => byte < 248).slice(0, ID_LENGTH)
  if (fair.length < ID_LENGTH) throw new Error('too few random bytes')
  return fair.map((byte) => ID_SIGNS.charAt(byte % ID_SIGNS.length)).join('')
}

/**
 * Where a file is kept: `{merchantId}/{biz}/{yyyyMM}/{timestamp}{id}{extension}`, e.g.
 * `12/pickup/202612/1796090400123k3Qz9aBd.jpg`. The month is that of Asia/Shanghai.
 */
export const mediaPath = (file: {
  readonly merchantId: string
  readonly biz: string
  readonly at: Instant
  /** 8 random signs, {@link mediaIdOf}. */
  readonly id: string
  readonly extension: string
}): string => `${file.merchantId}/${file.biz}/${formatLocal(file.at, 'YYYYMM')}/${file.at}${file.id}${file.extension}`
