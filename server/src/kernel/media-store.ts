/** What a signed link opens: a file or its thumbnail, for one viewer. */
export interface LinkOptions {
  readonly variant: 'full' | 'thumb'
  /** Account id. */
  readonly viewer: string
  readonly now: number
  /** Lifetime: identity documents 300, everything else 900. */
  readonly seconds: number
}

/** Bytes of uploaded files behind a port: the disk now, an object store by another adapter. */
export interface MediaStore {
  /** Writes a file under its path, sealed, and its thumbnail beside; the path is unique, nothing is overwritten. */
  put(path: string, bytes: Buffer, thumb: Buffer | null): Promise<void>
  /** Keeps the bytes of a stored file, thumbnail included, under a second path as well: sealed for that. */
  copy(from: string, to: string): Promise<void>
  read(path: string): Promise<Buffer>
  /** Takes away a file and its thumbnail; one that is gone already is no error. */
  remove(path: string): Promise<void>
  /** A signed link that ends: signature over path, expiry, variant and viewer. */
  link(path: string, options: LinkOptions): string
  /** The path and options of a signed link that is valid, so that it can be signed again; null for any other text. */
  unlink(link: string, now: number): ({ readonly path: string } & Omit<LinkOptions, 'now'>) | null
}
