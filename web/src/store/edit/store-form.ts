import type { InputOf, OutputOf } from '@cheyi/contract/call'
import type { store } from '@cheyi/contract/store'
import { exceptionProblem, overlappingWindows, windowProblem } from '@cheyi/domain/merchant/hours'
import { hoursWords, windowWords } from '@cheyi/domain/merchant/hours-words'
import type { OpeningWindow } from '@cheyi/domain/merchant/opening'
import { type SettingName, settingCatalogue } from '@cheyi/domain/merchant/setting'
import { type PickupType, pickupTypes, type ReturnType, returnTypes } from '@cheyi/domain/order/codes'
import { areaProblem } from '@cheyi/domain/pricing/area-shape'
import type { GeoPoint } from '@cheyi/domain/pricing/rules'
import { weekday } from '@cheyi/domain/time'
import type { Problems } from '../../merchant/parts/use-form.ts'

export type StoreDetail = OutputOf<typeof store.detail>
export type StoreInput = InputOf<typeof store.save>
export type Area = StoreDetail['serviceAreas'][number]
export type Hours = StoreDetail['hours'][number]
export type SpecialDate = StoreDetail['holidays'][number]
export type OwnSetting = keyof StoreDetail['settings']

/** What the form of a store holds. */
export interface StoreForm {
  readonly name: string
  readonly code: string
  readonly city: { readonly code: string; readonly name: string }
  readonly address: string
  /** WGS-84; null before it was chosen. */
  readonly place: GeoPoint | null
  readonly phones: readonly string[]
  readonly managerAccountId: string | null
  readonly hours: readonly Hours[]
  readonly holidays: readonly SpecialDate[]
  readonly pickupModes: readonly PickupType[]
  readonly returnModes: readonly ReturnType[]
  readonly serviceAreas: readonly Area[]
  readonly minLeadMinutes: number | null
  readonly maxAdvanceDays: number | null
  readonly minRentHours: number | null
  readonly maxRentDays: number | null
  readonly settings: StoreDetail['settings']
  readonly allowOneWay: boolean
  readonly oneWayStoreIds: readonly string[]
  readonly photoIds: readonly string[]
}

export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
export const usualHours: Hours = {
  weekdays: [...everyDay],
  open: '08:00',
  close: '20:00',
  outOfHours: false,
  crossMidnight: false,
}

export const emptyStore: StoreForm = {
  name: '',
  code: '',
  city: { code: '', name: '' },
  address: '',
  place: null,
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
  name: stored.name,
  code: stored.code,
  city: { code: stored.cityCode, name: stored.cityName },
  address: stored.address,
  place: stored.lat === null || stored.lng === null ? null : { lng: stored.lng, lat: stored.lat },
  phones: stored.phones.length === 0 ? [''] : stored.phones,
  managerAccountId: stored.manager?.accountId ?? null,
  hours: stored.hours,
  holidays: stored.holidays,
  pickupModes: stored.pickupModes,
  returnModes: stored.returnModes,
  serviceAreas: stored.serviceAreas,
  minLeadMinutes: stored.minLeadMinutes,
  maxAdvanceDays: stored.maxAdvanceDays,
  minRentHours: stored.minRentHours,
  maxRentDays: stored.maxRentDays,
  settings: stored.settings,
  allowOneWay: stored.allowOneWay,
  oneWayStoreIds: stored.oneWayStoreIds,
  photoIds: stored.photos.map(({ mediaId }) => mediaId),
})

/** What is sent. Only a form without problems is. */
export const inputOf = (form: StoreForm, stored: StoreDetail | null, photoIds: readonly string[]): StoreInput => ({
  ...(stored && { storeId: stored.storeId, version: stored.version }),
  name: form.name.trim(),
  code: form.code.trim(),
  cityCode: form.city.code,
  address: form.address.trim(),
  lng: form.place!.lng,
  lat: form.place!.lat,
  phones: phonesOf(form),
  managerAccountId: form.managerAccountId,
  hours: form.hours.map((window) => ({ ...window, weekdays: [...window.weekdays] })),
  holidays: form.holidays.map((one) => ({
    ...one,
    hours: one.hours.map((w) => ({ ...w, weekdays: [weekday(one.date)] })),
  })),
  pickupModes: [...form.pickupModes],
  returnModes: [...form.returnModes],
  serviceAreas: [...form.serviceAreas],
  minLeadMinutes: form.minLeadMinutes!,
  maxAdvanceDays: form.maxAdvanceDays!,
  minRentHours: form.minRentHours!,
  maxRentDays: form.maxRentDays!,
  settings: form.settings,
  allowOneWay: form.allowOneWay,
  oneWayStoreIds: [...form.oneWayStoreIds],
  photoIds: [...photoIds],
})

const phonesOf = ({ phones }: StoreForm): string[] => phones.map((phone) => phone.trim()).filter(Boolean)

/** Numbers of the form: their bounds and how they are called. */
export const limits = {
  minLeadMinutes: { min: 0, max: 10_080, label: '最短提前', unit: '分钟', hint: '渠道下单至少提前多久' },
  maxAdvanceDays: { min: 1, max: 365, label: '最长提前', unit: '天', hint: '最多可预订多少天以后取车' },
  minRentHours: { min: 1, max: 720, label: '最短租期', unit: '小时', hint: undefined },
  maxRentDays: { min: 1, max: 60, label: '最长租期', unit: '天', hint: '短租订单，更长请用长租' },
} as const
export type Limit = keyof typeof limits
export const limitNames = Object.keys(limits) as Limit[]

export const ownSettings = {
  turnaroundMinutes: { label: '整备时间', hint: '还车后留给清洁、检查的时间' },
  prepMinutes: { label: '送车准备', hint: '送车、接送前留出的时间' },
  graceMinutes: { label: '宽限时间', hint: '超过约定时间多久内不收费' },
  dayAfterMinutes: { label: '超时按天计', hint: '超时多久以后按一天收费' },
} as const satisfies Record<OwnSetting, { label: string; hint: string }>
export const ownSettingNames = Object.keys(ownSettings) as OwnSetting[]

/** What is wrong with the form, by field: the same questions that the server asks. */
export function problemsOf(form: StoreForm): Problems {
  const found: Record<string, string> = {}
  const length = [...form.name.trim()].length
  if (length === 0) found.name = '请输入门店名称'
  else if (length < 2 || length > 30) found.name = '门店名称为2-30个字'
  if ([...form.code.trim()].length > 20) found.code = '门店编码不能超过20字'
  if (!form.city.code) found.cityCode = '请选择城市'
  if (!form.address.trim()) found.address = '请输入门店地址'
  else if ([...form.address.trim()].length > 100) found.address = '门店地址不能超过100字'
  if (form.place === null) found.place = '请在地图上选择位置'
  if (phonesOf(form).length === 0) found.phones = '请输入门店电话'
  else if (phonesOf(form).some((phone) => phone.length > 20)) found.phones = '门店电话不能超过20字'
  const hours = hoursProblem(form.hours)
  if (hours !== null) found.hours = hours
  const dates = datesProblem(form.holidays)
  if (dates !== null) found.holidays = dates
  if (form.pickupModes.length === 0) found.pickupModes = '请至少选择一种取车方式'
  if (form.returnModes.length === 0) found.returnModes = '请至少选择一种还车方式'
  const area = form.serviceAreas.map(areaWrong).find((wrong) => wrong !== null)
  if (area) found.serviceAreas = area
  for (const name of limitNames) {
    const { min, max, label } = limits[name]
    if (isOut(form[name], min, max)) found[name] = `${label}应为${min}至${max}之间的整数`
  }
  for (const name of ownSettingNames) {
    const { min, max } = settingCatalogue[name satisfies SettingName]
    const value = form.settings[name]
    if (value !== null && isOut(value, min ?? 0, max ?? 0)) found[`settings.${name}`] = `应为${min}至${max}之间的整数`
  }
  return found
}

const isOut = (value: number | null, min: number, max: number): boolean =>
  value === null || !Number.isInteger(value) || value < min || value > max

/** What is wrong with a list of windows; a store without any never closes. */
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
    const problem = closed ? null : hoursProblem(hours.map((window) => ({ ...window, weekdays: [weekday(date)] })))
    if (problem !== null) return `${date}：${problem}`
  }
  return null
}

function areaWrong(area: Area): string | null {
  if (!area.name.trim()) return '请输入范围名称'
  const problem = areaProblem(area.polygon) ?? hoursProblem(area.hours)
  return problem === null ? null : `${area.name}：${problem}`
}

export const areaKindWords = { delivery: '送车', collect: '取车', both: '送取' } as const

/** The hours of an area; without any of its own the store's opening hours are all there is. */
export const areaHoursWords = (hours: readonly OpeningWindow[]): string => hoursWords(hours, '同营业时间')

export const modeWords = (modes: readonly number[], of: typeof pickupTypes | typeof returnTypes): string =>
  modes.map((mode) => of.text(mode)).join('、')

export const labels: Readonly<Record<keyof StoreForm, string>> = {
  name: '门店名称',
  code: '门店编码',
  city: '城市',
  address: '门店地址',
  place: '位置',
  phones: '门店电话',
  managerAccountId: '店长',
  hours: '营业时间',
  holidays: '特殊日期',
  pickupModes: '取车方式',
  returnModes: '还车方式',
  serviceAreas: '送取范围',
  minLeadMinutes: '最短提前',
  maxAdvanceDays: '最长提前',
  minRentHours: '最短租期',
  maxRentDays: '最长租期',
  settings: '本店规则',
  allowOneWay: '异店还车',
  oneWayStoreIds: '可还门店',
  photoIds: '门店照片',
}

/** How a field of the form reads, for a person who compares two of them. */
export function wordsOf(name: keyof StoreForm, form: StoreForm, storeNames: ReadonlyMap<string, string>): string {
  switch (name) {
    case 'city':
      return form.city.name || '未填写'
    case 'place':
      return form.place === null ? '未选择' : `${form.place.lng}，${form.place.lat}`
    case 'phones':
      return phonesOf(form).join('、') || '未填写'
    case 'hours':
      return hoursWords(form.hours)
    case 'holidays':
      return (
        form.holidays
          .map(({ date, closed, hours }) => `${date} ${closed ? '休息' : hours.map(windowWords).join('、')}`)
          .join('；') || '无'
      )
    case 'pickupModes':
      return modeWords(form.pickupModes, pickupTypes)
    case 'returnModes':
      return modeWords(form.returnModes, returnTypes)
    case 'serviceAreas':
      return (
        form.serviceAreas
          .map(({ name, kind, polygon, hours }) => {
            const facts = [areaKindWords[kind], `${polygon.length}个点`, areaHoursWords(hours)]
            return `${name}（${facts.join('，')}）`
          })
          .join('；') || '无'
      )
    case 'settings':
      return ownSettingNames.map((one) => `${ownSettings[one].label} ${form.settings[one] ?? '按商家'}`).join('，')
    case 'allowOneWay':
      return form.allowOneWay ? '允许' : '不允许'
    case 'oneWayStoreIds':
      return form.oneWayStoreIds.map((id) => storeNames.get(id) ?? id).join('、') || '全部门店'
    case 'photoIds':
      return `${form.photoIds.length}张`
    default:
      return String(form[name] ?? '') || '未填写'
  }
}

/** Corners as text, one a line: 121.473700,31.230400. */
export const pointsText = (polygon: readonly GeoPoint[]): string =>
  polygon.map(({ lng, lat }) => `${lng},${lat}`).join('\n')

/**
 * Corners typed or pasted, one a line; longitude first, as maps of the mainland write them. Lines that are none are named.
 */
export function readPoints(text: string): { points: GeoPoint[]; wrong: number | null } {
  const points: GeoPoint[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const match = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,，\s]\s*(-?\d{1,2}(?:\.\d+)?)\s*$/.exec(line)
    const [lng, lat] = [Number(match?.[1]), Number(match?.[2])]
    if (match === null || Math.abs(lng) > 180 || Math.abs(lat) > 90) return { points, wrong: index + 1 }
    points.push({ lng: rounded(lng), lat: rounded(lat) })
  }
  return { points, wrong: null }
}

/** Six decimals are a decimetre. */
export const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const KM_PER_DEGREE = 111.32

/** Square kilometres of an area as a plane, exact enough to see that it is not a country. */
export function squareKm(polygon: readonly GeoPoint[]): number {
  let sum = 0
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!
    sum += a.lng * b.lat - b.lng * a.lat
  })
  const middle = polygon.reduce((total, { lat }) => total + lat, 0) / Math.max(1, polygon.length)
  return (Math.abs(sum) / 2) * KM_PER_DEGREE ** 2 * Math.cos((middle * Math.PI) / 180)
}

/** 约12 km². */
export function areaWords(polygon: readonly GeoPoint[]): string {
  const km = squareKm(polygon)
  return `${polygon.length}个点 · 约${km < 10 ? km.toFixed(1) : Math.round(km)} km²`
}
