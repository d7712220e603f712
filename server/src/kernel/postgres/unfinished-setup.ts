import type pg from 'pg'
import { StartError } from '../process/start-error.ts'

/*
 * A restore that failed or was killed leaves a database that looks complete. A schema with this name exists from before
 * the first table is restored until the last file is written.
 */

const mark = 'restore_unfinished'

export const markUnfinished = (client: pg.Client) => client.query(`create schema if not exists ${mark}`)

export const markFinished = (client: pg.Client) => client.query(`drop schema ${mark}`)

/** @throws StartError when a restore into this database has not finished */
export async function requireFinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as unfinished', [mark])
  if (rows[0].unfinished)
    throw new StartError(
      '此数据库正在恢复备份，或上次恢复没有完成，不能使用。若恢复已中断，请清空目录与数据库后重新恢复。',
    )
}
