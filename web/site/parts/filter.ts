import type { Results } from '../view.ts'

/** What a customer looks for among the models; '' is everything. */
export interface Filter {
  /** Class of the car, by its code. */
  readonly type: string
  readonly seats: string
  readonly sort: '' | 'priceDown' | 'seats'
}

type Model = Results['models'][number]

/** The filter in the address of a page. */
export function filterOf(query: (name: string) => string): Filter {
  const digits = (name: string) => (/^\d{1,2}$/.test(query(name)) ? query(name) : '')
  const sort = query('sort')
  return { type: digits('type'), seats: digits('seats'), sort: sort === 'priceDown' || sort === 'seats' ? sort : '' }
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
  }
  return fits.toSorted((a, b) => isOut(a) - isOut(b) || order[sort](a, b))
}
