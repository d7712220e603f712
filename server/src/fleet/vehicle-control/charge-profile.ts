import { chargeItemOf, chargeProfileProblems } from '@cheyi/domain/fleet/vehicle-control/charge'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newIds, requireFound, requireVersion } from '../../kernel/context.ts'
import { changesOf } from '../../kernel/db/changes.ts'
import { saveRow } from '../../kernel/db/save-row.ts'

/*
 * Charge profiles: which items of a maker's devices are the charge and the range of an electric car.
 */

/** A merchant has devices of a few makers. */
const MOST = 50

export const chargeProfiles: HandlerOf<'vehicleControl', 'chargeProfiles'> = async (_, { db }) => {
  const rows = await db
    .selectFrom('chargeProfile as p')
    .select(['id', 'name', 'chargeItem', 'chargeScale', 'rangeItem', 'rangeScale', 'rangeUnit', 'version'])
    .select((e) =>
      e
        .selectFrom('device as d')
        .whereRef('d.chargeProfileId', '=', 'p.id')
        .select((d) => d.fn.countAll<number>().as('n'))
        .as('devices'),
    )
    .orderBy('name')
    .execute()
  return rows.map(({ id, devices, ...row }) => ({ ...row, chargeProfileId: id, devices: Number(devices) }))
}

/** @throws Refusal badInput (-2) for an item that cannot be read, notFound (-4), stale (-5) */
export const chargeProfileSave: HandlerOf<'vehicleControl', 'chargeProfileSave'> = async (input, ctx) => {
  const { chargeProfileId, chargeItem = '', rangeItem = '' } = input
  for (const [field, problem] of Object.entries(chargeProfileProblems({ chargeItem, rangeItem })))
    throw badInput(field, problem)
  const facts = {
    ...pick(input, 'name', 'chargeScale', 'rangeScale', 'rangeUnit'),
    chargeItem: chargeItemOf(chargeItem) ?? '',
    rangeItem: chargeItemOf(rangeItem) ?? '',
  }
  if (chargeProfileId === undefined) return add(ctx, facts)
  const before = await lockProfile(ctx, chargeProfileId)
  requireVersion(input.version, before.version)
  const after = saveRow(ctx, 'chargeProfile', before, facts)
  // A link reads the profile at its login only.
  ctx.queue('select terminal_again(id) from device where charge_profile_id = $1', [chargeProfileId])
  ctx.audit({ targetType: 'chargeProfile', targetId: chargeProfileId, ...changesOf(before, facts) })
  return { chargeProfileId, version: after.version }
}

/** No device takes a profile that is locked: its foreign key waits for this transaction. */
const lockProfile = async (ctx: Context, id: string) =>
  requireFound(await ctx.db.selectFrom('chargeProfile').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

/** @throws Refusal notFound (-4), stale (-5), chargeProfileInUse (10023) while devices are read by it, spare ones too */
export const chargeProfileRemove: HandlerOf<'vehicleControl', 'chargeProfileRemove'> = async (input, ctx) => {
  const { chargeProfileId, version } = input
  const before = await lockProfile(ctx, chargeProfileId)
  requireVersion(version, before.version)
  const { n } = await ctx.db
    .selectFrom('device')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('chargeProfileId', '=', chargeProfileId)
    .executeTakeFirstOrThrow()
  if (Number(n) > 0) throw new Refusal('chargeProfileInUse', { n: Number(n) })
  await ctx.db.deleteFrom('chargeProfile').where('id', '=', chargeProfileId).execute()
  ctx.audit({ targetType: 'chargeProfile', targetId: chargeProfileId, before: { name: before.name } })
  return { chargeProfileId }
}

async function add(ctx: Context, facts: object & { readonly name: string }) {
  const { n } = await ctx.db
    .selectFrom('chargeProfile')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= MOST) throw badInput('name', `最多${MOST}个方案，请修改已有的`)
  const [id] = await newIds(ctx, 1)
  await ctx.db
    .insertInto('chargeProfile')
    .values({ id: id!, ...facts })
    .execute()
  ctx.audit({ targetType: 'chargeProfile', targetId: id!, after: { name: facts.name } })
  return { chargeProfileId: id!, version: 1 }
}

/** Those of these profiles that exist. */
export async function knownProfiles(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db.selectFrom('chargeProfile').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
