import { randomBytes } from 'node:crypto'
import { mediaIdOf, mediaPath } from '@cheyi/domain/media/path'

/** A path that no file has yet; `extension` begins with its dot. */
export const newMediaPath = (
  { merchantId, now }: { readonly merchantId: string; readonly now: number },
  biz: string,
  extension: string,
): string => mediaPath({ merchantId, biz, at: now, id: mediaIdOf(randomBytes(24)), extension })

/** What a signed link opens: a file or its thumbnail, for one viewer. */
export interface LinkOptions {
  readonly variant: 'full' | 'thumb'
  /** Account id. */
  readonly viewer: string
  readonly now: number
  /** Lifetime: identity documents 300, everything else 900. */
  readonly seconds: number
}

export interface OpenedFile {
  readonly size: number
  /** Its type where it is known by more than its bytes: of a file in parts. */
  readonly mime: string | null
  /** Bytes `from` up to before `to`. */
  read(from: number, to: number): AsyncIterable<Buffer>
}

/** Bytes of uploaded files behind a port: the disk now, an object store by another adapter. */
export interface MediaStore {
  /** Writes a file under its path, sealed, and its thumbnail beside; the path is unique, nothing is overwritten. */
  put(path: string, bytes: Buffer, thumb: Buffer | null): Promise<void>
  /** Keeps the bytes of a stored file, thumbnail included, under a second path as well: sealed for that. */
  copy(from: string, to: string): Promise<void>
  read(path: string): Promise<Buffer>
  /** Keeps one part of a file that comes in parts, sealed by itself and bound to its place in it. */
  putPart(path: string, no: number, bytes: Buffer): Promise<void>
  readPart(path: string, no: number): Promise<Buffer>
  /** Declares that the parts which were put are a file of `size` bytes; it stays in them, and is read through {@link open} alone. */
  join(path: string, file: { readonly size: number; readonly mime: string }, thumb: Buffer | null): Promise<void>
  /** A file of either kind, to be read from one byte up to another, holding no more of it than a part. */
  open(path: string): Promise<OpenedFile>
  /** Takes away parts that came to a file of another kind. */
  removeParts(path: string, count: number): Promise<void>
  /** Takes away a file and its thumbnail, and the `parts` that it lies in; what is gone already is no error. */
  remove(path: string, parts?: number | null): Promise<void>
  /** A signed link that ends: signature over path, expiry, variant and viewer. */
  link(path: string, options: LinkOptions): string
  /** The path and options of a signed link that is valid, so that it can be signed again; null for any other text. */
  unlink(link: string, now: number): ({ readonly path: string } & Omit<LinkOptions, 'now'>) | null
}
