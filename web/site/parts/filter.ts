import type { Results } from '../view.ts'

/** What a customer looks for among the models; '' is everything. */
export interface Filter {
  /** Class of the car, by its code. */
  readonly type: string
  readonly seats: string
  readonly sort: '' | (typeof sorts)[number]
}

type Model = Results['models'][number]

/** Orders of the models besides the cheapest first. */
const sorts = ['priceDown', 'seats', 'cases'] as const

/** Whether customers are told how many cases fit into a model. */
export const saysCases = ({ largeCases, smallCases }: Pick<Model, 'largeCases' | 'smallCases'>): boolean =>
  largeCases !== null || smallCases !== null

/** A large case takes the place of two small ones; a model that says nothing comes last. */
const roomFor = ({ largeCases, smallCases }: Model): number =>
  saysCases({ largeCases, smallCases }) ? 2 * (largeCases ?? 0) + (smallCases ?? 0) : -1

/** The filter in the address of a page. */
export function filterOf(query: (name: string) => string): Filter {
  const digits = (name: string) => (/^\d{1,2}$/.test(query(name)) ? query(name) : '')
  return { type: digits('type'), seats: digits('seats'), sort: sorts.find((sort) => sort === query('sort')) ?? '' }
}

/** The models that fit, in the wanted order; those that can be booked stay before the others, as they came. */
export function filtered(models: readonly Model[], { type, seats, sort }: Filter): Model[] {
  const fits = models.filter(
    (model) => (type === '' || String(model.carType) === type) && (seats === '' || String(model.seats) === seats),
  )
  const isOut = (model: Model) => Number(model.why !== null)
  const order: Readonly<Record<Filter['sort'], (a: Model, b: Model) => number>> = {
    '': () => 0,
    priceDown: (a, b) => (b.total ?? 0) - (a.total ?? 0),
    seats: (a, b) => b.seats - a.seats,
    cases: (a, b) => roomFor(b) - roomFor(a),
  }
  return fits.sort((a, b) => isOut(a) - isOut(b) || order[sort](a, b))
}
