/**
 * Where sealed bytes lie, by names like `12/pickup/202612/x.jpg`. A name is written once; only a renewal of keys seals what
 * is under it anew.
 */
export interface Files {
  /** All of it or nothing: a crash leaves no half a file under its name. */
  write(name: string, bytes: Buffer): Promise<void>
  /** @throws Error with the code ENOENT for one that is not there */
  read(name: string): Promise<Buffer>
  /** One that is gone already is no error. */
  remove(name: string): Promise<void>
  /** All there are, in no order; one that comes or goes meanwhile may be missing or gone. */
  names(): AsyncIterable<string>
}

/** Whether an error says that a file is not there. */
export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
