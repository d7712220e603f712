import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Files } from '../../outside/storage/files.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { book } from '../../testing/world/booking.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { copyNewFiles } from './files.ts'
import { copiedByHand, differencesOf, leftBehind, movedTables, publicationSql, removeMerchant } from './tables.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await book(t, w)
})
afterAll(() => t.close())

it('moves every table with rows of a merchant, or says why not', async () => {
  const { rows } = await t.root.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join pg_class p on p.oid = c.table_name::regclass
      where c.table_schema = 'public' and c.column_name = 'merchant_id' and p.relkind in ('r', 'p') and not p.relispartition`,
  )
  const moved = (await movedTables(t.root)).map(({ name }) => name.replaceAll('"', ''))
  expect([...moved, ...copiedByHand, ...Object.keys(leftBehind)].toSorted()).toEqual(
    [...rows.map(({ name }) => name), 'merchant'].toSorted(),
  )
})

it('publishes them by their replica identity', async () => {
  await t.root.query(publicationSql('of_a_test', await movedTables(t.root), w.merchantId))
  const { rows } = await t.root.query(
    `select count(*)::int as filtered from pg_publication_tables where pubname = 'of_a_test' and rowfilter is not null`,
  )
  expect(rows[0].filtered).toBe((await movedTables(t.root)).length)
  // An update of a published table fails where its key lacks a column of the filter or of the list.
  await t.root.query('update "order" set version = version where merchant_id = $1', [w.merchantId])
  await t.root.query('update audit set name = name where merchant_id = $1', [w.merchantId])
  await t.root.query('drop publication of_a_test')
})

it('removes one merchant and leaves the others', async () => {
  const other = await makeWorld(t, { name: '留下的商家' })
  await book(t, other)
  const tables = await movedTables(t.root)
  const count = async (merchantId: string) => {
    const { rows } = await t.root.query('select count(*)::int as n from "order" where merchant_id = $1', [merchantId])
    return rows[0].n
  }
  await removeMerchant(t.root, w.merchantId)
  expect([await count(w.merchantId), await count(other.merchantId)]).toEqual([0, 1])
  expect(await differencesOf([t.root, t.root], tables, other.merchantId)).toEqual([])
})

it('copies in the pause the files since the mark and those that were being uploaded then, and no others', async () => {
  const insert = async (path: string, parts: number | null = null): Promise<string> => {
    const { rows } = await t.root.query(
      `insert into media (merchant_id, biz, kind, path, mime, size_bytes, sha256, uploader_id, parts)
       values ($1, 'remark', 'image', $2, 'image/jpeg', 1, '', 0, $3) returning id`,
      [w.merchantId, path, parts],
    )
    return rows[0].id
  }
  await insert('before.jpg')
  const uploading = [await insert('film.mp4', 2)]
  const { rows } = await t.root.query(`select nextval('row_id')::text as id`)
  await insert('after.jpg')
  const here = new Map(
    ['before.jpg', 'film.mp4', 'film.mp4.0000', 'film.mp4.0001', 'after.jpg', 'after.jpg.thumb.webp'].map((name) => [
      name,
      Buffer.from(name),
    ]),
  )
  const there = new Map<string, Buffer>()
  const filesOf = (held: Map<string, Buffer>): Files => ({
    write: async (name, bytes) => void held.set(name, bytes),
    read: async (name) => held.get(name) ?? Promise.reject(Object.assign(new Error(name), { code: 'ENOENT' })),
    remove: async (name) => void held.delete(name),
    names: async function* () {
      yield* held.keys()
    },
    writtenBefore: async function* () {},
  })
  const mark = { rowId: rows[0].id, uploading }
  expect(await copyNewFiles([filesOf(here), filesOf(there)], t.root, w.merchantId, mark)).toBe(5)
  here.delete('before.jpg')
  expect(there).toEqual(here)
})
