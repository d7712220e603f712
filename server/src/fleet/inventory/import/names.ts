import { plainName } from '@cheyi/domain/alike'
import { isModelInUse } from '@cheyi/domain/fleet/inventory/codes'
import type { ChosenNames, KnownModel, KnownStore, NameField } from '@cheyi/domain/fleet/inventory/import/names'
import { isClosedStore } from '@cheyi/domain/platform/merchant/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../../kernel/context.ts'
import type { Asked, Choice } from '../../../platform/table-import/actions.ts'

/* Models and stores that a table names, for every kind of table that does. */

/** How a table is read that names models and stores. */
export interface AskedNames extends Asked {
  readonly names?: readonly { readonly field: NameField; readonly name: string; readonly id: string }[]
}

/** The models and stores that the merchant chose for the names in a table, now or for an earlier one. */
export interface Chosen {
  readonly chosen: Readonly<Record<NameField, ChosenNames>>
}

export function chosenNames(choices: readonly Choice[], { names = [] }: AskedNames): Chosen {
  const chosen = (field: NameField) =>
    new Map([
      ...choices.flatMap((one) =>
        one.field === field && one.target !== null ? [[one.name, one.target] as const] : [],
      ),
      ...names.flatMap((one) => (one.field === field ? [[plainName(one.name), one.id] as const] : [])),
    ])
  return { chosen: { model: chosen('model'), store: chosen('store') } }
}

/** What is kept of the chosen names for the next table. */
export const choicesOfNames = ({ names = [] }: AskedNames): Choice[] =>
  names.map(({ field, name, id }) => ({ field, name: plainName(name), target: id }))

/** The models of the merchant, and the stores that the user may access. */
export async function namedRecords(
  ctx: Context,
): Promise<{ readonly models: readonly KnownModel[]; readonly stores: readonly KnownStore[] }> {
  const { scope, storeIds } = ctx.identity
  const [models, stores] = await Promise.all([
    ctx.query<{ id: string; name: string; year: number | null; status: number }>(
      'select id, name, model_year as year, status from model order by sort, id',
    ),
    ctx.query<{ id: string; name: string; code: string; status: number }>('select id, name, code, status from store'),
  ])
  return {
    models: models.map(({ status, ...model }) => ({ ...model, open: isModelInUse(status) })),
    stores: stores
      .filter(({ id }) => scope === 'all' || storeIds.includes(id))
      .map(({ status, ...store }) => ({ ...store, open: !isClosedStore(status) })),
  }
}

/** @throws Refusal notFound (-4) for a model or store, chosen for a name, that does not belong to the caller */
export async function requireOwnNames(ctx: Context, names: NonNullable<AskedNames['names']>): Promise<void> {
  if (names.length === 0) return
  const { models, stores } = await namedRecords(ctx)
  const ids = { model: new Set(models.map(({ id }) => id)), store: new Set(stores.map(({ id }) => id)) }
  if (names.some(({ field, id }) => !ids[field].has(id))) throw new Refusal('notFound', { field: 'names' })
}
