import type { Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

/*
 * Who had a car at a minute also depends on tickets: the person who moved it, or the garage.
 */

type Follows = (ctx: Context, vehicleId: string) => Promise<void>

const following: Follows[] = []

/** Registers a follower of a higher module, called when a ticket changes who had a car. */
export function carTimeFollowed(follow: Follows): void {
  following.push(follow)
}

/** Columns of a ticket that decide who had its car. */
const telling = ['actualStart', 'actualEnd', 'assigneeId'] as const satisfies readonly (keyof DB['ticket'])[]

/** Calls the followers if the write of a ticket changes who had its car. */
export async function tellOfCar(ctx: Context, vehicleId: string, patch: Updateable<DB['ticket']>): Promise<void> {
  if (telling.some((name) => patch[name] !== undefined)) for (const follow of following) await follow(ctx, vehicleId)
}
