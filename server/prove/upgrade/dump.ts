import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { at } from '../../../scripts/lib/workspace.mjs'
import { type Secret, sealText } from '../../src/command/archive.ts'
import { makeBackup } from '../../src/command/make-backup.ts'
import { type OpenedBackup, openBackup } from '../../src/command/restore-backup.ts'
import { type Installation, quiet } from './place.ts'

/*
 * The dump of a release, which every later one is rehearsed on: a backup of the product with made-up data, whose encryption is taken off so
 * that it can be compressed, and the keys of its installation beside it. Nobody else uses these keys.
 */

/** No secret: what it closes is in the repository, and lives for a moment in a temporary folder. A cost of 2^10 opens it at once. */
const secret: Secret & { readonly passphrase: string } = { passphrase: 'made-up data of a rehearsal', work: 10 }

const fileOf = (version: string): string => at('server', 'releases', `${version}.tar.zst`)
const keysOf = (version: string): string => at('server', 'releases', `${version}.keys.json`)

export interface Dump {
  readonly version: string
  readonly orders: number
  readonly note: string
  /** The key file of the installation. */
  readonly keys: unknown
}

const NOTE =
  'Keys of a test installation that holds made-up data only (npm run release). They protect nothing; never use them elsewhere.'

/** Writes the dump of an installation. @returns its size in bytes */
export async function writeDump(installation: Installation, version: string, orders: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cheyi-dump-'))
  try {
    // Photos are nine tenths of a demo and no migration reads them; their rows stay.
    const place = { ...installation, mediaDir: join(folder, 'no-media') }
    const { file } = await makeBackup(place, installation.migratorUrl, { folder, secret, now: Date.now() }, quiet)
    const age = new Decrypter()
    age.addPassphrase(secret.passphrase)
    const plain = await age.decrypt(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)
    const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 26 }
    await pipeline(Readable.fromWeb(plain as never), createZstdCompress({ params }), createWriteStream(fileOf(version)))
    const keys = JSON.parse(await readFile(installation.keyFile, 'utf8'))
    const dump: Dump = { version, orders, note: NOTE, keys }
    await writeFile(keysOf(version), `${JSON.stringify(dump, null, 2)}\n`)
    return (await stat(fileOf(version))).size
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Makes a backup of it again in a folder, ready to be restored. */
export async function openDump(version: string, folder: string): Promise<OpenedBackup & { readonly orders: number }> {
  const { keys, orders } = JSON.parse(await readFile(keysOf(version), 'utf8')) as Dump
  const file = join(folder, 'release.backup')
  const keysFile = join(folder, 'release.keys')
  const params = { [constants.ZSTD_d_windowLogMax]: 26 }
  const plain = createReadStream(fileOf(version)).pipe(createZstdDecompress({ params }))
  const age = new Encrypter()
  age.setScryptWorkFactor(secret.work!)
  age.setPassphrase(secret.passphrase)
  const sealed = await age.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
  await pipeline(Readable.fromWeb(sealed as never), createWriteStream(file))
  await writeFile(keysFile, await sealText(secret, JSON.stringify(keys)))
  return { ...(await openBackup({ file, keysFile, secret })), orders }
}

/** Dumps of other releases. */
export async function oldDumps(version: string): Promise<string[]> {
  const names = await readdir(at('server', 'releases'))
  return names.filter((name) => !name.startsWith(`${version}.`)).map((name) => at('server', 'releases', name))
}
