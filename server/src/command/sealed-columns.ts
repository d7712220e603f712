import type pg from 'pg'
import type { Vault } from '../kernel/vault.ts'

/** A column of encrypted values: its place, and what its values are bound to. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly place: string
  /** SQL of the row's id, as it is in the associated data. */
  readonly row: string
  /** SQL of the owner's row in merchant_key. */
  readonly owner: string
  /** An older column that contained the value in clear; emptied once the value is encrypted. */
  readonly plain?: string
}

const ofMerchant = (table: string, name: string, column = `${name}_enc`): SealedColumn => ({
  table,
  column,
  place: `${table}.${name}`,
  row: 't.id::text',
  owner: 't.merchant_id',
})
const ofPlatform = { owner: '0::bigint' }

/** Every column that is encrypted with a key of an owner. A law compares it with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  ofMerchant('account', 'mobile'),
  ofMerchant('account', 'driver_licence'),
  ofMerchant('person', 'phone'),
  ofMerchant('person', 'identity_no'),
  ofMerchant('person', 'licence_no'),
  ofMerchant('company_contact', 'phone'),
  ofMerchant('car_owner', 'phone'),
  ofMerchant('car_owner', 'identity'),
  ofMerchant('car_owner', 'account'),
  ofMerchant('payee', 'account'),
  ofMerchant('order', 'contact_phone'),
  ofMerchant('payment', 'payer_name'),
  ofMerchant('pay_channel', 'key'),
  ofMerchant('pay_channel', 'secret'),
  ofMerchant('pay_channel', 'app_secret'),
  ofMerchant('channel_key', 'secret'),
  ofMerchant('channel_key', 'old_secret'),
  { ...ofMerchant('channel_webhook', 'secret'), row: 't.source::text' },
  { ...ofMerchant('channel_webhook', 'old_secret'), row: 't.source::text' },
  ofMerchant('channel_log', 'body'),
  ofMerchant('pay_notice', 'body'),
  ofMerchant('reimbursement', 'payee_name'),
  ofMerchant('link_token', 'phone'),
  ofMerchant('merchant_certificate', 'key'),
  ofMerchant('agreement', 'signature'),
  ofMerchant('outbox', 'mobile'),
  { ...ofMerchant('outbox', 'body'), plain: 'body' },
  { ...ofMerchant('merchant', 'contact_mobile'), owner: 't.id' },
  ofMerchant('referral', 'draft', 'draft'),
  { ...ofMerchant('idempotency', 'answer', 'answer'), row: "t.path || '/' || t.key" },
  ofMerchant('site_session', 'mobile'),
  ofMerchant('site_wechat', 'mobile'),
  ofMerchant('site_wechat', 'openid'),
  { ...ofMerchant('wechat_ticket', 'ticket'), row: 't.app_id', ...ofPlatform },
  { ...ofMerchant('app_user', 'mobile'), ...ofPlatform },
  { ...ofMerchant('app_user', 'wx_open'), ...ofPlatform },
  ...['secret_enc', 'pending_enc'].map((column) => ({
    table: 'user_totp',
    column,
    place: 'user_totp.secret',
    row: 't.user_id::text',
    ...ofPlatform,
  })),
  {
    table: 'ring_address',
    column: 'address_enc',
    place: 'ring_address.address',
    row: "encode(t.address_hash, 'base64')",
    ...ofPlatform,
  },
  ...['partner_user', 'bind_token'].map((table) => ({
    table,
    column: 'partner_enc',
    place: 'partner.wukong',
    row: "encode(t.partner_hash, 'base64')",
    ...ofPlatform,
  })),
]

/** SQL: the key with which an owner encrypts now. */
const inUse = (owner: string): string =>
  `(select max(k.key_id) from merchant_key k where k.merchant_id = ${owner} and k.used_from <= now())`

/** SQL: the remaining work in a column: values under an older key, or in clear. */
const remainingSql = ({ column, owner, plain }: SealedColumn): string =>
  [
    `get_byte(t.${column}, 0) <> ${inUse(owner)}`,
    ...(plain ? [`(t.${column} is null and t.${plain} <> '')`] : []),
  ].join(' or ')

/** The number of values of a column under an older key or in clear, in one snapshot. */
export async function countLeft(client: pg.Client, column: SealedColumn): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as n from "${column.table}" t where ${remainingSql(column)}`,
  )
  return rows[0].n
}

/** Pages of a table per transaction, so that rows are not locked for long. */
const PAGES = 32

/**
 * Encrypts values of a column again that are under older keys or in clear, while servers write: some pages per transaction. A row that
 * moved meanwhile may be missed, so the caller repeats until {@link countLeft} finds nothing.
 * @param vaultOf by the owner's row in merchant_key
 * @returns how many values
 */
export async function resealColumn(
  client: pg.Client,
  column: SealedColumn,
  vaultOf: (owner: string) => Promise<Vault>,
): Promise<number> {
  const { table, column: name, place, row, owner, plain } = column
  const { rows: sizes } = await client.query(`select (pg_relation_size('"${table}"') / 8192)::int as pages`)
  let count = 0
  for (let page = 0; page <= sizes[0].pages; page += PAGES) {
    await client.query('begin')
    await client.query('set local role definer')
    const found = await client.query(
      `select t.ctid::text as at, ${row} as row, ${owner}::text as owner, t.${name} as sealed, ${plain ? `t.${plain}` : 'null'} as plain
         from "${table}" t
        where t.ctid >= '(${page},0)'::tid and t.ctid < '(${page + PAGES},0)'::tid and (${remainingSql(column)}) for update`,
    )
    for (const value of found.rows) {
      const vault = await vaultOf(value.owner)
      const sealed: Buffer | null = value.sealed
      const bytes = sealed === null ? Buffer.from(value.plain) : vault.openBytes(place, value.row, sealed)
      await client.query(`select set_config('app.merchant_id', $1, true)`, [value.owner])
      await client.query(`update "${table}" set ${name} = $2 ${plain ? `, ${plain} = ''` : ''} where ctid = $1::tid`, [
        value.at,
        vault.sealBytes(place, value.row, bytes),
      ])
      count++
    }
    await client.query('commit')
  }
  return count
}
