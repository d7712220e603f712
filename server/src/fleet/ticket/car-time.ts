import type { Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/*
 * Who had a car at a minute goes by tickets too: whoever moved it, the garage that had it.
 */

type Follows = (ctx: Context, vehicleId: string) => Promise<void>

const following: Follows[] = []

/** A room above, which goes by who had a car, says what follows when that changes by a ticket. */
export function carTimeFollowed(follow: Follows): void {
  following.push(follow)
}

/** What of a ticket says who had its car. */
const telling = ['actualStart', 'actualEnd', 'assigneeId'] as const satisfies readonly (keyof DB['ticket'])[]

/** A ticket was written: where that changes who had its car, whoever goes by it follows. */
export async function tellOfCar(ctx: Context, vehicleId: string, patch: Updateable<DB['ticket']>): Promise<void> {
  if (telling.some((name) => patch[name] !== undefined)) for (const follow of following) await follow(ctx, vehicleId)
}
