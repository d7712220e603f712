import { alike, plainName } from '../../../alike.ts'

/*
 * Matches models and stores by their names in a merchant's own list: the same name, a name that the user mapped, or
 * a similar one as a proposal.
 */

export interface KnownModel {
  readonly id: string
  readonly name: string
  readonly year: number | null
  readonly open: boolean
}
export interface KnownStore {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly open: boolean
}

export const nameFields = ['model', 'store'] as const
export type NameField = (typeof nameFields)[number]

/** Choices of the user for unknown names, by {@link plainName}; '' is for rows without a name. */
export type ChosenNames = ReadonlyMap<string, string>

/** The match of a name, or the message why there is none. */
export type Finder<T> = (name: string) => T | string

/** Finds a model by its name, together with its year where several models have the name. */
export function modelFinder(models: readonly KnownModel[], chosen: ChosenNames): Finder<KnownModel> {
  const byName = new Map<string, KnownModel[]>()
  const add = (name: string, model: KnownModel) => byName.set(name, [...(byName.get(name) ?? []), model])
  for (const model of models) {
    const name = plainName(model.name)
    add(name, model)
    if (model.year !== null) for (const year of [`${model.year}`, `${model.year}款`]) add(`${name}${year}`, model)
  }
  const byId = new Map(models.map((model) => [model.id, model]))
  return (name) => {
    const plain = plainName(name)
    const [first, ...others] = byName.get(plain) ?? []
    const one = others.length === 0 && first !== undefined ? first : byId.get(chosen.get(plain) ?? '')
    if (one !== undefined) return one.open ? one : '车型已停用'
    if (plain === '') return '请填写车型'
    return first === undefined
      ? '车型不存在，请选择对应的车型或先添加'
      : `有多个同名车型，请写明年款，如「${first.name} ${first.year ?? ''}」`
  }
}

/** Finds a store by its name or code; a merchant with one store need not name it. */
export function storeFinder(stores: readonly KnownStore[], chosen: ChosenNames): Finder<KnownStore> {
  const byName = new Map(
    stores.flatMap((store) => [store.code, store.name].map((name) => [plainName(name), store] as const)),
  )
  const open = stores.filter((store) => store.open)
  const byId = new Map(stores.map((store) => [store.id, store]))
  return (name) => {
    const plain = plainName(name)
    const named = plain === '' ? undefined : byName.get(plain)
    const one = named ?? byId.get(chosen.get(plain) ?? '') ?? (plain === '' && open.length === 1 ? open[0] : undefined)
    if (one !== undefined) return one.open ? one : '门店已关闭'
    return plain === '' ? '请填写门店' : '门店不存在或不在您的数据范围内'
  }
}

/** A name in the table that does not match any of the merchant's. */
export interface ForeignName {
  readonly field: NameField
  /** As in the table; '' for rows without a name. */
  readonly name: string
  /** Number of rows with this name. */
  readonly rows: number
  /** What the user chose for it. */
  readonly id: string | null
  /** A similar one, to be confirmed. */
  readonly near: string | null
}

/** Names that the user has to map, or has mapped; the most frequent first. `named`: the name of each row that has to have one. */
export function foreignNames(
  named: Readonly<Record<NameField, readonly string[]>>,
  models: readonly KnownModel[],
  stores: readonly KnownStore[],
  chosen: Readonly<Record<NameField, ChosenNames>>,
): ForeignName[] {
  const none: ChosenNames = new Map()
  const own = { model: modelFinder(models, none), store: storeFinder(stores, none) }
  const known = { model: modelFinder(models, chosen.model), store: storeFinder(stores, chosen.store) }
  const all = { model: models, store: stores }
  return nameFields
    .flatMap((field) => {
      const names = Map.groupBy(named[field], plainName)
      return [...names.entries()].flatMap(([plain, same]): ForeignName[] => {
        const name = same[0]!
        if (typeof own[field](name) !== 'string') return []
        const meant = known[field](name)
        const open = all[field].filter((one) => one.open)
        const id = typeof meant === 'string' ? null : meant.id
        return [{ field, name, rows: same.length, id, near: id ?? nearest(plain, open) }]
      })
    })
    .toSorted((a, b) => b.rows - a.rows)
}

/** The model of the platform's library that a name means: with its brand or without it, else the only one of which one name holds the other. */
export function libraryModel<M extends { readonly brand: string; readonly name: string }>(
  name: string,
  library: readonly M[],
): M | undefined {
  const plain = plainName(name)
  if (plain === '') return undefined
  const isSame = (model: M) => [model.name, model.name.replace(model.brand, '')].some((one) => plainName(one) === plain)
  const same = library.filter(isSame)
  const [only, another] = same.length > 0 ? same : library.filter((one) => alike(plain, plainName(one.name)) === 1)
  return another === undefined ? only : undefined
}

/** The most similar one, if it shares half of the name and no other is equally similar. */
function nearest(plain: string, among: readonly { readonly id: string; readonly name: string }[]): string | null {
  if (plain === '') return among.length === 1 ? among[0]!.id : null
  const [best, second] = among
    .map(({ id, name }) => ({ id, alike: alike(plain, plainName(name)) }))
    .toSorted((a, b) => b.alike - a.alike)
  return best !== undefined && best.alike >= 0.5 && best.alike > (second?.alike ?? 0) ? best.id : null
}
