import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { RawQuery } from './db.ts'
import { derive, type KeyPlace, newestOf, openKeys } from './keys.ts'

/*
 * Personal data at rest: AES-256-GCM under a data key of its merchant, which is wrapped by the installation key.
 * The associated data (merchant, table, column, row) makes a cipher text useless in any other place.
 * Equality search goes over a keyed hash ("blind index") with a second key.
 */

const KEY_ID = 1
const IV = 12
const TAG = 16

function encrypt(key: Buffer, text: Buffer, associated: string): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(associated))
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([Buffer.from([KEY_ID]), iv, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, associated: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV)).setAAD(Buffer.from(associated))
  decipher.setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV + TAG)), decipher.final()])
}

/** Seals and opens the personal data of one owner (a merchant, or the platform for users). */
export interface Vault {
  /** Cipher text bound to its place: table and column, and the row's id. */
  seal(place: string, rowId: string, text: string): Buffer
  open(place: string, rowId: string, sealed: Buffer): string
  /** Blind index for equality search, the same for the same text in the same place. */
  index(place: string, text: string): Buffer
}

function vaultOf(owner: string, dataKey: Buffer, indexKey: Buffer): Vault {
  return {
    seal: (place, rowId, text) => encrypt(dataKey, Buffer.from(text, 'utf8'), `${owner}/${place}/${rowId}`),
    open: (place, rowId, sealed) => decrypt(dataKey, sealed, `${owner}/${place}/${rowId}`).toString('utf8'),
    index: (place, text) => createHmac('sha256', indexKey).update(`${owner}/${place}/${text}`).digest(),
  }
}

export interface Vaults {
  readonly platform: Vault
  /** HMAC key for signed media links and cursors. */
  readonly linkKey: Buffer
  /** Peppers passwords before they are hashed. */
  readonly pepper: Buffer
  merchant(merchantId: string): Promise<Vault>
  /** The vault of a merchant that is being founded: its key is written by the founding transaction, through `query`. */
  found(merchantId: string, query: RawQuery): Promise<Vault>
}

/** Opens the installation's keys; a merchant's own key is made at first use and cached. */
export async function openVaults(pool: pg.Pool, place: KeyPlace): Promise<Vaults> {
  const keys = await openKeys(place)
  const installation = keys.installation.get(newestOf(keys.installation.keys()))!
  const wrapping = derive(installation, 'wrap merchant keys')
  const merchants = new Map<string, Promise<Vault>>()

  async function load(merchantId: string, query: RawQuery): Promise<Vault> {
    const fresh = encrypt(wrapping, randomBytes(64), `merchant_key/${merchantId}`)
    await query('insert into merchant_key (merchant_id, key_id, wrapped) values ($1, $2, $3) on conflict do nothing', [
      merchantId,
      KEY_ID,
      fresh,
    ])
    const [row] = await query<{ wrapped: Buffer }>(
      'select wrapped from merchant_key where merchant_id = $1 and key_id = $2',
      [merchantId, KEY_ID],
    )
    const own = decrypt(wrapping, row!.wrapped, `merchant_key/${merchantId}`)
    return vaultOf(merchantId, own.subarray(0, 32), own.subarray(32))
  }
  const byPool: RawQuery = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, [...values])).rows as Row[]

  return {
    platform: vaultOf('platform', derive(installation, 'platform data'), derive(installation, 'platform index')),
    linkKey: derive(installation, 'links'),
    pepper: keys.pepper,
    merchant(merchantId) {
      let vault = merchants.get(merchantId)
      if (vault === undefined) {
        vault = load(merchantId, byPool)
        vault.catch(() => merchants.delete(merchantId))
        merchants.set(merchantId, vault)
      }
      return vault
    },
    found: load,
  }
}
