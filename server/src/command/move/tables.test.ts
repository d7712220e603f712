import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { book } from '../../testing/world/booking.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
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
