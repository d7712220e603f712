import type pg from 'pg'
import { StartError } from '../../kernel/process/start-error.ts'

/* What a merchant's people need to go on in another cluster: users, their second factors, sessions, and the terminals of its cars. */

type Two = readonly [from: pg.Client, to: pg.Client]

/** Copies rows as jsonb: no value is read into a number here. */
export async function copyRows(
  [from, to]: Two,
  table: string,
  where: string,
  values: readonly unknown[],
): Promise<void> {
  const { rows } = await from.query(
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${table} t where ${where}`,
    [...values],
  )
  await to.query(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
    [rows[0].rows],
  )
}

/** Tables that operators of the platform fill, the same in each cluster when it is founded. */
const common = ['installation_setting', 'legal_text', 'holiday_year', 'model_library']

/** Distance between the row ids of two clusters: an id names one row of all clusters. */
const ID_RANGE = 1_000_000_000_000n

/**
 * Prepares a cluster without merchants to receive some: its row ids begin in a range of its own, and it gets the platform's keys and the
 * tables that are common to all. For one with merchants it compares the ranges and the keys.
 * @throws StartError in Chinese when the two do not fit together
 */
export async function prepareOrCompare([from, to]: Two, sameKeys: () => Promise<boolean>): Promise<void> {
  const rangeOf = async (client: pg.Client) => {
    const { rows } = await client.query('select last_value::text as last from row_id')
    return BigInt(rows[0].last) / ID_RANGE
  }
  const { rows } = await to.query('select exists (select from merchant) or exists (select from app_user) as used')
  if (!rows[0].used) {
    await to.query('begin')
    await to.query("select setval('row_id', $1)", [((await rangeOf(from)) + 1n) * ID_RANGE])
    await to.query('delete from merchant_key where merchant_id = 0')
    await copyRows([from, to], 'merchant_key', 't.merchant_id = 0', [])
    for (const table of common) {
      await to.query(`delete from ${table}`)
      await copyRows([from, to], table, 'true', [])
    }
    await to.query('commit')
  }
  if ((await rangeOf(from)) === (await rangeOf(to)))
    throw new StartError('两个集群的行号范围重叠：新集群须是未建过商家的空库，由首次迁移划定其行号范围。')
  if (!(await sameKeys()))
    throw new StartError('两个集群的密钥不同：请使用同一密钥文件（KEY_FILE），并在两边同时轮换密钥。')
}

/**
 * Copies the people of a merchant, in the transaction of the target that ends the move. A person whom the other cluster knows by the same
 * mobile keeps their user there, and signs in again.
 */
export async function copyPeople(two: Two, merchantId: string): Promise<void> {
  const [from, to] = two
  const { rows: users } = await from.query<{ id: string; mobileHash: Buffer }>(
    `select u.id, u.mobile_hash from app_user u
      where exists (select from account a where a.merchant_id = $1 and a.user_id = u.id)`,
    [merchantId],
  )
  const { rows: known } = await to.query<{ id: string; mobileHash: Buffer }>(
    'select id, mobile_hash from app_user where mobile_hash = any ($1)',
    [users.map(({ mobileHash }) => mobileHash)],
  )
  const there = new Map(known.map(({ id, mobileHash }) => [mobileHash.toString('hex'), id]))
  const other = users.flatMap(({ id, mobileHash }) => {
    const mapped = there.get(mobileHash.toString('hex'))
    return mapped === undefined || mapped === id ? [] : [{ id, mapped }]
  })
  for (const { id, mapped } of other)
    await to.query('update account set user_id = $3 where merchant_id = $1 and user_id = $2', [merchantId, id, mapped])
  const moved = users.map(({ id }) => id).filter((id) => !other.some((one) => one.id === id))
  await copyRows(two, 'app_user', 't.id = any ($1)', [moved])
  const { rows: without } = await to.query(
    `select from account a where a.merchant_id = $1 and a.user_id is not null and not exists (select from app_user u where u.id = a.user_id)`,
    [merchantId],
  )
  if (without.length > 0)
    throw new StartError(`${without.length} 名员工的登录在新集群中与他人的微信绑定冲突，请先解除其微信绑定。`)
  for (const table of ['user_totp', 'recovery_code', 'partner_user', 'ring_address'])
    await copyRows(two, table, 't.user_id = any ($1)', [moved])
  await copyRows(two, 'login_session', 't.merchant_id = $1 and t.user_id = any ($2) and t.revoked_at is null', [
    merchantId,
    moved,
  ])
  for (const table of ['shown_whole', 'terminal', 'unasked_text'])
    await copyRows(two, table, 't.merchant_id = $1', [merchantId])
}
