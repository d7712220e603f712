import { carTypes, energies, energy, gearboxes } from '@cheyi/domain/fleet/inventory/codes'
import { type FreeModel, isFree } from '../../../booking/order/parts/free-model.ts'

/* The models of a store for the requested stay: their order in the list, and their texts. */

/** The filter value 推荐, which is no `carType`: all bookable models in catalogue order. */
export const RECOMMENDED = 0

/** Number of rows on the card; the rest is behind its heading. */
const SHOWN = 4

/** Filter chips: the recommended models, and each class that the store has. */
export function classesOf(models: readonly FreeModel[]): { value: number; label: string }[] {
  const present = new Set<number>(models.map(({ carType }) => carType))
  const classes = carTypes.items.filter(({ value }) => present.has(value))
  return [{ value: RECOMMENDED, label: '推荐' }, ...classes.map(({ value, name }) => ({ value, label: name }))]
}

/** The models of a class, available ones first. */
export function modelsOf(models: readonly FreeModel[], shownClass: number): FreeModel[] {
  const wanted = shownClass === RECOMMENDED ? models : models.filter(({ carType }) => carType === shownClass)
  return [...wanted.filter(isFree), ...wanted.filter((model) => !isFree(model))]
}

/** The rows of the card: the first of a class, including the chosen one. */
export function shortlist(models: readonly FreeModel[], shownClass: number, chosen: string | null): FreeModel[] {
  const wanted = modelsOf(models, shownClass)
  const first = wanted.slice(0, SHOWN)
  const missing = wanted.slice(SHOWN).find(({ modelId }) => modelId === chosen)
  return missing ? [missing, ...first.slice(0, SHOWN - 1)] : first
}

/** Available alternatives to a full model: its own class first, at most three. */
export function alternativesTo(models: readonly FreeModel[], full: FreeModel): FreeModel[] {
  const others = models.filter((model) => model.modelId !== full.modelId && isFree(model))
  const rank = (model: FreeModel) => (model.carType === full.carType ? 0 : 1)
  return others.toSorted((a, b) => rank(a) - rank(b)).slice(0, 3)
}

/** `1.5L 自动 · 5座`, `DM-i 插混 · 5座`, `纯电 · 5座`: the drive is named unless it is petrol only. */
export function modelLine(model: Pick<FreeModel, 'displacement' | 'energy' | 'gearbox' | 'seats'>): string {
  const burns = model.energy === energy.petrol || model.energy === energy.diesel
  const drive = burns ? gearboxes.text(model.gearbox) : energies.text(model.energy)
  const words = new Set([model.displacement, drive].filter(Boolean))
  return `${[...words].join(' ')} · ${model.seats}座`
}
