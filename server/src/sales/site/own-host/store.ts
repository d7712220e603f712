import type { Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

export type HostRow = Omit<Selectable<DB['siteHost']>, 'merchantId'>

const COLUMNS = 'host, token, asked_at, proved_at, leads, checked_at, lost_at'

export const hostRow = (ctx: Pick<Context, 'query'>): Promise<HostRow | undefined> =>
  ctx.query.first<HostRow>(`select ${COLUMNS} from site_host where host <> ''`)

export const lockHost = (ctx: Context): Promise<HostRow | undefined> =>
  ctx.query.first<HostRow>(`select ${COLUMNS} from site_host where host <> '' for update`)

/** Another domain begins unproved; '' is none. */
export const putHost = (ctx: Context, host: string, token: string) =>
  ctx.query(
    `insert into site_host (host, token) values ($1, $2)
       on conflict (merchant_id) do update set host = $1, token = $2, asked_at = app_now(), proved_at = null, leads = false,
         checked_at = null, lost_at = null`,
    [host, token],
  )

interface Checked {
  readonly provedAt: number | null
  readonly leads: boolean
  readonly lostAt: number | null
}

const instant = (ms: number | null): Date | null => (ms === null ? null : at(ms))

export const keepCheck = (ctx: Context, { provedAt, leads, lostAt }: Checked) =>
  ctx.query('update site_host set proved_at = $1, leads = $2, lost_at = $3, checked_at = $4', [
    instant(provedAt),
    leads,
    instant(lostAt),
    at(ctx.now),
  ])

/** Whether the domain is the merchant's now; no, while it shows the page of another one. */
export async function takeHost(ctx: Context, host: string): Promise<boolean> {
  const [row] = await ctx.query<{ taken: boolean }>('select take_site_host($1) as taken', [host])
  return row!.taken
}

/** From now on nothing is served at the domain. */
export const endHost = (ctx: Context) => ctx.query('select end_site_host()')
