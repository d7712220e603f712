import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { ask, calls, type InputOf, useRead } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'

interface Car {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly openNo: string | null
  readonly rentedUntil: number | null
}

/** Options for the cars, each with what it is doing now. */
export const carOptions = (cars: readonly Car[]) =>
  cars.map(({ vehicleId, plate, modelName, storeName, openNo, rentedUntil }) => ({
    value: vehicleId,
    label: displayPlate(plate),
    note: [modelName, storeName, stateOf(openNo, rentedUntil)].join(' · '),
  }))

function stateOf(openNo: string | null, rentedUntil: number | null): string {
  const states = [rentedUntil && `在租至 ${momentText(rentedUntil)}`, openNo && `有未完结工单 ${openNo}`]
  return states.filter(Boolean).join('，') || '空闲'
}

/** Parses one end of an empty stretch of a lane from the address, in epoch milliseconds; null if it is not valid. */
export const instantOf = (text: string): number | null => (/^\d{12,14}$/.test(text) ? Number(text) : null)

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
