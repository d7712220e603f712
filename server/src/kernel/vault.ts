import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { queryBy, type RawQuery } from './db/db.ts'
import { Unavailable } from './http/unavailable.ts'
import { derive, type InstallationKeys, type KeyPlace, newestOf, openKeys } from './keys.ts'
import { StartError } from './process/start-error.ts'

/*
 * Personal data at rest is encrypted with AES-256-GCM under a data key of its owner (a merchant, or the platform),
 * which is wrapped by the installation key. The associated data (owner, table, column, row) makes a cipher text useless
 * in any other place. Equality search uses a keyed hash ("blind index") with a second key, which is never renewed: the
 * same text must always give the same hash. The first byte of a cipher text is the id of its key. An owner may have
 * several data keys: the newest active one encrypts, all of them decrypt (decision 0021). Servers learn about a new key
 * well before it becomes active.
 */

const IV = 12
const TAG = 16
/** Interval at which a server reloads the keys. A key becomes active {@link KEY_LEAD} after it was written. */
const REFRESH = 30_000
/** ms between writing a key and its first use. */
export const KEY_LEAD = 120_000
/** ms without a successful reload after which a server encrypts nothing more: the key that it knows may be retired. */
const STALE = 10 * 60_000
/** ms that a key's successor must have been active before the key may be retired: then no server encrypts with it any more. */
export const KEY_REST = STALE + 5 * 60_000

/** Owner of data that belongs to no merchant; its keys have merchant_id 0. */
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

/** Wraps the keys of an owner with the installation's newest key. */
export function wrap(keys: InstallationKeys, row: string, own: Buffer): Buffer {
  const id = newestOf(keys.installation.keys())
  return encrypt(id, derive(keys.installation.get(id)!, 'wrap merchant keys'), own, `merchant_key/${row}`)
}

/** @throws Error when the key file has no key with that id, or a different one */
export function unwrap(keys: InstallationKeys, row: string, wrapped: Buffer): Buffer {
  const key = keys.installation.get(keyIdOf(wrapped))
  if (key === undefined) throw new Error(`no installation key ${keyIdOf(wrapped)}`)
  return decrypt(derive(key, 'wrap merchant keys'), wrapped, `merchant_key/${row}`)
}

/** Encrypts and decrypts the personal data of one owner (a merchant, or the platform for users). */
export interface Vault {
  /** The cipher text can be decrypted only for the same place (table and column) and row id. */
  seal(place: string, rowId: string, text: string): Buffer
  open(place: string, rowId: string, sealed: Buffer): string
  /** The same for bytes, mainly files. */
  sealBytes(place: string, rowId: string, bytes: Buffer): Buffer
  openBytes(place: string, rowId: string, sealed: Buffer): Buffer
  /** Blind index for equality search: the same text in the same place gives the same hash. */
  index(place: string, text: string): Buffer
  /** The id of the key that encrypts now. */
  readonly keyId: number
}

/** The keys of an owner as last loaded. OpenSSL takes a `KeyObject` in half the time of a buffer. */
interface Ring {
  readonly keys: ReadonlyMap<number, KeyObject>
  readonly inUse: number
  readonly indexKey: KeyObject
  /** Keys for short-lived signatures: first the active key, then the others, with which older signatures were made. */
  readonly linkKeys: readonly KeyObject[]
}

interface KeyRow {
  readonly merchantId: string
  readonly keyId: number
  readonly wrapped: Buffer
  /** Whether its time of activation has passed. */
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

  /** `asked`: time of the server's last reload of keys; `unknown`: called for a cipher text with an unknown key. */
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
    if (performance.now() - this.#asked() > STALE)
      throw new Unavailable('storage', { cause: new Error('the keys were not confirmed for too long') })
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
  /** HMAC keys of signed media links: the first one signs, all of them verify. */
  linkKeys(): readonly KeyObject[]
  /** Key that is mixed into passwords (pepper) before they are hashed. */
  readonly pepper: Buffer
  merchant(merchantId: string): Promise<Vault>
  /** The vault of a new merchant: its key is written by the transaction that creates the merchant, through `query`. */
  found(merchantId: string, query: RawQuery): Promise<Vault>
  /** Reloads the key file and the keys; servers do so twice a minute. */
  refresh(): Promise<void>
  close(): void
}

const READ = 'select merchant_id, key_id, wrapped, used_from <= now() as live from merchant_key'

/**
 * Loads the installation's keys; the key of an owner is created at first use and cached in memory.
 * @throws StartError when the key file does not match this database
 */
export async function openVaults(pool: pg.Pool, place: KeyPlace): Promise<Vaults> {
  const { rowCount } = await pool.query('select from merchant_key limit 1')
  let keys = await openKeys(place, rowCount === 0)
  let asked = performance.now()
  const merchants = new Map<string, Promise<OwnerVault>>()
  const byPool = queryBy(pool)
  const soon = () => void refresh().catch(() => undefined)
  const vaultOf = (owner: string, ring: Ring) => new OwnerVault(owner, ring, () => asked, soon)

  /** The keys of an owner; `first` is written when there are none. */
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
    // Wrapped with a key that was added to the file after it was read.
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

/** Before the platform had a row of its own, its keys were derived from the installation key; they must stay the same. */
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
