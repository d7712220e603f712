import type { CarType, Energy } from '@cheyi/domain/inventory/codes'
/** What the demo merchant has: stores, models with prices in fen, and how many vehicles of each stand where. */

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

interface DemoModel {
  readonly brand: string
  readonly series: string
  readonly name: string
  readonly year: number
  readonly carType: CarType
  readonly seats: number
  readonly doors?: number
  readonly gearbox?: 1 | 2
  /** 1 petrol 2 diesel 3 electric 4 plug-in 5 range extended 6 hybrid. */
  readonly energy: Energy
  readonly displacement: string
  readonly tankL?: number
  readonly batteryKwh?: number
  readonly licenceClass?: string
  readonly rank: number
  readonly base: number
  readonly weekend: number
  readonly holiday: number
  readonly deposit: number
  readonly limitKm: number
  readonly overKm: number
  /** Vehicles per store, in the order of `demoStores`. */
  readonly cars: readonly [number, number, number, number]
}

export const demoModels: readonly DemoModel[] = [
  {
    brand: '大众',
    series: '朗逸',
    name: '大众朗逸',
    year: 2024,
    carType: 1,
    seats: 5,
    energy: 1,
    displacement: '1.5L',
    tankL: 51,
    rank: 1,
    base: 19800,
    weekend: 22800,
    holiday: 35800,
    deposit: 300000,
    limitKm: 300,
    overKm: 80,
    cars: [5, 4, 3, 3],
  },
  {
    brand: '丰田',
    series: '卡罗拉',
    name: '丰田卡罗拉双擎',
    year: 2024,
    carType: 1,
    seats: 5,
    energy: 6,
    displacement: '1.8L',
    tankL: 43,
    rank: 1,
    base: 21800,
    weekend: 24800,
    holiday: 36800,
    deposit: 300000,
    limitKm: 300,
    overKm: 80,
    cars: [2, 2, 2, 2],
  },
  {
    brand: '比亚迪',
    series: '秦',
    name: '比亚迪秦PLUS',
    year: 2025,
    carType: 2,
    seats: 5,
    energy: 4,
    displacement: 'DM-i',
    tankL: 48,
    batteryKwh: 18,
    rank: 2,
    base: 22800,
    weekend: 25800,
    holiday: 39800,
    deposit: 300000,
    limitKm: 300,
    overKm: 80,
    cars: [4, 4, 3, 3],
  },
  {
    brand: '大众',
    series: '帕萨特',
    name: '大众帕萨特',
    year: 2024,
    carType: 2,
    seats: 5,
    energy: 1,
    displacement: '2.0T',
    tankL: 64,
    rank: 3,
    base: 32800,
    weekend: 36800,
    holiday: 52800,
    deposit: 400000,
    limitKm: 300,
    overKm: 120,
    cars: [2, 2, 1, 1],
  },
  {
    brand: '特斯拉',
    series: 'Model 3',
    name: '特斯拉 Model 3',
    year: 2025,
    carType: 2,
    seats: 5,
    energy: 3,
    displacement: '纯电',
    batteryKwh: 60,
    rank: 3,
    base: 35800,
    weekend: 39800,
    holiday: 56800,
    deposit: 500000,
    limitKm: 300,
    overKm: 100,
    cars: [3, 2, 2, 2],
  },
  {
    brand: '大众',
    series: '途观L',
    name: '大众途观L',
    year: 2024,
    carType: 3,
    seats: 5,
    energy: 1,
    displacement: '2.0T',
    tankL: 60,
    rank: 3,
    base: 36800,
    weekend: 41800,
    holiday: 59800,
    deposit: 400000,
    limitKm: 300,
    overKm: 120,
    cars: [2, 2, 1, 1],
  },
  {
    brand: '理想',
    series: 'L6',
    name: '理想L6',
    year: 2025,
    carType: 3,
    seats: 5,
    energy: 5,
    displacement: '增程',
    tankL: 60,
    batteryKwh: 36.8,
    rank: 4,
    base: 45800,
    weekend: 51800,
    holiday: 72800,
    deposit: 500000,
    limitKm: 300,
    overKm: 150,
    cars: [1, 1, 1, 1],
  },
  {
    brand: '别克',
    series: 'GL8',
    name: '别克GL8 ES陆尊',
    year: 2024,
    carType: 4,
    seats: 7,
    energy: 1,
    displacement: '2.0T',
    tankL: 68,
    rank: 4,
    base: 52800,
    weekend: 58800,
    holiday: 82800,
    deposit: 500000,
    limitKm: 300,
    overKm: 150,
    cars: [3, 2, 1, 1],
  },
  {
    brand: '奔驰',
    series: 'E级',
    name: '奔驰E260L',
    year: 2024,
    carType: 5,
    seats: 5,
    energy: 1,
    displacement: '2.0T',
    tankL: 66,
    rank: 5,
    base: 88000,
    weekend: 98000,
    holiday: 138000,
    deposit: 1000000,
    limitKm: 200,
    overKm: 300,
    cars: [1, 1, 1, 1],
  },
  {
    brand: '保时捷',
    series: '718',
    name: '保时捷718 Boxster',
    year: 2023,
    carType: 6,
    seats: 2,
    doors: 2,
    energy: 1,
    displacement: '2.0T',
    tankL: 64,
    rank: 6,
    base: 168000,
    weekend: 188000,
    holiday: 258000,
    deposit: 2000000,
    limitKm: 200,
    overKm: 800,
    cars: [1, 0, 0, 0],
  },
  {
    brand: '上汽大通',
    series: 'EV90',
    name: '上汽大通EV90房车',
    year: 2023,
    carType: 7,
    seats: 6,
    energy: 3,
    displacement: '纯电',
    batteryKwh: 89,
    licenceClass: 'C1',
    rank: 5,
    base: 78000,
    weekend: 98000,
    holiday: 148000,
    deposit: 1000000,
    limitKm: 300,
    overKm: 200,
    cars: [1, 0, 0, 1],
  },
  {
    brand: '长城',
    series: '炮',
    name: '长城炮',
    year: 2024,
    carType: 8,
    seats: 5,
    gearbox: 1,
    energy: 2,
    displacement: '2.0T',
    tankL: 78,
    rank: 3,
    base: 35800,
    weekend: 39800,
    holiday: 55800,
    deposit: 400000,
    limitKm: 300,
    overKm: 120,
    cars: [1, 1, 1, 1],
  },
]

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * A valid plate for the n-th vehicle, of every kind but the temporary one: blue, green for
 * what plugs in, one large green, and one of Hong Kong.
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
