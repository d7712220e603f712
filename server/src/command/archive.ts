import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, type Header, pack } from 'tar-stream'
import { StartError } from '../kernel/process/start-error.ts'

/*
 * The container of a backup: a tar inside an age file (age-encryption.org), so that it can be opened without this program:
 * `age -d x.backup | tar x`. Both are written and read as streams.
 */

/** What a backup is closed with. A passphrase opens and closes; a recipient only closes, its identity opens. */
export interface Secret {
  readonly passphrase?: string
  /** What trying one passphrase costs, as a power of two: 18, about a second of the processor, unless told. Whoever opens is told by the file. */
  readonly work?: number
  /** `age1…` */
  readonly recipient?: string
  /** `AGE-SECRET-KEY-…` */
  readonly identity?: string
}

const MIN_PASSPHRASE = 12

/**
 * Reads what backups are closed with out of the environment: `BACKUP_PASSPHRASE`, or `BACKUP_RECIPIENT` to back up and
 * `BACKUP_IDENTITY` to restore; each also as `…_FILE`.
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

export interface ArchiveWriter {
  /** An entry of known bytes. */
  add(name: string, bytes: Buffer | string): Promise<void>
  /** A file of the disk. @returns whether it was still there */
  addFile(name: string, path: string): Promise<boolean>
  /** Ends the archive and waits until it is on the disk. */
  finish(): Promise<void>
}

/** Begins an archive; `file` must not exist. */
export async function writeArchive(file: string, secret: Secret): Promise<ArchiveWriter> {
  const tar = pack()
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const plain = new PassThrough()
  const sealed = await encrypter(secret).encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
  const written = Promise.all([pipeline(tar, plain), pipeline(Readable.fromWeb(sealed as never), out)])
  // Awaited at the end; a full disk meanwhile must not count as unhandled.
  written.catch((error) => tar.destroy(error))
  return {
    add: (name, bytes) =>
      new Promise((resolve, reject) => {
        tar.entry({ name }, bytes as Buffer, (error) => (error ? reject(error) : resolve()))
      }),
    async addFile(name, path) {
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!found?.isFile()) return false
      const entry = tar.entry({ name, size: found.size, mtime: found.mtime })
      await pipeline(createReadStream(path, { end: Math.max(0, found.size - 1) }), entry as unknown as Writable)
      return true
    },
    async finish() {
      tar.finalize()
      await written
    },
  }
}

/** Hands each entry of an archive to `take`, in order. @throws StartError when the secret is wrong or the file damaged */
export async function readArchive(
  file: string,
  secret: Secret,
  take: (header: Header, body: Readable) => Promise<void>,
): Promise<void> {
  const sealed = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const plain = await decrypter(secret).decrypt(sealed).catch(wrongSecret)
  const tar = extract()
  const fed = pipeline(Readable.fromWeb(plain as never), tar)
  fed.catch((error) => tar.destroy(error))
  for await (const entry of tar) {
    await take(entry.header, entry as unknown as Readable)
    entry.resume()
  }
  await fed
}

function wrongSecret(error: Error): never {
  throw new StartError(`备份打不开：口令或密钥不对，或文件已损坏（${error.message}）。`, { cause: error })
}

/** All of an entry. */
export async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
