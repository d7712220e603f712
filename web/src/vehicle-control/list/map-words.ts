import { type CarPlace, isNewer } from '@cheyi/domain/vehicle-control/place'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'

export type MapCar = OutputOf<typeof calls.vehicleControl.map>['cars'][number]

/** Cars as they were asked for, with what the stream told of them since. */
export function moved(cars: readonly MapCar[], told: ReadonlyMap<string, CarPlace>): readonly MapCar[] {
  if (told.size === 0) return cars
  return cars.map((car) => {
    const news = told.get(car.vehicleId)
    return news && isNewer(news, car) ? ({ ...car, ...news } as MapCar) : car
  })
}
