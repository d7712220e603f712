import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/* Of a scene: accounts, where they are signed in, and whoever was invited. */

/** Ids by `what.name`. */
export const prefixed = (what: string, ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [`${what}.${name}`, id]))

/** Rows of a table by their names. */
export async function named(t: TestApp, table: string, merchantId: string, names: Readonly<Record<string, string>>) {
  const { rows } = await t.root.query(`select id, name from ${table} where merchant_id = $1`, [merchantId])
  const idOf = (name: string) => rows.find((row) => row.name === name).id as string
  return prefixed(table, Object.fromEntries(Object.entries(names).map(([key, name]) => [key, idOf(name)])))
}

/** The accounts of the merchant, the owner first and the one who drives second. */
export const accounts = async (t: TestApp, w: World): Promise<string[]> =>
  (
    await t.root.query('select id from account where merchant_id = $1 and (is_driver or parent_id = 0) order by id', [
      w.merchantId,
    ])
  ).rows.map((row) => row.id)

/** One more place where that account is signed in. */
export async function anotherSession(t: TestApp, accountId: string): Promise<string> {
  const { rows } = await t.root.query(
    `insert into login_session (token_hash, user_id, account_id, merchant_id, source, idle_expire_at, absolute_expire_at)
     select sha256(gen_random_uuid()::text::bytea), user_id, account_id, merchant_id, source, idle_expire_at, absolute_expire_at
       from login_session where account_id = $1 order by id limit 1 returning id`,
    [accountId],
  )
  return rows[0].id
}

let invitations = 0
/** Somebody who was invited and has not come in. */
export async function invited(t: TestApp, w: World): Promise<string> {
  const [{ id: roleId }] = (
    await t.root.query(`select id from role where merchant_id = $1 and letter = 'S'`, [w.merchantId])
  ).rows
  const mobile = `134${String(10_000_000 + ++invitations)}`
  const employee = { mobile, name: '待加入', roleIds: [roleId], storeScope: 0 as const }
  return (await t.call(contract.account.add, employee, { token: w.tokens.owner })).id
}
