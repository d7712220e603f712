import type { Source } from '@cheyi/domain/booking/order/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { countRows } from '../../kernel/count-rows.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type KeyRow = Selectable<DB['channelKey']>

/** The keys of a channel, the newest first, revoked ones last. */
export const ofChannel = (ctx: Context, source: Source) =>
  ctx.db
    .selectFrom('channelKey as k')
    .leftJoin('account as a', 'a.id', 'k.createdBy')
    .select([
      'k.id as keyId',
      'k.appKey',
      'k.name',
      'k.secretTail',
      'k.scopes',
      'k.ips',
      'k.test',
      'k.enabled',
      'k.revokedAt',
      'k.oldUntil',
      'k.lastUsedAt',
      'k.version',
      'k.createdAt',
    ])
    .select((eb) => eb.fn.coalesce('a.name', eb.val('系统')).as('createdByName'))
    .where('k.source', '=', source)
    .orderBy((eb) => eb('k.revokedAt', 'is not', null))
    .orderBy('k.id', 'desc')
    .execute()

/** Number of keys of a channel that are not revoked. */
export const live = (ctx: Context, source: Source): Promise<number> =>
  countRows(ctx, 'channel_key where source = $1 and revoked_at is null', [source])

export const lock = (ctx: Context, id: string) =>
  ctx.db.selectFrom('channelKey').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insert = (ctx: Context, row: Insertable<DB['channelKey']>) =>
  ctx.db.insertInto('channelKey').values(row).execute()

/** @returns the new version */
export async function update(
  ctx: Context,
  { id, version }: Pick<KeyRow, 'id' | 'version'>,
  values: Updateable<DB['channelKey']>,
): Promise<number> {
  const row = await ctx.db
    .updateTable('channelKey')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}
