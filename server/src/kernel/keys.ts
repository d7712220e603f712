import { hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { signInRoles } from './postgres/sign-in-roles.ts'
import { exitCodes, StartError } from './process/start-error.ts'

/*
 * The secrets of an installation are in one file, which all its servers read: KEY_FILE, or
 * `DATA_DIR/keys/installation.json`. Without it encrypted data cannot be read; with it and a copy of the data
 * everything can. Only the password of the embedded PostgreSQL is stored beside its cluster, because it protects
 * nothing that the cluster's files do not contain.
 */

/** Where the key file is, and where an older version stored its secrets. */
export interface KeyPlace {
  readonly keyFile: string
  readonly dataDir: string
}

/** Where the keys of a gateway are, besides. */
export interface GatewayKeyPlace extends KeyPlace {
  readonly gatewayKeyFile: string
}

export interface InstallationKeys {
  /** From it the passwords of the roles in the database come; that of earlier releases, role `gate`, is itself. */
  readonly gate: string
  /** Pepper of password hashes. Never rotated, because a hash can only be recomputed when its user signs in. */
  readonly pepper: Buffer
  /** By id (1–255), 32 bytes each. The highest id encrypts and signs; the others only decrypt and verify. */
  readonly installation: ReadonlyMap<number, Buffer>
}

/** Derives a separate key for each purpose, so that none can be used for another. */
export const derive = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** The password of a role in the database; from one of them neither another nor the key file's can be found. */
export const passwordOf = (keys: Pick<InstallationKeys, 'gate'>, role: string): string =>
  derive(Buffer.from(keys.gate), `password of ${role}`).toString('hex')

/** The key id for new values. */
export const newestOf = (ids: Iterable<number>): number => Math.max(...ids)

/** Keys of a new installation. */
export const freshKeys = (): InstallationKeys => ({
  gate: randomBytes(32).toString('hex'),
  pepper: randomBytes(32),
  installation: new Map([[1, randomBytes(32)]]),
})

/**
 * Reads the key file. The first server of an installation creates it, from the keys of an older version or the default
 * place if there are any; of several servers that start at once one is first, and all read its file.
 * @param isNew nothing in the database is encrypted yet. Otherwise other keys would be of no use, and what is encrypted by them lost once
 *   the file is back
 * @throws StartError in Chinese when the file is missing or cannot be read, or when DATA_DIR has keys of another installation.
 */
export async function openKeys({ keyFile, dataDir }: KeyPlace, isNew = false): Promise<InstallationKeys> {
  const earlier = await earlierKeys(keyFile, dataDir)
  let keys = await readKeys(keyFile)
  if (keys === undefined) {
    if (earlier === undefined && !isNew)
      throw new StartError(
        `密钥文件 ${keyFile} 不见了，数据库中的数据要用它才能打开。请把它（或备份时另存的密钥文件）放回原处；新安装的系统请先以 MIGRATE_URL 执行 npm run migrate。`,
        { exitCode: exitCodes.later },
      )
    await writeFirst(keyFile, textOf(earlier?.keys ?? freshKeys()))
    keys = (await readKeys(keyFile))!
  }
  if (earlier !== undefined) {
    if (!sameInstallation(keys, earlier.keys)) {
      throw new StartError(
        `密钥文件 ${keyFile} 与数据目录中的 ${earlier.files[0]} 不是同一套密钥。请确认 KEY_FILE 指向本系统的密钥文件；` +
          '若数据目录中的密钥确已不用，请先将其移走。',
      )
    }
    for (const file of earlier.files) await rm(file, { force: true })
  }
  return keys
}

/** Replaces an existing key file atomically. */
export async function replaceKeys(keyFile: string, keys: InstallationKeys): Promise<void> {
  const draft = await writeDraft(keyFile, textOf(keys))
  await rename(draft, keyFile)
}

/** Restores a key file from a backup. @throws StartError when it is damaged, or when other keys exist */
export async function restoreKeys(keyFile: string, text: string): Promise<void> {
  const keys = parse(text)
  if (keys === undefined) throw new StartError('备份中的密钥文件已损坏。')
  await writeFirst(keyFile, textOf(keys))
  const held = await readKeys(keyFile)
  if (textOf(held!) !== textOf(keys)) throw new StartError(`密钥文件 ${keyFile} 已存在且内容不同，请先将其移走。`)
}

export const defaultKeyFile = (dataDir: string): string => join(dataDir, 'keys', 'installation.json')

/** The keys of this DATA_DIR before KEY_FILE was set, or of a version with separate files. */
async function earlierKeys(
  keyFile: string,
  dataDir: string,
): Promise<{ keys: InstallationKeys; files: readonly string[] } | undefined> {
  const fallback = defaultKeyFile(dataDir)
  const moved = keyFile === fallback ? undefined : await readKeys(fallback)
  if (moved !== undefined) return { keys: moved, files: [fallback] }
  const files = ['installation', 'gate'].map((name) => join(dataDir, 'keys', name))
  const [installation, gate] = await Promise.all(files.map(readIfThere))
  if (installation === undefined && gate === undefined) return undefined
  const key = installation === undefined ? randomBytes(32) : Buffer.from(installation, 'hex')
  const keys: InstallationKeys = {
    gate: gate ?? freshKeys().gate,
    pepper: derive(key, 'password pepper'),
    installation: new Map([[1, key]]),
  }
  return { keys, files }
}

/** Of the same installation: the pepper is equal. */
const sameInstallation = (a: InstallationKeys, b: InstallationKeys): boolean => a.pepper.equals(b.pepper)

const textOf = ({ gate, pepper, installation }: InstallationKeys): string => {
  const byId = Object.fromEntries([...installation].map(([id, key]) => [id, key.toString('hex')]))
  return `${JSON.stringify({ gate, pepper: pepper.toString('hex'), installation: byId }, null, 2)}\n`
}

async function readKeys(file: string): Promise<InstallationKeys | undefined> {
  const text = await readIfThere(file)
  if (text === undefined) return undefined
  const keys = parse(text)
  if (keys === undefined) throw new StartError(`密钥文件 ${file} 的内容不完整或已损坏，请用备份的密钥文件恢复。`)
  return keys
}

const KEY = /^[0-9a-f]{64}$/

function parse(text: string): InstallationKeys | undefined {
  let read: { gate?: unknown; pepper?: unknown; installation?: Record<string, unknown> }
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  const { gate, pepper, installation } = read ?? {}
  const isKey = (value: unknown): value is string => typeof value === 'string' && KEY.test(value)
  const held = Object.entries(installation ?? {}).map(([id, key]) => [Number(id), key] as const)
  if (typeof gate !== 'string' || gate === '' || !isKey(pepper) || held.length === 0) return undefined
  const valid = held.every(([id, key]) => Number.isInteger(id) && id >= 1 && id <= 255 && isKey(key))
  if (!valid) return undefined
  return {
    gate,
    pepper: Buffer.from(pepper, 'hex'),
    installation: new Map(held.map(([id, key]) => [id, Buffer.from(key as string, 'hex')])),
  }
}

/** What a gateway knows of the key file: with it nobody signs in as a server or reads what is encrypted. */
export interface GatewayKeys {
  /** Password of its role in the database. */
  readonly password: string
  /** From which the codes of terminals are made. */
  readonly codes: Buffer
}

const gatewayKeysOf = (keys: InstallationKeys): GatewayKeys => ({
  password: passwordOf(keys, signInRoles.gateway),
  codes: derive(keys.pepper, 'codes of terminals'),
})

/** Writes the gateway's keys into a file of their own, unless it contains them. */
export async function keepGatewayKeys({ keyFile, dataDir, gatewayKeyFile }: GatewayKeyPlace): Promise<void> {
  const { password, codes } = gatewayKeysOf(await openKeys({ keyFile, dataDir }))
  const text = `${JSON.stringify({ password, codes: codes.toString('hex') }, null, 2)}\n`
  if ((await readIfThere(gatewayKeyFile)) === text) return
  await rename(await writeDraft(gatewayKeyFile, text), gatewayKeyFile)
}

/**
 * The gateway's keys: from their file, else from the key file of the installation, which a gateway of an earlier release was given.
 * @throws StartError when the file is damaged
 */
export async function openGatewayKeys(place: GatewayKeyPlace): Promise<GatewayKeys> {
  const text = await readIfThere(place.gatewayKeyFile)
  if (text === undefined) return gatewayKeysOf(await openKeys(place))
  try {
    const { password, codes } = JSON.parse(text)
    if (typeof password === 'string' && KEY.test(codes)) return { password, codes: Buffer.from(codes, 'hex') }
  } catch {}
  throw new StartError(`网关密钥文件 ${place.gatewayKeyFile} 已损坏，请从服务器重新复制。`)
}

/**
 * The password of the embedded PostgreSQL's superuser, created once (32 random bytes, hex) and stored in
 * `DATA_DIR/keys/postgres`, readable only by the server's user.
 */
export async function postgresPassword(dataDir: string): Promise<string> {
  const file = postgresFile(dataDir)
  const kept = await readIfThere(file)
  if (kept !== undefined) return kept
  await writeFirst(file, randomBytes(32).toString('hex'))
  return readFile(file, 'utf8')
}

/** Whether that password exists. */
export async function hasPostgresPassword(dataDir: string): Promise<boolean> {
  return (await readIfThere(postgresFile(dataDir))) !== undefined
}

/** Path of that password. */
export const postgresFile = (dataDir: string): string => join(dataDir, 'keys', 'postgres')

/** Written to a temporary file and linked: neither a crash nor a second process leaves an incomplete file or replaces one. */
async function writeFirst(file: string, text: string): Promise<void> {
  const draft = await writeDraft(file, text)
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

async function writeDraft(file: string, text: string): Promise<string> {
  const folder = dirname(file)
  // An existing folder may also belong to others, so that its mode is not changed.
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await chmod(folder, 0o700)
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  return draft
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`密钥文件 ${file} 无法读取：${error.message}`, { cause: error })
  })
}
