import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DAY } from '@cheyi/domain/time'
import { S3mini, S3ServiceError } from 's3mini'
import type { BootLog } from '../kernel/postgres/postgres.ts'
import type { BucketAccount } from '../kernel/process/config.ts'
import { isSafeUrl } from '../kernel/process/deployment.ts'
import { withSecretFiles } from '../kernel/process/secret-files.ts'
import { StartError } from '../kernel/process/start-error.ts'

/*
 * Backups in a bucket of S3 with object lock. A backup `cheyi-<time>` is objects of one prefix: pieces of the file, the file of keys, and
 * last of all `whole.json`, which names every piece with its hash: without it a backup does not count. Each object is locked in compliance
 * mode until a day on which nobody needs it any more, so that whoever takes over this machine and its keys can neither delete nor change it.
 *
 * What such a person can do is to hide an object behind a delete marker, or to write another version over it. So everything is read by its
 * first version, which is the one that is locked.
 */

export interface BackupBucket extends BucketAccount {
  /** Days for which each object is locked; 0: the bucket has no object lock. */
  readonly lockDays: number
}

/** Bytes of one piece, held in memory while it is sent. */
const PIECE = 32 * 1024 * 1024
/** A piece on a slow line, ms. */
const REQUEST_MS = 10 * 60_000
const LISTED = 1000
const WHOLE = 'whole.json'
const variables = {
  url: 'BACKUP_S3_URL',
  region: 'BACKUP_S3_REGION',
  accessKeyId: 'BACKUP_S3_ACCESS_KEY_ID',
  secretAccessKey: 'BACKUP_S3_SECRET_ACCESS_KEY',
} as const

/**
 * The bucket of backups by its variables; undefined without one.
 * @throws StartError naming what is missing or wrong
 */
export function backupBucketOf(given: Readonly<Record<string, string | undefined>>): BackupBucket | undefined {
  const wrong: string[] = []
  const env = withSecretFiles(given, wrong)
  const entries = Object.entries(variables).map(([field, name]) => [field, env[name]?.trim() ?? '', name] as const)
  const days = env.BACKUP_LOCK_DAYS?.trim()
  if (entries.every(([, value]) => value === '') && !days) return undefined
  for (const [, value, name] of entries) if (value === '') wrong.push(`备份到存储桶还需要环境变量 ${name}`)
  const account = Object.fromEntries(entries) as unknown as BucketAccount
  if (account.url !== '' && (!URL.canParse(account.url) || !isSafeUrl(account.url)))
    wrong.push('环境变量 BACKUP_S3_URL 应为存储桶的 https 地址，本机除外')
  const lockDays = days ? Number(days) : 35
  if (!Number.isInteger(lockDays) || lockDays < 0 || lockDays > 3650)
    wrong.push('环境变量 BACKUP_LOCK_DAYS 应为 0 到 3650 的整数')
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return { ...account, lockDays }
}

interface Piece {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

interface Whole {
  readonly format: 1
  readonly pieces: readonly Piece[]
  readonly keys: Piece
}

const clientOf = ({ url, region, accessKeyId, secretAccessKey }: BucketAccount): S3mini =>
  new S3mini({ endpoint: url, region, accessKeyId, secretAccessKey, requestAbortTimeout: REQUEST_MS })

/** @throws StartError with the bucket's words, without what it repeats of the request */
async function askFor<T>(what: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof StartError) throw error
    const why =
      error instanceof S3ServiceError
        ? `${error.status} ${error.serviceCode ?? ''}`.trim()
        : ((error as Error).message ?? '')
    throw new StartError(`存储桶：${what}失败（${why}）。`, { cause: error })
  }
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Sends a backup and its keys, and asks the bucket until when it has locked them.
 * @throws StartError when something was not taken, or not locked as it was asked
 */
export async function sendBackup(
  bucket: BackupBucket,
  { file, keysFile }: { readonly file: string; readonly keysFile: string },
  now: number,
  log: BootLog,
  piece = PIECE,
): Promise<void> {
  const s3 = clientOf(bucket)
  const name = basename(file, '.backup')
  const until = new Date(now + bucket.lockDays * DAY).toISOString()
  const lock: Readonly<Record<string, string>> =
    bucket.lockDays === 0
      ? {}
      : { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': until }
  const send = async (part: string, bytes: Buffer): Promise<Piece> => {
    // A bucket with object lock takes nothing without a sum, which also finds what a line has changed.
    const sum = hashOf(bytes)
    const headers = { ...lock, 'x-amz-checksum-sha256': sum.toString('base64') }
    await askFor(`写入 ${name}/${part}`, () =>
      s3.putObject(`${name}/${part}`, bytes, 'application/octet-stream', undefined, headers),
    )
    return { name: part, size: bytes.length, sha256: sum.toString('hex') }
  }
  const pieces: Piece[] = []
  await using source = await open(file)
  for (const { size } = await source.stat(); pieces.length * piece < size || pieces.length === 0; ) {
    const bytes = Buffer.alloc(Math.min(piece, size - pieces.length * piece))
    await readAll(source, bytes, pieces.length * piece)
    pieces.push(await send(`part-${String(pieces.length).padStart(6, '0')}`, bytes))
  }
  const keys = await send('keys', await readFile(keysFile))
  const whole: Whole = { format: 1, pieces, keys }
  await send(WHOLE, Buffer.from(JSON.stringify(whole)))
  const told = await lockOf(s3, `${name}/${WHOLE}`)
  if (bucket.lockDays > 0 && !(told?.compliance && told.until >= Date.parse(until) - 1000))
    throw new StartError(
      '备份已送到存储桶，但没有被锁定：存储桶须在创建时开启对象锁定（Object Lock）和版本控制，密钥须有 PutObjectRetention 权限。',
    )
  log.info(
    `已送到存储桶：${name}，${pieces.length} 段${bucket.lockDays > 0 ? `，${until.slice(0, 10)} 之前任何人不能删改` : '，没有锁定'}。`,
  )
}

async function readAll(source: Awaited<ReturnType<typeof open>>, into: Buffer, from: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await source.read(into, at, into.length - at, from + at)
    if (bytesRead === 0) throw new StartError('备份文件在发送时变短了。')
    at += bytesRead
  }
}

interface Lock {
  readonly compliance: boolean
  /** Epoch ms. */
  readonly until: number
}

/** How an object is locked; null for one without a lock. */
async function lockOf(s3: S3mini, key: string, versionId?: string): Promise<Lock | null> {
  const answer = await askFor('读取锁定状态', () =>
    s3.getObjectResponse(key, versionId === undefined ? {} : { versionId }),
  )
  await answer?.body?.cancel()
  const until = Date.parse(answer?.headers.get('x-amz-object-lock-retain-until-date') ?? '')
  if (Number.isNaN(until)) return null
  return { compliance: answer?.headers.get('x-amz-object-lock-mode') === 'COMPLIANCE', until }
}

interface Version {
  readonly Key: string
  readonly VersionId?: string
  readonly LastModified?: unknown
  readonly IsDeleteMarker?: boolean
}

/** The first version of each object of a name, by key: later ones were written by somebody who could not change it. */
async function firstVersions(s3: S3mini, prefix: string): Promise<Map<string, Version[]>> {
  const found = new Map<string, Version[]>()
  let token: string | undefined
  do {
    const page = await askFor('列出版本', () => s3.listObjectsPaged('/', prefix, LISTED, token, { versions: true }))
    for (const one of (page?.objects ?? []) as unknown as Version[]) {
      const versions = found.get(one.Key)
      if (versions === undefined) found.set(one.Key, [one])
      else versions.push(one)
    }
    token = page?.nextContinuationToken
  } while (token !== undefined)
  // The bucket lists the newest version of a key first.
  for (const versions of found.values()) versions.reverse()
  return found
}

const originalOf = (versions: readonly Version[] | undefined) => versions?.find(({ IsDeleteMarker }) => !IsDeleteMarker)

const NAME = /^(cheyi-\d{8}-\d{6})\/whole\.json$/

/** Names of the whole backups in the bucket, oldest first, also of those that somebody has hidden. */
export async function backupsIn(bucket: BackupBucket): Promise<string[]> {
  const versions = await firstVersions(clientOf(bucket), 'cheyi-')
  return [...versions]
    .filter(([, all]) => originalOf(all) !== undefined)
    .flatMap(([key]) => NAME.exec(key)?.[1] ?? [])
    .toSorted()
}

/**
 * Fetches a whole backup, by default the newest one, into a folder, for `npm run restore`.
 * @throws StartError when there is none, or a piece is missing or not what was sent
 */
export async function fetchBackup(
  bucket: BackupBucket,
  folder: string,
  log: BootLog,
  name?: string,
): Promise<{ readonly file: string; readonly keysFile: string }> {
  const there = await backupsIn(bucket)
  const chosen = name ?? there.at(-1)
  if (chosen === undefined || !there.includes(chosen))
    throw new StartError(`存储桶中没有完整的备份${name === undefined ? '' : ` ${name}，现有：${there.join('、')}`}。`)
  const s3 = clientOf(bucket)
  const versions = await firstVersions(s3, `${chosen}/`)
  const read = async (part: string): Promise<Buffer> => {
    const key = `${chosen}/${part}`
    const original = originalOf(versions.get(key))
    const bytes =
      original &&
      (await askFor(`读取 ${key}`, () =>
        s3.getObjectArrayBuffer(key, original.VersionId ? { versionId: original.VersionId } : {}),
      ))
    if (!bytes) throw new StartError(`存储桶中的备份 ${chosen} 缺少 ${part}。`)
    return Buffer.from(bytes)
  }
  const checked = async ({ name: part, size, sha256 }: Piece): Promise<Buffer> => {
    const bytes = await read(part)
    if (bytes.length !== size || hashOf(bytes).toString('hex') !== sha256)
      throw new StartError(`存储桶中的备份 ${chosen} 已损坏：${part} 与送出时不同。`)
    return bytes
  }
  const { pieces, keys } = JSON.parse((await read(WHOLE)).toString()) as Whole
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [file, keysFile] = [join(folder, `${chosen}.backup`), join(folder, `${chosen}.keys`)]
  const draft = `${file}.part`
  try {
    await using target = await open(draft, 'w', 0o600)
    for (const piece of pieces) await target.writeFile(await checked(piece))
    await using keysTarget = await open(keysFile, 'wx', 0o600)
    await keysTarget.writeFile(await checked(keys))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  log.info(`已取回 ${chosen}：${file}（${(await stat(file)).size} 字节）和 ${keysFile}。`)
  return { file, keysFile }
}

/**
 * Deletes backups that are older than their lock, with all versions of their objects, and never the newest one. What the bucket does not let
 * go is left for the next time. @returns names of what was deleted
 */
export async function removeOldBackups(bucket: BackupBucket, now: number): Promise<string[]> {
  if (bucket.lockDays === 0) return []
  const s3 = clientOf(bucket)
  const old = (await backupsIn(bucket)).slice(0, -1).filter((name) => now - timeOf(name) > (bucket.lockDays + 1) * DAY)
  const removed: string[] = []
  for (const name of old) {
    const versions = [...(await firstVersions(s3, `${name}/`)).values()].flat()
    const kept = await Promise.all(
      versions.map(({ Key, VersionId }) =>
        s3.deleteObject(VersionId === undefined ? Key : { key: Key, versionId: VersionId }).then(
          (isGone) => !isGone,
          () => true,
        ),
      ),
    )
    if (!kept.includes(true)) removed.push(name)
  }
  return removed
}

/** When a backup was made, by its name, epoch ms. */
const timeOf = (name: string): number =>
  Date.parse(name.replace(/^cheyi-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))

export interface BucketFacts {
  /** Whether the bucket keeps every version. */
  readonly versioning: boolean
  /** When the newest whole backup was made, and until when it is locked, epoch ms; null: there is none, or it is not locked. */
  readonly newest: number | null
  readonly lockedUntil: number | null
  readonly lockDays: number
}

/** What the doctor asks. @throws StartError when the bucket does not answer */
export async function askBackupBucket(bucket: BackupBucket): Promise<BucketFacts> {
  const s3 = clientOf(bucket)
  const versioning = await askFor('读取版本控制', () => s3.getBucketVersioning())
  const name = (await backupsIn(bucket)).at(-1)
  const original = name && originalOf((await firstVersions(s3, `${name}/${WHOLE}`)).get(`${name}/${WHOLE}`))
  const lock = original ? await lockOf(s3, `${name}/${WHOLE}`, original.VersionId) : null
  return {
    versioning: versioning === 'Enabled',
    newest: name ? timeOf(name) : null,
    lockedUntil: lock?.compliance ? lock.until : null,
    lockDays: bucket.lockDays,
  }
}
