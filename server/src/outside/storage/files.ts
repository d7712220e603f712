/**
 * Storage of encrypted bytes, by names like `12/pickup/202612/x.jpg`. A name is written once; only a key rotation
 * encrypts its content again.
 */
export interface Files {
  /** Atomic: a crash leaves no partial file under its name. */
  write(name: string, bytes: Buffer): Promise<void>
  /** @throws Error with the code ENOENT for a missing file */
  read(name: string): Promise<Buffer>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /**
   * All names, or those that begin with a folder (`12/`), unordered; a file that is added or removed meanwhile may be missing or included.
   */
  names(under?: string): AsyncIterable<string>
  /** Names that begin with a folder and were last written before an instant, those of files that were never finished too. */
  writtenBefore(before: number, under: string): AsyncIterable<string>
}

/** Whether an error means that a file does not exist. */
export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
