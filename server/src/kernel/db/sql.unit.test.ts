import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { expect, it } from 'vitest'
import { rawQuery } from './db.ts'
import { sql } from './sql.ts'

it('writes codes as literals, and lists and parts unchanged', () => {
  const { confirmed, arranged } = orderStatus
  const own = sql`o.store_id = $2`
  expect(
    sql`select '\\d' from "order" o where o.status in (${[confirmed, arranged]}) and o.days > ${1} and ${own}`,
  ).toBe(String.raw`select '\d' from "order" o where o.status in (3, 4) and o.days > 1 and o.store_id = $2`)
  expect(() => sql`status in (${[]})`).toThrow('empty')
})

it('types the rows of a query, and accepts no text of a user', async () => {
  const query = rawQuery(async () => [])
  const read = async () => (await query(sql<{ count: number }>`select 1 as count`)).map((row) => row.count.toFixed())
  expect(await read()).toEqual([])
  const typed: string = 'x'
  // @ts-expect-error a string is no part of a statement
  expect(sql`select ${typed}`).toBe('select x')
})
