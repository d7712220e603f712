import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from '@cheyi/domain/time'
import { S3mini } from 's3mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type S3Bucket, s3Bucket } from '../testing/s3.ts'
import {
  askBackupBucket,
  type BackupBucket,
  backupBucketOf,
  backupsIn,
  fetchBackup,
  removeOldBackups,
  sendBackup,
} from './backup-bucket.ts'

/* Backups in a bucket with object lock, and what somebody who has taken over the server can do to them. */

const quiet = { info() {}, warn() {} }
const NOW = Date.now()

let bucket: S3Bucket
let to: BackupBucket
let folder: string

beforeEach(async () => {
  bucket = s3Bucket({ keeps: true })
  to = { ...(await bucket.account()), lockDays: 35 }
  folder = await mkdtemp(join(tmpdir(), 'cheyi-bucket-'))
})
afterEach(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

const stampOf = (at: number) => new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)

/** A backup of so many bytes, sent in pieces of a thousand. */
async function send(at = NOW, size = 2500, at2 = at): Promise<{ name: string; bytes: Buffer }> {
  const name = `cheyi-${stampOf(at)}`
  const [file, keysFile] = [join(folder, `${name}.backup`), join(folder, `${name}.keys`)]
  const bytes = randomBytes(size)
  await writeFile(file, bytes)
  await writeFile(keysFile, `keys of ${name}`)
  await sendBackup(to, { file, keysFile }, at2, quiet, 1000)
  return { name, bytes }
}

const fetched = async (name?: string) => {
  const place = await mkdtemp(join(folder, 'fetched-'))
  const { file, keysFile } = await fetchBackup(to, place, quiet, name)
  return { bytes: await readFile(file), keys: await readFile(keysFile, 'utf8'), names: await readdir(place) }
}

describe('a backup in a bucket', () => {
  it('is sent in pieces, each locked, and fetched as it was', async () => {
    const { name, bytes } = await send()
    expect([...bucket.versions.keys()].toSorted()).toEqual(
      ['keys', 'part-000000', 'part-000001', 'part-000002', 'whole.json'].map((part) => `${name}/${part}`),
    )
    for (const [one] of bucket.versions.values()) expect(one!.lockedUntil).toBe(NOW + 35 * DAY)
    const back = await fetched()
    expect(back.bytes.equals(bytes)).toBe(true)
    expect([back.keys, back.names.toSorted()]).toEqual([`keys of ${name}`, [`${name}.backup`, `${name}.keys`]])
  })

  it('that was interrupted does not count: the newest whole one is fetched', async () => {
    const { name, bytes } = await send(NOW - DAY)
    const half = await send(NOW)
    bucket.versions.delete(`${half.name}/whole.json`)
    expect(await backupsIn(to)).toEqual([name])
    expect((await fetched()).bytes.equals(bytes)).toBe(true)
  })

  it('whose piece was changed or is gone is refused, and leaves no file behind', async () => {
    const { name } = await send()
    const key = `${name}/part-000001`
    const [version] = bucket.versions.get(key)!
    bucket.versions.set(key, [{ ...version!, body: randomBytes(1000) }])
    await expect(fetched()).rejects.toThrow('part-000001 与送出时不同')
    bucket.versions.delete(key)
    await expect(fetched()).rejects.toThrow('缺少 part-000001')
    await expect(fetched('cheyi-20200101-000000')).rejects.toThrow(
      `没有完整的备份 cheyi-20200101-000000，现有：${name}`,
    )
  })

  it('is not said to be safe by a bucket that locks nothing', async () => {
    await bucket.close()
    bucket = s3Bucket()
    to = { ...(await bucket.account()), lockDays: 35 }
    await expect(send()).rejects.toThrow('存储桶：写入')
  })
})

describe('somebody with the keys of the server', () => {
  it('can neither delete, overwrite nor unlock a backup: it is fetched as it was', async () => {
    const { name, bytes } = await send()
    const { url, region, accessKeyId, secretAccessKey } = to
    const s3 = new S3mini({ endpoint: url, region, accessKeyId, secretAccessKey })
    const isGone = (target: Parameters<S3mini['deleteObject']>[0]) =>
      s3.deleteObject(target).then(
        (done) => done,
        () => false,
      )
    for (const [key, versions] of [...bucket.versions]) {
      // Deleted by version, which the lock refuses; hidden by a marker; written over.
      for (const { id } of versions) expect(await isGone({ key, versionId: id })).toBe(false)
      expect(await isGone(key)).toBe(true)
      await s3.putObject(key, 'pay 10 bitcoin')
    }
    expect(await backupsIn(to)).toEqual([name])
    expect((await fetched()).bytes.equals(bytes)).toBe(true)
    expect(await askBackupBucket(to)).toMatchObject({ versioning: true, lockedUntil: NOW + 35 * DAY })
  })
})

describe('old backups', () => {
  it('are deleted once their lock is over, never the newest one, and what the bucket holds on to stays', async () => {
    // Of forty days ago; the second was locked for longer, by somebody who prolonged it.
    const old = await send(NOW - 40 * DAY)
    const prolonged = await send(NOW - 39 * DAY, 500, NOW)
    const young = await send(NOW - 20 * DAY)
    expect(await removeOldBackups(to, NOW)).toEqual([old.name])
    expect(await backupsIn(to)).toEqual([prolonged.name, young.name])
    bucket.ahead = 100 * DAY
    expect(await removeOldBackups(to, NOW + 100 * DAY)).toEqual([prolonged.name])
    expect(await backupsIn(to)).toEqual([young.name])
  })

  it('stay where nothing is locked: a rule of the bucket deletes them', async () => {
    const { name } = await send(NOW - 400 * DAY)
    await send(NOW - 300 * DAY)
    expect(await removeOldBackups({ ...to, lockDays: 0 }, NOW)).toEqual([])
    expect((await backupsIn(to))[0]).toBe(name)
  })
})

it('is named by four variables together, and by days from 0 to 3650', () => {
  const env = {
    BACKUP_S3_URL: 'https://b.s3.example',
    BACKUP_S3_REGION: 'x',
    BACKUP_S3_ACCESS_KEY_ID: 'k',
    BACKUP_S3_SECRET_ACCESS_KEY: 's',
  }
  expect(backupBucketOf({})).toBeUndefined()
  expect(backupBucketOf(env)).toMatchObject({ url: 'https://b.s3.example', lockDays: 35 })
  expect(backupBucketOf({ ...env, BACKUP_LOCK_DAYS: '0' })).toMatchObject({ lockDays: 0 })
  expect(() => backupBucketOf({ BACKUP_S3_URL: 'https://b.s3.example' })).toThrow('BACKUP_S3_REGION')
  expect(() => backupBucketOf({ BACKUP_LOCK_DAYS: '35' })).toThrow('BACKUP_S3_URL')
  expect(() => backupBucketOf({ ...env, BACKUP_S3_URL: 'http://b.s3.example' })).toThrow('https')
  expect(() => backupBucketOf({ ...env, BACKUP_LOCK_DAYS: 'x' })).toThrow('BACKUP_LOCK_DAYS')
})
