import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newClient } from '../kernel/db/pools.ts'
import { defaultKeyFile, openKeys, replaceKeys } from '../kernel/keys.ts'
import { openVaults, type Vaults } from '../kernel/vault.ts'
import { openFiles } from '../outside/storage/open.ts'
import { SEALED } from '../outside/storage/sealed-store.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { messagesWhere } from '../testing/sms.ts'
import { uploadPhotos } from '../testing/upload.ts'
import { book } from '../testing/world/bookings.ts'
import { makeWorld, type World } from '../testing/world/world.ts'
import { retireKeys, rotateKeys } from './renew-keys.ts'
import { countLeft, sealedColumns } from './sealed-columns.ts'

const KEY_WAIT = 20 * 60_000
const quiet = { info() {}, warn() {} }

let t: TestApp
let w: World
let client: pg.Client
/** A second server of the installation: same database, same key file. */
let other: Vaults

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t, { cars: 10 })
  client = newClient({ connectionString: t.database.migratorUrl })
  await client.connect()
  other = await openVaults(t.kernel.pools.side, t.kernel.config)
})
afterAll(async () => {
  other.close()
  await client.end()
  await t.close()
})

const work = () => ({ client, place: t.kernel.config })
const retire = () => retireKeys({ ...work(), vaults: t.kernel.vaults, files: openFiles(t.kernel.config), log: quiet })
/** As if the keys had been written `ms` ago: the law of the wait is the database's clock. */
const pass = (ms: number) =>
  client.query(`update merchant_key set used_from = used_from - $1 * interval '1 millisecond'`, [ms])

describe('renewing keys', () => {
  it('happens under running servers, keeps everything readable, and drops the old keys when nothing needs them', async () => {
    const { kernel } = t
    const phone = '13712345678'
    const { orderId } = await book(t, w, { form: { contactPhone: phone } })
    const photos = await uploadPhotos(t, 'pickup', 2, w.tokens.clerk)
    const { rows: media } = await client.query('select path from media where id = any($1)', [photos])
    const picture = await kernel.media.read(media[0].path)
    const link = kernel.media.link(media[0].path, { variant: 'full', viewer: '1', now: t.clock.now(), seconds: 900 })
    const found = async () =>
      (await t.call(contract.order.list, { keyword: phone, pageSize: 5 }, { token: w.tokens.owner })).list.map(
        (row) => row.orderId,
      )
    const contact = () => t.call(contract.order.contact, { orderId }, { token: w.tokens.owner })
    expect(await found()).toContain(orderId)
    const slow = await other.merchant(w.merchantId)
    const before = await openKeys(kernel.config)

    const rotated = await rotateKeys(work())
    expect(rotated.id).toBe(2)
    await expect(rotateKeys(work())).rejects.toThrow('尚未启用')
    // Known to every server before its time, sealed under by none.
    await Promise.all([kernel.vaults.refresh(), other.refresh()])
    expect((await kernel.vaults.merchant(w.merchantId)).keyId).toBe(1)
    await expect(retire()).rejects.toThrow('15 分钟')

    await pass(120_000)
    await kernel.vaults.refresh()
    const vault = await kernel.vaults.merchant(w.merchantId)
    expect([vault.keyId, slow.keyId]).toEqual([2, 1])
    // One server seals under the new key, the other still under the old: each reads what the other wrote.
    expect(slow.open('order.contact_phone', '1', vault.seal('order.contact_phone', '1', 'x'))).toBe('x')
    expect(vault.open('order.contact_phone', '1', slow.seal('order.contact_phone', '1', 'y'))).toBe('y')
    expect(vault.index('order.contact_phone', phone)).toEqual(slow.index('order.contact_phone', phone))
    expect((await t.app.inject({ url: link })).statusCode).toBe(200)
    expect(await contact()).toMatchObject({ phone })
    expect(await found()).toContain(orderId)
    const after = await book(t, w, { form: { contactPhone: '13712345679' } })

    await pass(15 * 60_000)
    const retired = await retire()
    expect(retired).toMatchObject({ installationKeys: 1 })
    expect(retired.values).toBeGreaterThan(10)
    expect(retired.files).toBeGreaterThanOrEqual(4)
    expect(retired.dataKeys).toBe(rotated.owners)
    const held = await openKeys(kernel.config)
    expect([...held.installation.keys()]).toEqual([2])
    expect(held.pepper).toEqual(before.pepper)
    for (const column of sealedColumns)
      expect([column.place, await countLeft(client, column)]).toEqual([column.place, 0])

    // A server that starts now knows the new keys only.
    const fresh = await openVaults(kernel.pools.side, kernel.config)
    try {
      const { rows } = await client.query('select id, contact_phone_enc from "order" where id = any($1)', [
        [orderId, after.orderId],
      ])
      const own = await fresh.merchant(w.merchantId)
      const phones = rows.map((row) => own.open('order.contact_phone', row.id, row.contactPhoneEnc))
      expect(phones.toSorted()).toEqual([phone, '13712345679'])
    } finally {
      fresh.close()
    }
    await kernel.vaults.refresh()
    expect(await kernel.media.read(media[0].path)).toEqual(picture)
    expect(await contact()).toMatchObject({ phone })
    expect(await found()).toContain(orderId)
    expect((await messagesWhere(t, 'order_id = $1', [orderId]))[0]!.body).toContain('周明轩您好')
    // Who had a password still has it, and is still known by mobile.
    const { rows: users } = await client.query(
      `select u.id, u.mobile_enc from app_user u join account a on a.user_id = u.id
        where a.merchant_id = $1 and a.name = '测试clerk'`,
      [w.merchantId],
    )
    const mobile = kernel.vaults.platform.open('app_user.mobile', users[0].id, users[0].mobileEnc)
    expect(await t.login(mobile)).toMatch(/./)
    expect(await retire()).toEqual({ values: 0, files: 0, dataKeys: 0, installationKeys: 0 })
  })

  it('takes up a rotation that was cut short after the key file was written', async () => {
    const { kernel } = t
    const keys = await openKeys(kernel.config)
    const next = Math.max(...keys.installation.keys()) + 1
    await replaceKeys(kernel.config.keyFile, {
      ...keys,
      installation: new Map([...keys.installation, [next, randomBytes(32)]]),
    })
    expect((await rotateKeys(work())).id).toBe(next)
    await pass(KEY_WAIT)
    await retire()
    expect([...(await openKeys(kernel.config)).installation.keys()]).toEqual([next])
  })

  it('drops no key while something is left that nobody can open', async () => {
    const { kernel } = t
    const path = `${w.merchantId}/pickup/202611/broken.jpg`
    const file = join(kernel.config.mediaDir, path)
    await mkdir(dirname(file), { recursive: true })
    await rotateKeys(work())
    await pass(KEY_WAIT)
    await kernel.vaults.refresh()
    await writeFile(file, Buffer.concat([SEALED, Buffer.from([77]), randomBytes(60)]))
    await expect(retire()).rejects.toThrow('broken.jpg 无法用现有密钥打开')
    expect((await openKeys(kernel.config)).installation.size).toBe(2)
    await kernel.media.remove(path)
    await retire()
  })
})

describe('files', () => {
  it('lie sealed, bound to their place; plain ones of an older version are read, and sealed by keys retire', async () => {
    const { kernel } = t
    const [a, b, old] = ['a.jpg', 'b.jpg', 'old.jpg'].map((name) => `${w.merchantId}/pickup/202611/${name}`) as [
      string,
      string,
      string,
    ]
    const at = (path: string) => join(kernel.config.mediaDir, path)
    const bytes = Buffer.from('a picture of a car')
    await kernel.media.put(a, bytes, bytes)
    expect(await kernel.media.read(a)).toEqual(bytes)
    for (const file of [at(a), at(`${a}.thumb.webp`)]) {
      expect((await readFile(file)).includes('picture')).toBe(false)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
    }
    await kernel.media.copy(a, b)
    expect(await kernel.media.read(b)).toEqual(bytes)
    // Moved by hand, or changed by a bit, it opens no more.
    await writeFile(at(b), await readFile(at(a)))
    await expect(kernel.media.read(b)).rejects.toThrow('unable to authenticate')
    const sealed = await readFile(at(a))
    sealed[sealed.length - 1]! ^= 1
    await writeFile(at(a), sealed)
    await expect(kernel.media.read(a)).rejects.toThrow('unable to authenticate')
    await Promise.all([a, b].map((path) => kernel.media.remove(path)))

    await writeFile(at(old), bytes)
    expect(await kernel.media.read(old)).toEqual(bytes)
    expect(await retire()).toMatchObject({ files: 1 })
    expect((await readFile(at(old))).includes('picture')).toBe(false)
    expect(await kernel.media.read(old)).toEqual(bytes)
  })
})

describe('the key file', () => {
  it('of another installation is refused before a server listens', async () => {
    const dataDir = join(t.kernel.config.dataDir, 'foreign')
    const place = { dataDir, keyFile: defaultKeyFile(dataDir) }
    await openKeys(place, true)
    await expect(openVaults(t.kernel.pools.side, place)).rejects.toThrow('打不开此数据库中的数据')
  })
})

describe('law', () => {
  it('every column of cipher texts is among those that keys retire seals anew', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' and column_name !~ '(^|_)(hash|sha256)$'
        order by 1`,
    )
    // Wrapped by another key, public, or a keyed hash: none is a cipher text of its owner's key.
    const others = [
      ...['merchant_certificate.certificate', 'merchant_key.wrapped'],
      ...['person.identity_checked_of', 'person.licence_checked_of'],
    ]
    const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...others]
    expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
  })
})
