import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { RawQuery } from './db/db.ts'
import { derive, type InstallationKeys, type KeyPlace, newestOf, openKeys } from './keys.ts'
import { StartError } from './process/start-error.ts'

/*
 * Personal data at rest: AES-256-GCM under a data key of its owner (a merchant, or the platform), which is wrapped by
 * the installation key. The associated data (owner, table, column, row) makes a cipher text useless in any other place.
 * Equality search goes over a keyed hash ("blind index") with a second key, which is never renewed: the same text must
 * give the same hash for ever.
 *
 * The first byte of a cipher text is the id of its key. An owner may have several data keys: the newest that has come
 * into use seals, all of them open (decision 21). Servers learn of a new key well before it comes into use.
 */

const IV = 12
const TAG = 16
/** How often a server asks for new keys. A key comes into use {@link KEY_LEAD} after it is written. */
const REFRESH = 30_000
/** ms between a key's being written and its first use. */
export const KEY_LEAD = 120_000
/** A server that could not ask for so long (ms) seals nothing more: the key it knows may be retired. */
const STALE = 10 * 60_000
/** A key may be retired when its successor has been in use for so long (ms): no server seals under it any more. */
export const KEY_REST = STALE + 5 * 60_000

/** What belongs to no merchant; its keys have merchant_id 0. */
const PLATFORM = 'platform'
export const PLATFORM_ROW = '0'

export function encrypt(id: number, key: Buffer | KeyObject, text: Buffer, associated: string): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(associated))
  const body = [cipher.update(text), cipher.final()]
  return Buffer.concat([Buffer.from([id]), iv, cipher.getAuthTag(), ...body])
}

export function decrypt(key: Buffer | KeyObject, sealed: Buffer, associated: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV)).setAAD(Buffer.from(associated))
  decipher.setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()])
}

export const keyIdOf = (sealed: Buffer): number => sealed[0]!

/** Wraps the keys of an owner under the installation's newest key. */
export function wrap(keys: InstallationKeys, row: string, own: Buffer): Buffer {
  const id = newestOf(keys.installation.keys())
  return encrypt(id, derive(keys.installation.get(id)!, 'wrap merchant keys'), own, `merchant_key/${row}`)
}

/** @throws Error when the key file holds no key of that id, or another one */
export function unwrap(keys: InstallationKeys, row: string, wrapped: Buffer): Buffer {
  const key = keys.installation.get(keyIdOf(wrapped))
  if (key === undefined) throw new Error(`no installation key ${keyIdOf(wrapped)}`)
  return decrypt(derive(key, 'wrap merchant keys'), wrapped, `merchant_key/${row}`)
}

/** Seals and opens the personal data of one owner (a merchant, or the platform for users). */
export interface Vault {
  /** Cipher text bound to its place: table and column, and the row's id. */
  seal(place: string, rowId: string, text: string): Buffer
  open(place: string, rowId: string, sealed: Buffer): string
  /** The same for bytes, files above all. */
  sealBytes(place: string, rowId: string, bytes: Buffer): Buffer
  openBytes(place: string, rowId: string, sealed: Buffer): Buffer
  /** Blind index for equality search, the same for the same text in the same place. */
  index(place: string, text: string): Buffer
  /** The id of the key that seals now. */
  readonly keyId: number
}

/** The keys of an owner as they were last read. OpenSSL is given a `KeyObject` in half the time of a buffer's bytes. */
interface Ring {
  readonly keys: ReadonlyMap<number, KeyObject>
  readonly inUse: number
  readonly indexKey: KeyObject
  /** Keys that sign what is soon over: of the one in use first, then of the others, under which older ones were signed. */
  readonly linkKeys: readonly KeyObject[]
}

interface KeyRow {
  readonly merchantId: string
  readonly keyId: number
  readonly wrapped: Buffer
  /** Its time has come. */
  readonly live: boolean
}

function ringOf(keys: InstallationKeys, rows: readonly KeyRow[]): Ring {
  const own = rows.map((row) => ({ ...row, own: unwrap(keys, row.merchantId, row.wrapped) }))
  const inUse = newestOf(own.filter((row) => row.live).map((row) => row.keyId))
  const inUseFirst = own.toSorted((a, b) => Number(b.keyId === inUse) - Number(a.keyId === inUse))
  return {
    keys: new Map(own.map((row) => [row.keyId, createSecretKey(row.own.subarray(0, 32))])),
    inUse,
    indexKey: createSecretKey(own[0]!.own.subarray(32)),
    linkKeys: inUseFirst.map((row) => createSecretKey(derive(row.own.subarray(0, 32), 'links'))),
  }
}

class OwnerVault implements Vault {
  readonly #owner: string
  readonly #asked: () => number
  readonly #unknown: () => void
  #ring: Ring

  /** `asked`: when the server last asked for keys; `unknown`: a cipher text under a key that it has not heard of. */
  constructor(owner: string, ring: Ring, asked: () => number, unknown: () => void) {
    this.#owner = owner
    this.#ring = ring
    this.#asked = asked
    this.#unknown = unknown
  }

  renew(ring: Ring): void {
    this.#ring = ring
  }

  get linkKeys(): readonly KeyObject[] {
    return this.#ring.linkKeys
  }

  get keyId(): number {
    return this.#ring.inUse
  }

  sealBytes(place: string, rowId: string, bytes: Buffer): Buffer {
    if (performance.now() - this.#asked() > STALE) throw new Error('the keys were not confirmed for too long')
    const { keys, inUse } = this.#ring
    return encrypt(inUse, keys.get(inUse)!, bytes, `${this.#owner}/${place}/${rowId}`)
  }

  openBytes(place: string, rowId: string, sealed: Buffer): Buffer {
    const key = this.#ring.keys.get(keyIdOf(sealed))
    if (key === undefined) {
      this.#unknown()
      throw new Error(`no data key ${keyIdOf(sealed)} of ${this.#owner}`)
    }
    return decrypt(key, sealed, `${this.#owner}/${place}/${rowId}`)
  }

  seal(place: string, rowId: string, text: string): Buffer {
    return this.sealBytes(place, rowId, Buffer.from(text, 'utf8'))
  }

  open(place: string, rowId: string, sealed: Buffer): string {
    return this.openBytes(place, rowId, sealed).toString('utf8')
  }

  index(place: string, text: string): Buffer {
    return createHmac('sha256', this.#ring.indexKey).update(`${this.#owner}/${place}/${text}`).digest()
  }
}

export interface Vaults {
  readonly platform: Vault
  /** HMAC keys of signed media links: the first signs, each verifies. */
  linkKeys(): readonly KeyObject[]
  /** Peppers passwords before they are hashed. */
  readonly pepper: Buffer
  merchant(merchantId: string): Promise<Vault>
  /** The vault of a merchant that is being founded: its key is written by the founding transaction, through `query`. */
  found(merchantId: string, query: RawQuery): Promise<Vault>
  /** Reads key file and keys anew; servers do so twice a minute. */
  refresh(): Promise<void>
  close(): void
}

const READ = 'select merchant_id, key_id, wrapped, used_from <= now() as live from merchant_key'

/**
 * Opens the installation's keys; an owner's own key is made at first use and kept in memory.
 * @throws StartError when the key file does not open this database
 */
export async function openVaults(pool: pg.Pool, place: KeyPlace): Promise<Vaults> {
  let keys = await openKeys(place)
  let asked = performance.now()
  const merchants = new Map<string, Promise<OwnerVault>>()
  const byPool: RawQuery = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, [...values])).rows as Row[]
  const soon = () => void refresh().catch(() => undefined)
  const vaultOf = (owner: string, ring: Ring) => new OwnerVault(owner, ring, () => asked, soon)

  /** The keys of an owner; `first` are written when there are none. */
  async function load(row: string, query: RawQuery, first: () => Buffer): Promise<Ring> {
    const read = () => query<KeyRow>(`${READ} where merchant_id = $1`, [row])
    let rows = await read()
    if (rows.length === 0) {
      await query('insert into merchant_key (merchant_id, key_id, wrapped) values ($1, 1, $2) on conflict do nothing', [
        row,
        wrap(keys, row, first()),
      ])
      rows = await read()
    }
    // Wrapped by a key that came into the file since it was read.
    if (rows.some(({ wrapped }) => !keys.installation.has(keyIdOf(wrapped)))) keys = await openKeys(place)
    return ringOf(keys, rows)
  }

  async function refresh(): Promise<void> {
    const began = performance.now()
    keys = await openKeys(place)
    const known = await Promise.all(
      [...merchants].map(async ([id, vault]) => [id, await vault.catch(() => undefined)] as const),
    )
    const vaults = new Map<string, OwnerVault>([[PLATFORM_ROW, platform]])
    for (const [id, vault] of known) if (vault !== undefined) vaults.set(id, vault)
    const rows = await byPool<KeyRow>(`${READ} where merchant_id = any($1)`, [[...vaults.keys()]])
    for (const [id, own] of Map.groupBy(rows, (row) => row.merchantId)) vaults.get(id)!.renew(ringOf(keys, own))
    asked = began
  }

  const platform = vaultOf(PLATFORM, await load(PLATFORM_ROW, byPool, () => firstOfPlatform(keys)).catch(refuse(place)))
  const timer = setInterval(soon, REFRESH).unref()

  return {
    platform,
    linkKeys: () => platform.linkKeys,
    pepper: keys.pepper,
    merchant(merchantId) {
      let vault = merchants.get(merchantId)
      if (vault === undefined) {
        vault = load(merchantId, byPool, () => randomBytes(64)).then((ring) => vaultOf(merchantId, ring))
        vault.catch(() => merchants.delete(merchantId))
        merchants.set(merchantId, vault)
      }
      return vault
    },
    found: async (merchantId, query) => vaultOf(merchantId, await load(merchantId, query, () => randomBytes(64))),
    refresh,
    close: () => clearInterval(timer),
  }
}

/** Before it had a row, the platform's keys were made of the installation key; they stay what they were. */
function firstOfPlatform(keys: InstallationKeys): Buffer {
  const key = keys.installation.get(newestOf(keys.installation.keys()))!
  return Buffer.concat([derive(key, 'platform data'), derive(key, 'platform index')])
}

const refuse = (place: KeyPlace) => (error: Error & { code?: string }) => {
  const isKey = /installation key|unable to authenticate/i.test(error.message)
  if (!isKey) throw error
  throw new StartError(
    `密钥文件 ${place.keyFile} 打不开此数据库中的数据。请用本系统的密钥文件（或备份时另存的密钥文件）替换它后再启动。`,
    { cause: error },
  )
}
