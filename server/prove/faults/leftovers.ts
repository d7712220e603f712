import { readdir } from 'node:fs/promises'
import { payMode, paymentStatus } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { mediaState } from '@cheyi/domain/platform/media/codes'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import type pg from 'pg'
import { diskFiles } from '../../src/outside/storage/disk.ts'
import { namesOf } from '../../src/outside/storage/sealed.ts'
import { until } from '../crew/until.ts'

/* What a fault may leave behind, read past the product. */

const { waiting, retrying } = deliveryStates.code

/** Work that nobody waits for and that ends by itself: jobs, refunds, messages to platforms. */
const UNDER_WAY = `select 'job ' || kind || ' ' || id as what from job where state in (${jobState.queued}, ${jobState.running})
  union all select 'refund ' || p.id from payment p
    where p.direction = 'out' and p.pay_mode = ${payMode.onlineOut} and p.status <> ${paymentStatus.succeeded} and p.created_at > $1
  union all select 'message ' || id from channel_event where state in (${waiting}, ${retrying}) and at > $1`

const SETTLE_MS = 120_000

/** Waits until all work of this kind since a moment has ended. @returns what has not */
export async function underWay(client: pg.Client, since: Date): Promise<string[]> {
  const left = async () => (await client.query(UNDER_WAY, [since])).rows.map(({ what }) => what as string)
  await until('work ends', async () => (await left()).length === 0, SETTLE_MS).catch(() => undefined)
  return left()
}

export interface FileLeftovers {
  /** Files that no row needs, drafts included. */
  readonly orphans: readonly string[]
  /** Rows whose file is not there. */
  readonly missing: readonly string[]
}

export async function fileLeftovers(client: pg.Client, mediaDir: string): Promise<FileLeftovers> {
  const { rows } = await client.query<{ path: string; parts: number | null; ready: boolean }>(
    `select path, parts, state = ${mediaState.ready} as ready from media where state <> ${mediaState.deleted}
      union all select file_path, null, true from job where file_path is not null`,
  )
  const held = new Set<string>()
  for await (const name of diskFiles(mediaDir).names()) held.add(name)
  const needed = new Set(rows.flatMap(({ path, parts }) => namesOf(path, parts ?? 0)))
  const drafts = (await readdir(mediaDir, { recursive: true })).filter((name) => name.endsWith('.part'))
  return {
    orphans: [...[...held].filter((name) => !needed.has(name)), ...drafts],
    missing: rows.filter(({ path, ready }) => ready && !held.has(path)).map(({ path }) => path),
  }
}
