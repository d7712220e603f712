import type { Energy } from '@cheyi/domain/fleet/inventory/codes'
import type { Insertable } from 'kysely'
import type { DB } from '../kernel/db/tables.gen.ts'

/** Master data of the demo merchant: stores, models with prices in fen, and the number of vehicles of each in every store. */

export const demoStores = [
  {
    key: 'hongqiao',
    name: '虹桥机场店',
    cityCode: '310100',
    cityName: '上海',
    address: '闵行区申虹路2号P9停车楼',
    lat: 31.1957,
    lng: 121.3269,
    phone: '021-54320001',
  },
  {
    key: 'pudong',
    name: '浦东机场店',
    cityCode: '310100',
    cityName: '上海',
    address: '浦东新区迎宾大道6000号T2',
    lat: 31.1519,
    lng: 121.8058,
    phone: '021-54320002',
  },
  {
    key: 'xujiahui',
    name: '徐家汇店',
    cityCode: '310100',
    cityName: '上海',
    address: '徐汇区天钥桥路30号',
    lat: 31.1933,
    lng: 121.4377,
    phone: '021-54320003',
  },
  {
    key: 'hangzhou',
    name: '杭州东站店',
    cityCode: '330100',
    cityName: '杭州',
    address: '上城区天城路1号东广场',
    lat: 30.2936,
    lng: 120.2126,
    phone: '0571-54320004',
  },
] as const

export type StoreKey = (typeof demoStores)[number]['key']

type Columns<Table extends keyof DB, Column extends keyof Insertable<DB[Table]>> = Readonly<
  Pick<Insertable<DB[Table]>, Column>
>

/** A model, as columns of its own row and of its price rules. */
interface DemoModel {
  readonly name: Columns<'model', 'brand' | 'series' | 'name' | 'modelYear'>
  /** Energy: 1 petrol 2 diesel 3 electric 4 plug-in 5 range extended 6 hybrid. */
  readonly build: Columns<'model', 'carType' | 'seats' | 'displacement' | 'classRank'> & {
    readonly energy: Energy
    readonly doors?: number
    readonly tankL?: number
    readonly batteryKwh?: number
    /** Missing: customers are told nothing, as of an open bed. */
    readonly largeCases?: number
    readonly smallCases?: number
  }
  readonly price: { readonly baseFen: number; readonly weekendFen: number; readonly holidayFen: number }
  readonly terms: Columns<'model', 'depositRentFen' | 'mileageLimitKmPerDay' | 'overMileagePerKmFen'>
  /** Vehicles per store, in the order of `demoStores`. */
  readonly cars: readonly [number, number, number, number]
}

export const demoModels: readonly DemoModel[] = [
  {
    name: { brand: '大众', series: '朗逸', name: '大众朗逸', modelYear: 2024 },
    build: {
      carType: 1,
      seats: 5,
      energy: 1,
      displacement: '1.5L',
      tankL: 51,
      classRank: 1,
      largeCases: 2,
      smallCases: 1,
    },
    price: { baseFen: 19800, weekendFen: 22800, holidayFen: 35800 },
    terms: { depositRentFen: 300000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 80 },
    cars: [5, 4, 3, 3],
  },
  {
    name: { brand: '丰田', series: '卡罗拉', name: '丰田卡罗拉双擎', modelYear: 2024 },
    build: {
      carType: 1,
      seats: 5,
      energy: 6,
      displacement: '1.8L',
      tankL: 43,
      classRank: 1,
      largeCases: 2,
      smallCases: 1,
    },
    price: { baseFen: 21800, weekendFen: 24800, holidayFen: 36800 },
    terms: { depositRentFen: 300000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 80 },
    cars: [2, 2, 2, 2],
  },
  {
    name: { brand: '比亚迪', series: '秦', name: '比亚迪秦PLUS', modelYear: 2025 },
    build: {
      carType: 2,
      seats: 5,
      energy: 4,
      displacement: 'DM-i',
      tankL: 48,
      batteryKwh: 18,
      classRank: 2,
      largeCases: 2,
      smallCases: 1,
    },
    price: { baseFen: 22800, weekendFen: 25800, holidayFen: 39800 },
    terms: { depositRentFen: 300000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 80 },
    cars: [4, 4, 3, 3],
  },
  {
    name: { brand: '大众', series: '帕萨特', name: '大众帕萨特', modelYear: 2024 },
    build: {
      carType: 2,
      seats: 5,
      energy: 1,
      displacement: '2.0T',
      tankL: 64,
      classRank: 3,
      largeCases: 3,
      smallCases: 1,
    },
    price: { baseFen: 32800, weekendFen: 36800, holidayFen: 52800 },
    terms: { depositRentFen: 400000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 120 },
    cars: [2, 2, 1, 1],
  },
  {
    name: { brand: '特斯拉', series: 'Model 3', name: '特斯拉 Model 3', modelYear: 2025 },
    build: {
      carType: 2,
      seats: 5,
      energy: 3,
      displacement: '纯电',
      batteryKwh: 60,
      classRank: 3,
      largeCases: 2,
      smallCases: 2,
    },
    price: { baseFen: 35800, weekendFen: 39800, holidayFen: 56800 },
    terms: { depositRentFen: 500000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 100 },
    cars: [3, 2, 2, 2],
  },
  {
    name: { brand: '大众', series: '途观L', name: '大众途观L', modelYear: 2024 },
    build: {
      carType: 3,
      seats: 5,
      energy: 1,
      displacement: '2.0T',
      tankL: 60,
      classRank: 3,
      largeCases: 3,
      smallCases: 2,
    },
    price: { baseFen: 36800, weekendFen: 41800, holidayFen: 59800 },
    terms: { depositRentFen: 400000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 120 },
    cars: [2, 2, 1, 1],
  },
  {
    name: { brand: '理想', series: 'L6', name: '理想L6', modelYear: 2025 },
    build: {
      carType: 3,
      seats: 5,
      energy: 5,
      displacement: '增程',
      tankL: 60,
      batteryKwh: 36.8,
      classRank: 4,
      largeCases: 3,
      smallCases: 2,
    },
    price: { baseFen: 45800, weekendFen: 51800, holidayFen: 72800 },
    terms: { depositRentFen: 500000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 150 },
    cars: [1, 1, 1, 1],
  },
  {
    name: { brand: '别克', series: 'GL8', name: '别克GL8 ES陆尊', modelYear: 2024 },
    build: {
      carType: 4,
      seats: 7,
      energy: 1,
      displacement: '2.0T',
      tankL: 68,
      classRank: 4,
      largeCases: 2,
      smallCases: 2,
    },
    price: { baseFen: 52800, weekendFen: 58800, holidayFen: 82800 },
    terms: { depositRentFen: 500000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 150 },
    cars: [3, 2, 1, 1],
  },
  {
    name: { brand: '奔驰', series: 'E级', name: '奔驰E260L', modelYear: 2024 },
    build: {
      carType: 5,
      seats: 5,
      energy: 1,
      displacement: '2.0T',
      tankL: 66,
      classRank: 5,
      largeCases: 2,
      smallCases: 2,
    },
    price: { baseFen: 88000, weekendFen: 98000, holidayFen: 138000 },
    terms: { depositRentFen: 1000000, mileageLimitKmPerDay: 200, overMileagePerKmFen: 300 },
    cars: [1, 1, 1, 1],
  },
  {
    name: { brand: '保时捷', series: '718', name: '保时捷718 Boxster', modelYear: 2023 },
    build: {
      carType: 6,
      seats: 2,
      doors: 2,
      energy: 1,
      displacement: '2.0T',
      tankL: 64,
      classRank: 6,
      largeCases: 0,
      smallCases: 2,
    },
    price: { baseFen: 168000, weekendFen: 188000, holidayFen: 258000 },
    terms: { depositRentFen: 2000000, mileageLimitKmPerDay: 200, overMileagePerKmFen: 800 },
    cars: [1, 0, 0, 0],
  },
  {
    name: { brand: '上汽大通', series: 'EV90', name: '上汽大通EV90房车', modelYear: 2023 },
    build: {
      carType: 7,
      seats: 6,
      energy: 3,
      displacement: '纯电',
      batteryKwh: 89,
      classRank: 5,
      largeCases: 4,
      smallCases: 4,
    },
    price: { baseFen: 78000, weekendFen: 98000, holidayFen: 148000 },
    terms: { depositRentFen: 1000000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 200 },
    cars: [1, 0, 0, 1],
  },
  {
    name: { brand: '长城', series: '炮', name: '长城炮', modelYear: 2024 },
    build: { carType: 8, seats: 5, energy: 2, displacement: '2.0T', tankL: 78, classRank: 3 },
    price: { baseFen: 35800, weekendFen: 39800, holidayFen: 55800 },
    terms: { depositRentFen: 400000, mileageLimitKmPerDay: 300, overMileagePerKmFen: 120 },
    cars: [1, 1, 1, 1],
  },
]

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * A valid plate for the n-th vehicle, of every kind but the temporary one: blue, green for electric and plug-in cars, one large green, and
 * one of Hong Kong.
 */
export function plateOf(
  n: number,
  car: { electric: boolean; hangzhou: boolean; camper: boolean; van: boolean },
): string {
  const head = car.hangzhou ? '浙A' : n % 3 === 0 ? '沪B' : '沪A'
  const serial = String(10_000 + n * 1_117).slice(-5)
  if (car.camper && car.hangzhou) return `${head}${serial}D`
  if (car.van && n % 5 === 0) return `粤Z${serial.slice(1)}港`
  if (car.electric) return `${head}${n % 2 === 0 ? 'D' : 'F'}${serial}`
  return n % 4 === 0 ? `${head}${letters[n % 24]}${serial.slice(1)}` : `${head}${serial}`
}
