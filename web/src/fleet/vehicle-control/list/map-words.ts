import { type CarLook, type CarPlace, isNewer } from '@cheyi/domain/fleet/vehicle-control/place'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type MapCar = OutputOf<typeof calls.vehicleControl.map>['cars'][number]

/** The cars of the last response, with the newer positions from the stream. */
export function withNewPositions(cars: readonly MapCar[], told: ReadonlyMap<string, CarPlace>): readonly MapCar[] {
  if (told.size === 0) return cars
  return cars.map((car) => {
    const news = told.get(car.vehicleId)
    return news && isNewer(news, car) ? ({ ...car, ...news } as MapCar) : car
  })
}

/** Each look has a color and a character, so that color-blind users can distinguish them. */
export const looks: {
  readonly [L in CarLook]: { readonly fill: string; readonly text: string; readonly name: string }
} = {
  moving: { fill: '#1f53ff', text: '行', name: '在线行驶' },
  online: { fill: '#0a7442', text: '停', name: '在线静止' },
  sleeping: { fill: '#935400', text: '休', name: '休眠' },
  offline: { fill: '#6b7280', text: '×', name: '离线' },
  alarm: { fill: '#e03131', text: '!', name: '报警' },
  overdue: { fill: '#9c1f94', text: '超', name: '超时未还' },
  cut: { fill: '#c42525', text: '断', name: '已断油电' },
  lowCharge: { fill: '#00687a', text: '电', name: '低电量' },
}

export const legend = Object.values(looks)
