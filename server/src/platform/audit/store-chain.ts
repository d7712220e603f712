import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'

/**
 * SQL: the text of a row that is hashed. It has all columns except `xid`, which is only the row's position. It is deterministic: jsonb has
 * one text for a value, and instants are written in UTC.
 */
const CANONICAL = `jsonb_build_array(a.merchant_id, a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  a.account_id, a.user_id, a.name, a.ip, a.device, a.session_id, a.trace_id, a.action, a.target_type, a.target_id,
  a.before, a.after, a.result)::text`

export interface Head {
  readonly seq: string
  readonly hash: Buffer
  readonly xid: string
  readonly auditId: string
}

/** False while another process extends this merchant's chain. */
export async function lockChain(query: Context['query']): Promise<boolean> {
  const [row] = await query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('auditChain', merchant())) as mine`,
  )
  return row!.mine
}

export const head = async (query: Context['query']): Promise<Head | undefined> =>
  (await query<Head>('select c.seq::text, hash, xid, audit_id from audit_chain c order by c.seq desc limit 1'))[0]

export interface Loose {
  readonly id: string
  readonly at: number
  readonly xid: string
  readonly row: string
}

/** The next rows after the end of the chain, in an order that is the same for all processes. */
export const loose = (query: Context['query'], xid: string, id: string, most: number) =>
  query<Loose>(
    `select a.id, a.at, a.xid, ${CANONICAL} as row from audit a
      where a.merchant_id = merchant() and (a.xid, a.id) > ($1::xid8, $2::bigint)
        and a.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by a.xid, a.id limit ${most}`,
    [xid, id],
  )

export interface NewLink {
  readonly seq: string
  readonly auditId: string
  readonly at: number
  readonly xid: string
  readonly prev: Buffer
  readonly hash: Buffer
}

export const insertLinks = (query: Context['query'], links: readonly NewLink[]) =>
  query(
    `insert into audit_chain (seq, audit_id, at, xid, prev_hash, hash)
     select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::xid8[], $5::bytea[], $6::bytea[])`,
    [
      links.map((link) => link.seq),
      links.map((link) => link.auditId),
      links.map((link) => at(link.at)),
      links.map((link) => link.xid),
      links.map((link) => link.prev),
      links.map((link) => link.hash),
    ],
  )

export interface KeptLink {
  readonly seq: string
  readonly prevHash: Buffer
  readonly hash: Buffer
  /** null: the row does not exist any more. */
  readonly row: string | null
  /** The row is younger than `since`, so it must still exist. */
  readonly kept: boolean
}

export const links = (query: Context['query'], behind: string, since: number, most: number) =>
  query<KeptLink>(
    `select c.seq::text, c.prev_hash, c.hash, case when a.id is not null then ${CANONICAL} end as row, c.at >= $2::timestamptz as kept
       from (select * from audit_chain where seq > $1 order by seq limit ${most}) c
       left join audit a on a.merchant_id = c.merchant_id and a.id = c.audit_id and a.at = c.at
      order by c.seq`,
    [behind, at(since)],
  )

/** A row before the end of the chain that was never linked: it was not inserted by the server. */
export async function unlinkedRow(query: Context['query'], { xid, auditId }: Head): Promise<string | undefined> {
  const [row] = await query<{ id: string }>(
    `select a.id from audit a where a.merchant_id = merchant() and (a.xid, a.id) <= ($1::xid8, $2::bigint)
        and not exists (select from audit_chain c where c.merchant_id = merchant() and c.audit_id = a.id)
      limit 1`,
    [xid, auditId],
  )
  return row?.id
}
