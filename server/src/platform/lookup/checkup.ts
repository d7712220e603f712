import { setTimeout as after } from 'node:timers/promises'
import { notifyWay } from '@cheyi/domain/platform/notify/notice'
import { deliveryStates } from '@cheyi/domain/sales/channel/codes'
import type { Context } from '../../kernel/context.ts'
import { type Backups, readBackups } from '../../kernel/process/backups.ts'
import type { Config } from '../../kernel/process/config.ts'

/* What an owner may know of the installation (自检): nothing that opens it, and of messages only those of the merchant. */

/** A folder of another machine may not answer, and a call holds a connection meanwhile. */
const MOST_MS = 2000
/** Of the newest messages. */
const MOST_TEXTS = 200

const state = deliveryStates.code

/** The ages of backups; null where no folder is set, or it does not answer. */
export async function backupsKnown(
  { backupDir }: Config,
  now: number,
): Promise<Pick<Backups, 'newest' | 'proven'> | null> {
  if (backupDir === undefined) return null
  const backups = await Promise.race([readBackups(backupDir, now), after(MOST_MS, null, { ref: false })])
  return backups && { newest: backups.newest && Math.round(backups.newest), proven: backups.proven }
}

/** What became of the newest messages; those that are still tried count as neither. */
export async function newestTexts({ query }: Context) {
  const [row] = await query<{ delivered: number; dead: number; lastAt: Date | null }>(
    `select count(*) filter (where t.state = ${state.delivered})::int as delivered, count(*) filter (where t.state = ${state.dead})::int as dead,
       max(t.sent_at) as last_at
       from (select o.state, o.way, o.sent_at from outbox o order by o.id desc limit ${MOST_TEXTS}) t where t.way = ${notifyWay.sms}`,
    [],
  )
  const { delivered, dead, lastAt } = row!
  return { delivered, dead, lastAt: lastAt && Number(lastAt) }
}
