import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type InstallationKeys, type KeyPlace, newestOf, openKeys, replaceKeys } from '../kernel/keys.ts'
import type { BootLog } from '../kernel/postgres/postgres.ts'
import { StartError } from '../kernel/process/start-error.ts'
import { KEY_LEAD, KEY_REST, keyIdOf, PLATFORM_ROW, unwrap, type Vaults, wrap } from '../kernel/vault.ts'
import { type Files, isGone } from '../outside/storage/files.ts'
import { reseal } from '../outside/storage/sealed-store.ts'
import { countLeft, resealColumn, sealedColumns } from './sealed-columns.ts'

/*
 * Key rotation while servers run (decision 21). `rotate` writes new keys, which are used two minutes later, when every server knows them.
 * `retire` encrypts everything that is still under older keys again, verifies that nothing is left, and only then drops them. Both may be
 * interrupted and repeated.
 */

/** The database with the rights of the migrator, and the place of the key file. */
export interface KeyWork {
  readonly client: pg.Client
  readonly place: KeyPlace
}

const MAX_ID = 255

interface KeyRow {
  readonly merchantId: string
  readonly keyId: number
  readonly wrapped: Buffer
  readonly usedForMs: number
}

/** One transaction over all keys: commands wait for each other, and no server creates a merchant meanwhile. */
async function withKeys<T>({ client }: KeyWork, work: (rows: readonly KeyRow[]) => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('set local role definer')
    await client.query('lock table merchant_key in share row exclusive mode')
    const { rows } = await client.query<KeyRow>(
      `select merchant_id, key_id, wrapped, (extract(epoch from now() - used_from) * 1000)::float8 as used_for_ms
         from merchant_key order by merchant_id, key_id`,
    )
    const answer = await work(rows)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Adds a new installation key to the key file, wraps all data keys with it, and gives every owner a new data key that is used after two
 * minutes. Blind-index keys and the pepper stay, because values made with them could not be found any more.
 * @returns the new installation key's id and how many owners got a new data key
 * @throws StartError while the keys of the last rotation are not in use yet
 */
export async function rotateKeys(work: KeyWork): Promise<{ id: number; owners: number }> {
  return withKeys(work, async (rows) => {
    if (rows.some((row) => row.usedForMs < 0)) throw new StartError('上一次更换的密钥尚未启用，请两分钟后再试。')
    const keys = await withNewKey(work.place, rows)
    const owners = Map.groupBy(rows, (row) => row.merchantId)
    for (const [owner, own] of owners) {
      for (const row of own) await setWrapped(work.client, row, wrap(keys, owner, unwrap(keys, owner, row.wrapped)))
      const last = own.at(-1)!
      if (last.keyId >= MAX_ID) throw new StartError(`商家 ${owner} 的密钥编号已用尽。`)
      const indexKey = unwrap(keys, owner, last.wrapped).subarray(32)
      const fresh = Buffer.concat([randomBytes(32), indexKey])
      await work.client.query(
        `insert into merchant_key (merchant_id, key_id, wrapped, used_from)
         values ($1, $2, $3, now() + $4 * interval '1 millisecond')`,
        [owner, last.keyId + 1, wrap(keys, owner, fresh), KEY_LEAD],
      )
    }
    return { id: newestOf(keys.installation.keys()), owners: owners.size }
  })
}

/** The key file with a key that wraps nothing yet: the one of an interrupted rotation, or a new one. */
async function withNewKey(place: KeyPlace, rows: readonly KeyRow[]): Promise<InstallationKeys> {
  const keys = await openKeys(place)
  const newest = newestOf(keys.installation.keys())
  if (!rows.some((row) => keyIdOf(row.wrapped) === newest)) return keys
  if (newest >= MAX_ID) throw new StartError('安装密钥的编号已用尽。')
  const more = { ...keys, installation: new Map([...keys.installation, [newest + 1, randomBytes(32)]]) }
  await replaceKeys(place.keyFile, more)
  return more
}

const setWrapped = (client: pg.Client, { merchantId, keyId }: KeyRow, wrapped: Buffer) =>
  client.query('update merchant_key set wrapped = $3 where merchant_id = $1 and key_id = $2', [
    merchantId,
    keyId,
    wrapped,
  ])

interface RetireWork extends KeyWork {
  readonly vaults: Vaults
  readonly files: Files
  readonly log: BootLog
}

/** Results of {@link retireKeys}. */
export interface Retired {
  readonly values: number
  readonly files: number
  /** Dropped data keys and installation keys. */
  readonly dataKeys: number
  readonly installationKeys: number
}

/**
 * Encrypts every value and file again that is under an older key or in clear, then drops the older keys. Servers may run.
 * @throws StartError when the newest keys have been in use for less than a quarter of an hour (a server might still encrypt with the older
 *   ones), or when something could not be decrypted; nothing is dropped then
 */
export async function retireKeys(work: RetireWork): Promise<Retired> {
  const { client, place, vaults } = work
  await withKeys(work, async (rows) => {
    const young = rows.some((row) => row.keyId > 1 && row.usedForMs < KEY_REST)
    if (young) throw new StartError('新密钥启用未满 15 分钟，仍可能有服务器在使用旧密钥，请稍后再试。')
    const keys = await openKeys(place)
    const newest = newestOf(keys.installation.keys())
    for (const row of rows.filter(({ wrapped }) => keyIdOf(wrapped) !== newest)) {
      await setWrapped(client, row, wrap(keys, row.merchantId, unwrap(keys, row.merchantId, row.wrapped)))
    }
  })
  await vaults.refresh()
  const vaultOf = async (owner: string) => (owner === PLATFORM_ROW ? vaults.platform : vaults.merchant(owner))
  const values = await resealValues(work, vaultOf)
  const files = await resealFiles(work)
  return withKeys(work, async (rows) => {
    const keys = await openKeys(place)
    const newest = newestOf(keys.installation.keys())
    // Created by a server that had not read the changed key file yet.
    const late = rows.filter((row) => keyIdOf(row.wrapped) !== newest)
    if (late.length > 0) throw new StartError('期间有商家以旧密钥创建，请再执行一次。')
    const owners = Map.groupBy(rows, (row) => row.merchantId)
    const old = [...owners.values()].flatMap((own) => own.slice(0, -1))
    for (const { merchantId, keyId } of old) {
      await client.query('delete from merchant_key where merchant_id = $1 and key_id = $2', [merchantId, keyId])
    }
    const installationKeys = keys.installation.size - 1
    if (installationKeys > 0) {
      await replaceKeys(place.keyFile, { ...keys, installation: new Map([[newest, keys.installation.get(newest)!]]) })
    }
    return { values, files, dataKeys: old.length, installationKeys }
  })
}

/** Repeats over all columns until one snapshot shows nothing left. */
async function resealValues({ client, log }: RetireWork, vaultOf: Parameters<typeof resealColumn>[2]): Promise<number> {
  let count = 0
  for (const column of sealedColumns) {
    for (let pass = 1; ; pass++) {
      const done = await resealColumn(client, column, vaultOf)
      count += done
      if (done > 0) log.info(`${column.table}.${column.column}：已重新加密 ${done} 项`)
      await client.query('begin')
      await client.query('set local role definer')
      const left = await countLeft(client, column)
      await client.query('commit')
      if (left === 0) break
      if (pass === 10)
        throw new StartError(`${column.table}.${column.column} 仍有 ${left} 项使用旧密钥，请再执行一次。`)
    }
  }
  return count
}

/** Files that were added during the listing are under the newest key. */
async function resealFiles({ files, vaults, log }: RetireWork): Promise<number> {
  let count = 0
  for await (const path of files.names()) {
    const isSealed = await reseal(files, vaults, path).catch((error: Error) => {
      // Deleted meanwhile.
      if (isGone(error)) return false
      throw new StartError(`文件 ${path} 无法用现有密钥打开，未停用任何密钥：${error.message}`, { cause: error })
    })
    if (isSealed) count++
  }
  if (count > 0) log.info(`媒体文件：已重新加密 ${count} 个`)
  return count
}
