import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import {
  Decrypter,
  Encrypter,
  generateHybridIdentity,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { StartError } from '../kernel/process/start-error.ts'

/*
 * The container of a backup: a tar inside an age file (age-encryption.org), so that it can be opened without this program:
 * `age -d x.backup | tar x`. Both are written and read as streams. Rows of tables are gzip files in it; pictures, which are most of the
 * rest, are compressed already.
 */

/** The rows of a table take a twelfth of their size; higher levels take more time than they save. */
const GZIP_LEVEL = 1
const GZIPPED = '.gz'

/** The secret of a backup. A passphrase encrypts and decrypts; a recipient only encrypts, and its identity decrypts. */
export interface Secret {
  readonly passphrase?: string
  /** Cost of one attempt at the passphrase, as a power of two; default 18, about a second of CPU. The file states it for decryption. */
  readonly work?: number
  /** `age1…` */
  readonly recipient?: string
  /** `AGE-SECRET-KEY-…` */
  readonly identity?: string
}

const MIN_PASSPHRASE = 12

/**
 * Reads the secret of backups from the environment: `BACKUP_PASSPHRASE`, or `BACKUP_RECIPIENT` to back up and `BACKUP_IDENTITY` to restore;
 * each also as `…_FILE`.
 * @throws StartError when there is none
 */
export async function backupSecret(env: Record<string, string | undefined>, use: 'close' | 'open'): Promise<Secret> {
  const read = async (name: string) => {
    const file = env[`${name}_FILE`]?.trim()
    const text = file ? await readFile(file, 'utf8') : env[name]
    return text?.trim() || undefined
  }
  const other = use === 'close' ? 'BACKUP_RECIPIENT' : 'BACKUP_IDENTITY'
  const [passphrase, key] = [await read('BACKUP_PASSPHRASE'), await read(other)]
  if (key !== undefined) return use === 'close' ? { recipient: key } : { identity: key }
  if (passphrase === undefined)
    throw new StartError(`请用环境变量 BACKUP_PASSPHRASE（或 ${other}）指定备份的口令或密钥。`)
  if (passphrase.length < MIN_PASSPHRASE) throw new StartError(`备份口令至少 ${MIN_PASSPHRASE} 个字符。`)
  return { passphrase }
}

function encrypter({ passphrase, work, recipient }: Secret): Encrypter {
  const age = new Encrypter()
  if (work !== undefined) age.setScryptWorkFactor(work)
  if (recipient !== undefined) age.addRecipient(recipient)
  else age.setPassphrase(passphrase!)
  return age
}

function decrypter({ passphrase, identity }: Secret): Decrypter {
  const age = new Decrypter()
  if (identity !== undefined) age.addIdentity(identity)
  else age.addPassphrase(passphrase!)
  return age
}

/** A small file as a whole. */
export const sealText = (secret: Secret, text: string): Promise<Uint8Array> => encrypter(secret).encrypt(text)
export const openText = (secret: Secret, sealed: Uint8Array): Promise<string> =>
  decrypter(secret).decrypt(sealed, 'text').catch(wrongSecret)

/** An entry written to an archive, to compare with what is read back. */
export interface Written {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

export interface ArchiveWriter {
  /** All entries so far, in order. */
  readonly written: readonly Written[]
  /** Decrypts the archive for the check after writing, even when it is encrypted for a recipient whose identity is elsewhere. */
  readonly opener: Secret
  /** An entry of known bytes. */
  add(name: string, bytes: Buffer | string): Promise<void>
  /** The same, gzipped: `readArchive` gives its bytes by its name, as if it was not. */
  addGzipped(name: string, bytes: Buffer): Promise<void>
  /** A file of the disk. @returns whether it was still there */
  addFile(name: string, path: string): Promise<boolean>
  /** Ends the archive and resolves when it is on the disk. */
  finish(): Promise<void>
}

/** Creates an archive; `file` must not exist. */
export async function writeArchive(file: string, secret: Secret): Promise<ArchiveWriter> {
  const tar = pack()
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const plain = new PassThrough()
  const age = encrypter(secret)
  const opener = await openerOf(secret, age)
  const sealed = await age.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
  const ended = Promise.all([pipeline(tar, plain), pipeline(Readable.fromWeb(sealed as never), out)])
  // Awaited at the end; until then a full disk must not count as an unhandled rejection.
  ended.catch((error) => tar.destroy(error))
  const written: Written[] = []
  const store = (name: string, bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name }, bytes as Buffer, (error) => (error ? reject(error) : resolve()))
    })
  const record = (name: string, bytes: Buffer | string) =>
    written.push({ name, size: Buffer.byteLength(bytes), sha256: createHash('sha256').update(bytes).digest('hex') })
  return {
    written,
    opener,
    async add(name, bytes) {
      await store(name, bytes)
      record(name, bytes)
    },
    async addGzipped(name, bytes) {
      await store(`${name}${GZIPPED}`, await promisify(gzip)(bytes, { level: GZIP_LEVEL }))
      record(name, bytes)
    },
    async addFile(name, path) {
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!found?.isFile()) return false
      const entry = tar.entry({ name, size: found.size, mtime: found.mtime })
      const hash = createHash('sha256')
      const bytes = createReadStream(path, { end: Math.max(0, found.size - 1) })
      bytes.on('data', (chunk) => hash.update(chunk))
      await pipeline(bytes, entry as unknown as Writable)
      written.push({ name, size: found.size, sha256: hash.digest('hex') })
      return true
    },
    async finish() {
      tar.finalize()
      await ended
    },
  }
}

/** The identity of a recipient is never on the server, so the archive is also encrypted for a temporary key of this process. */
async function openerOf(secret: Secret, age: Encrypter): Promise<Secret> {
  const { recipient } = secret
  if (recipient === undefined) return secret
  // Of the same kind, because a weaker key beside one that resists quantum computers would make that one useless.
  const identity = await (/^age1(tag)?pq1/.test(recipient) ? generateHybridIdentity() : generateX25519Identity())
  age.addRecipient(await identityToRecipient(identity))
  return { identity }
}

export interface Entry {
  readonly name: string
  readonly body: AsyncIterable<Buffer>
}

/**
 * The entries of an archive, in order; the unread rest of an entry is skipped when the next one is requested.
 * @throws StartError when the secret is wrong or the file is damaged, also while an entry is read
 */
export async function* readArchive(file: string, secret: Secret): AsyncGenerator<Entry, undefined> {
  const sealed = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const plain = await decrypter(secret).decrypt(sealed).catch(wrongSecret)
  const tar = extract()
  const fed = pipeline(Readable.fromWeb(plain as never), tar)
  // The reader of an entry then only gets the error that the stream was destroyed; `damaged` finds the cause.
  fed.catch((error) => tar.destroy(error))
  const damaged = async (): Promise<never> => {
    const error = await fed.then(
      () => new Error('tar'),
      (cause: Error) => cause,
    )
    throw new StartError(`备份文件已损坏或不完整，无法读到末尾（${error.message}）。`, { cause: error })
  }
  const entries = tar[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value: entry, done } = await entries.next().catch(damaged)
      if (done) break
      const { name } = entry.header
      const body = piecesOf(entry as unknown as Readable, damaged)
      const isGzipped = name.startsWith('table/') && name.endsWith(GZIPPED)
      yield isGzipped ? { name: name.slice(0, -GZIPPED.length), body: inflate(body) } : { name, body }
      entry.resume()
    }
    await fed.catch(damaged)
  } finally {
    tar.destroy()
  }
}

async function* piecesOf(entry: Readable, damaged: () => Promise<never>): AsyncGenerator<Buffer> {
  const pieces = entry[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const { value, done } = await pieces.next().catch(damaged)
    if (done) return
    yield value
  }
}

/** The parts of a table are small, so that each is inflated as a whole. */
async function* inflate(body: Entry['body']): AsyncGenerator<Buffer> {
  yield await promisify(gunzip)(await bytesOf(body))
}

function wrongSecret(error: Error): never {
  throw new StartError(`备份打不开：口令或密钥不对，或文件已损坏（${error.message}）。`, { cause: error })
}

/** The complete content of an entry. */
export async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
