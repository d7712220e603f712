/** Bytes of uploaded files behind a port: the disk now, an object store by another adapter. */
export interface MediaStore {
  /** Writes a file under its path; the path is unique, nothing is overwritten. */
  put(path: string, bytes: Buffer): Promise<void>
  read(path: string): Promise<Buffer>
  remove(path: string): Promise<void>
  /**
   * A signed link that ends: signature over path, expiry, variant and viewer.
   * @param seconds lifetime; identity documents 300, everything else 900
   */
  link(path: string, options: { variant: 'full' | 'thumb'; viewer: string; now: number; seconds: number }): string
}
