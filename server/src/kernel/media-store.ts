import { randomBytes } from 'node:crypto'
import { mediaIdOf, mediaPath } from '@cheyi/domain/platform/media/path'

/** A new unique path; `extension` begins with its dot. */
export const newMediaPath = (
  { merchantId, now }: { readonly merchantId: string; readonly now: number },
  biz: string,
  extension: string,
): string => mediaPath({ merchantId, biz, at: now, id: mediaIdOf(randomBytes(24)), extension })

/** What a signed link gives access to: a file or its thumbnail, for one viewer. */
export interface LinkOptions {
  readonly variant: 'full' | 'thumb'
  /** Account id. */
  readonly viewer: string
  readonly now: number
  /** Seconds for which the link to the file is valid: 300 for identity documents, 900 for everything else. */
  readonly seconds: number
}

export interface OpenedFile {
  readonly size: number
  /** Its type where it is stored beside the bytes, for a file in parts. */
  readonly mime: string | null
  /** Bytes from `from` to `to`, exclusive. */
  read(from: number, to: number): AsyncIterable<Buffer>
}

export interface StoredName {
  readonly name: string
  /** The path that it belongs to: its own, or that of the file whose thumbnail or part it is. */
  readonly path: string
}

/** Storage of uploaded files behind a port: at present the disk, an object store by another adapter. */
export interface MediaStore {
  /** Writes a file encrypted under its path, and its thumbnail beside it; the path is unique, nothing is overwritten. */
  put(path: string, bytes: Buffer, thumb: Buffer | null): Promise<void>
  /** Stores the bytes of a stored file, including its thumbnail, also under a second path, encrypted for that path. */
  copy(from: string, to: string): Promise<void>
  read(path: string): Promise<Buffer>
  /** Stores one part of a file in parts, encrypted separately and bound to its position. */
  putPart(path: string, no: number, bytes: Buffer): Promise<void>
  readPart(path: string, no: number): Promise<Buffer>
  /** Declares the stored parts as a file of `size` bytes; it remains in parts, and can only be read through {@link open}. */
  join(path: string, file: { readonly size: number; readonly mime: string }, thumb: Buffer | null): Promise<void>
  /** Opens a file of either kind for reading ranges, with at most one part in memory. */
  open(path: string): Promise<OpenedFile>
  /** Deletes the parts of a file that was stored in another form. */
  removeParts(path: string, count: number): Promise<void>
  /** Deletes a file and its thumbnail, and its `parts`; missing ones are no error. */
  remove(path: string, parts?: number | null): Promise<void>
  /** What a merchant has stored, file by file, where it was last written before an instant. */
  storedBefore(merchantId: string, before: number): AsyncIterable<StoredName>
  /** Deletes one of these. */
  drop(stored: StoredName): Promise<void>
  /** A signed link that expires: signature over path, expiry, variant and viewer. */
  link(path: string, options: LinkOptions): string
  /** The path and options of a valid signed link, so that it can be signed again; null for any other text. */
  unlink(link: string, now: number): ({ readonly path: string } & Omit<LinkOptions, 'now'>) | null
}
