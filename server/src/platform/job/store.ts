import type { PermissionKey } from '@cheyi/domain/permission'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import type { Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { countUpTo } from '../../kernel/db/count-up-to.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { emit } from '../../kernel/events.ts'
import type { Identity } from '../../kernel/identity.ts'
import type { Outcome } from './work.ts'

type RawQuery = Context['query']
export type JobRow = Selectable<DB['job']>

export const insert = async (db: Db, kind: string, input: unknown): Promise<string> =>
  (
    await db
      .insertInto('job')
      .values({ kind, input: JSON.stringify(input) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Kinds of jobs that are limited together have the same ending: `orderExport`, `vehicleCheck`. */
type Ending = 'Export' | 'Check' | 'Import'

const ofAccount = (db: Db, accountId: string, endings?: readonly Ending[]) => {
  const mine = db.selectFrom('job').select('id').where('accountId', '=', accountId)
  return endings === undefined
    ? mine
    : mine.where((eb) => eb.or(endings.map((ending) => eb('kind', 'like', `%${ending}`))))
}

/** How many jobs of these kinds an account queued since an instant. */
export const askedSince = (db: Db, accountId: string, endings: readonly Ending[], since: number): Promise<number> =>
  countUpTo(db, ofAccount(db, accountId, endings).where('createdAt', '>', since).as('j'))

/** How many jobs of an account are queued or running. */
export const countOpen = (db: Db, accountId: string, endings?: readonly Ending[]): Promise<number> =>
  countUpTo(db, ofAccount(db, accountId, endings).where('state', 'in', [jobState.queued, jobState.running]).as('j'))

export const byId = (db: Db, jobId: string) =>
  db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()

/** A job that this account requested. */
export const ownById = (db: Db, jobId: string, accountId: string) =>
  db.selectFrom('job').selectAll().where('id', '=', jobId).where('accountId', '=', accountId).executeTakeFirst()

export interface Held {
  readonly jobId: string
  readonly runner: string
}

/** Renews the lease and locks the row until the transaction ends. @returns whether the job still belongs to the runner */
export async function hold(query: RawQuery, { jobId, runner }: Held, leaseSeconds: number): Promise<boolean> {
  const rows = await query(
    `update job set lease_until = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and runner = $2 and state = ${jobState.running} returning id`,
    [jobId, runner, leaseSeconds],
  )
  return rows.length > 0
}

/** Stores the progress and renews the lease. @returns whether the job still belongs to the runner */
export async function advance(
  query: RawQuery,
  { jobId, runner }: Held,
  at: { readonly done: number; readonly total: number },
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await query(
    `update job set done = $3, total = $4, lease_until = clock_timestamp() + make_interval(secs => $5)
      where id = $1 and runner = $2 and state = ${jobState.running} returning id`,
    [jobId, runner, at.done, at.total, leaseSeconds],
  )
  return rows.length > 0
}

/** Sends the state of the job as an event to its account. */
export async function tell(query: RawQuery, jobId: string): Promise<void> {
  const [row] = await query<{ state: number; done: number; total: number | null; accountId: string }>(
    'select state, done, total, account_id from job where id = $1',
    [jobId],
  )
  const { state, done, total, accountId } = row!
  await emit({ query }, 'job.changed', jobId, { jobId, state, done, total: total ?? 0 }, { accountIds: [accountId] })
}

export const keep = (query: RawQuery, jobId: string, kept: unknown) =>
  query('update job set kept = $2 where id = $1', [jobId, JSON.stringify(kept)])

/** The permission key, scope and stores of a run. */
export type Ran = Pick<Identity, 'scope' | 'storeIds'> & { readonly key: PermissionKey }

/**
 * Ends the job if it still belongs to the runner. `ran` is null for a refused job. `kept` is cleared: it may be large, and is only needed
 * to continue a job.
 */
export async function finish(
  query: RawQuery,
  { jobId, runner }: Held,
  end: Omit<Outcome, 'state'> & {
    readonly state: number
    readonly fileUntil: number | null
    readonly ran: Ran | null
  },
): Promise<boolean> {
  const rows = await query(
    `update job set state = $3, message = $4, outcome = $5, file_path = $6, file_name = $7, file_until = $8,
        ran_key = $9, ran_scope = $10, ran_store_ids = $11, done = coalesce(total, done), kept = null, finished_at = app_now(), lease_until = null
      where id = $1 and runner = $2 and state = ${jobState.running} returning id`,
    [
      jobId,
      runner,
      end.state,
      end.message ?? '',
      JSON.stringify({ counts: end.counts, issues: end.issues, warnings: end.warnings, layout: end.layout }),
      end.file?.path ?? null,
      end.file?.name ?? '',
      end.fileUntil === null ? null : at(end.fileUntil),
      end.ran?.key ?? null,
      end.ran?.scope ?? null,
      end.ran?.storeIds ?? null,
    ],
  )
  return rows.length > 0
}

/** Returns the job to the queue as if it had not been taken, since the work did not fail: the server is shutting down. */
export const returnToQueue = (query: RawQuery, { jobId, runner }: Held) =>
  query(
    `update job set lease_until = clock_timestamp(), runner = null, attempts = attempts - 1
      where id = $1 and runner = $2 and state = ${jobState.running}`,
    [jobId, runner],
  )

/** Returns the job to the queue after a failure, to be retried after `waitSeconds`. */
export const giveBack = (query: RawQuery, { jobId, runner }: Held, waitSeconds: number) =>
  query(
    `update job set lease_until = clock_timestamp() + make_interval(secs => $3)
      where id = $1 and runner = $2 and state = ${jobState.running}`,
    [jobId, runner, waitSeconds],
  )

/** Those of these paths that a job has as its result. */
export async function resultsAmong(query: RawQuery, paths: readonly string[]): Promise<string[]> {
  const rows = await query<{ path: string }>('select file_path as path from job where file_path = any ($1)', [paths])
  return rows.map(({ path }) => path)
}

/** Clears the paths of expired result files, and returns them for deletion. */
export const dropFiles = (query: RawQuery, now: number) =>
  query<{ path: string }>(
    `with gone as (select id, file_path from job where file_path is not null and file_until <= $1 for update skip locked)
     update job j set file_path = null from gone where j.id = gone.id returning gone.file_path as path`,
    [at(now)],
  )
