import type { pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import { circleRing, type GeoPoint } from '@cheyi/domain/platform/geo/distance'
import { areaProblem } from '@cheyi/domain/platform/store/area-shape'
import { exceptionProblem, overlappingWindows, windowProblem } from '@cheyi/domain/platform/store/hours'
import { hoursWords, windowWords } from '@cheyi/domain/platform/store/hours-words'
import type { OpeningWindow } from '@cheyi/domain/platform/store/opening'
import { weekday } from '@cheyi/domain/time'
import type { Problems, Typed } from '../../../form/form-call.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

export type StoreDetail = OutputOf<typeof calls.store.detail>
export type StoreInput = InputOf<typeof calls.store.save>
/** Value of the store form: the input of its call, with null for empty fields. */
export type StoreForm = Typed<StoreInput>
export type Area = StoreDetail['serviceAreas'][number]
export type Hours = StoreDetail['hours'][number]
export type SpecialDate = StoreDetail['holidays'][number]
export type OwnSetting = keyof StoreDetail['settings']

export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
export const usualHours: Hours = {
  weekdays: [...everyDay],
  open: '08:00',
  close: '20:00',
  outOfHours: false,
  crossMidnight: false,
}

export const emptyStore: StoreForm = {
  storeId: null,
  version: null,
  name: '',
  code: '',
  cityCode: '',
  address: '',
  lng: null,
  lat: null,
  phones: [''],
  managerAccountId: null,
  hours: [usualHours],
  holidays: [],
  pickupModes: [1],
  returnModes: [1],
  serviceAreas: [],
  minLeadMinutes: 120,
  maxAdvanceDays: 180,
  minRentHours: 1,
  maxRentDays: 60,
  settings: { turnaroundMinutes: null, prepMinutes: null, graceMinutes: null, dayAfterMinutes: null },
  allowOneWay: true,
  oneWayStoreIds: [],
  photoIds: [],
}

export const formOf = (stored: StoreDetail): StoreForm => ({
  ...stored,
  phones: stored.phones.length === 0 ? [''] : stored.phones,
  managerAccountId: stored.manager?.accountId ?? null,
  photoIds: stored.photos.map(({ mediaId }) => mediaId),
})

/** The input to send: only phones that were filled in, the hours of a date with its own weekday, and the photos added now. */
export const inputOf = (form: StoreForm, added: readonly string[]): StoreForm => ({
  ...form,
  phones: phonesOf(form.phones),
  holidays: datesOf(form).map((one) => ({
    ...one,
    hours: one.hours.map((window) => ({ ...window, weekdays: [weekday(one.date)] })),
  })),
  photoIds: [...(form.photoIds ?? []), ...added],
})

export const phonesOf = (phones: StoreForm['phones']): string[] =>
  (phones ?? []).map((phone) => phone.trim()).filter(Boolean)

const datesOf = ({ holidays }: StoreForm): readonly SpecialDate[] => holidays ?? []

/** Position of the store in WGS-84; null before it is chosen. */
export const placeOf = ({ lng, lat }: StoreForm): GeoPoint | null =>
  lng === null || lat === null ? null : { lng, lat }

/** Problems of hours, dates and areas, each checked as a whole with the same rules as on the server. */
export function shapeProblems(form: StoreForm): Problems {
  const hours = hoursProblem(form.hours ?? [])
  const dates = datesProblem(datesOf(form))
  const area = (form.serviceAreas ?? []).map(areaWrong).find((wrong) => wrong !== null)
  return {
    ...(hours !== null && { hours }),
    ...(dates !== null && { holidays: dates }),
    ...(area && { serviceAreas: area }),
  }
}

/** Problem of a list of opening windows; null if it is valid. A store without any window is always open. */
export function hoursProblem(windows: readonly OpeningWindow[]): string | null {
  for (const window of windows) {
    const problem = windowProblem(window)
    if (problem !== null) return problem
  }
  return overlappingWindows(windows) === null ? null : '营业时间不能重叠'
}

function datesProblem(dates: readonly SpecialDate[]): string | null {
  const wrong = exceptionProblem(dates)
  if (wrong !== null) return `${wrong.date}：${wrong.why}`
  for (const { date, closed, hours } of dates) {
    const problem = closed ? null : hoursProblem(hours)
    if (problem !== null) return `${date}：${problem}`
  }
  return null
}

/** A missing name is not reported here, because the contract already reports it. */
function areaWrong(area: Area): string | null {
  const problem = areaProblem(area) ?? hoursProblem(area.hours)
  return problem === null || !area.name.trim() ? null : `${area.name}：${problem}`
}

export const areaKindWords = { delivery: '送车', collect: '取车', both: '送取' } as const

/** Text for the hours of an area; without own hours the opening hours of the store apply. */
export const areaHoursWords = (hours: readonly OpeningWindow[]): string => hoursWords(hours, '同营业时间')

export const modeWords = (modes: readonly number[], of: typeof pickupTypes | typeof returnTypes): string =>
  modes.map((mode) => of.text(mode)).join('、')

export const datesWords = (dates: StoreForm['holidays']): string =>
  (dates ?? [])
    .map(({ date, closed, hours }) => `${date} ${closed ? '休息' : hours.map(windowWords).join('、')}`)
    .join('；')

export const areasWords = (areas: StoreForm['serviceAreas']): string =>
  (areas ?? [])
    .map(({ name, kind, radiusKm, polygon, hours }) => {
      const shape = radiusKm === null ? `${polygon.length}个点` : `门店周围${radiusKm}公里`
      const facts = [areaKindWords[kind], shape, areaHoursWords(hours)]
      return `${name}（${facts.join('，')}）`
    })
    .join('；')

/** The outlines of areas, ready to draw; a circle needs the position of the store. */
export const ringsOf = (areas: readonly Area[], place: GeoPoint | null): (readonly GeoPoint[])[] =>
  areas.flatMap(({ radiusKm, polygon }) => {
    if (radiusKm === null) return [polygon]
    return place === null ? [] : [circleRing(place, radiusKm * 1000)]
  })
