import { useState } from 'react'
import { ask, calls, type InputOf, useRead } from '../../../kernel/call/calls.ts'

type Order = NonNullable<InputOf<typeof calls.ticket.vehicles>['by']>

const inputOf = (by: Order, vehicleId: string | null | undefined, keyword = '') => ({
  by,
  ...(vehicleId && { vehicleId }),
  ...(keyword && { keyword }),
})

/** The cars that a form offers before anything is typed. */
export const firstCars = (by: Order, vehicleId: string | undefined) =>
  ask(calls.ticket.vehicles, inputOf(by, vehicleId))

/** The cars of the text that is typed; the chosen one is always among them. */
export function useCars(by: Order, vehicleId: string | null) {
  const [keyword, onSearch] = useState('')
  const { data = [] } = useRead(calls.ticket.vehicles, inputOf(by, vehicleId, keyword), { keepPrevious: true })
  return { cars: data, onSearch }
}
