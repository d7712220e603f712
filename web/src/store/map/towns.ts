import type { GeoPoint } from '@cheyi/domain/quote/rules'

interface Town extends GeoPoint {
  readonly code: string
  readonly name: string
}

/** Where cities lie, to a kilometre or two: labels of the grid, and where a map of a new store begins. */
export const cityPoints: readonly Town[] = [
  { code: '110100', name: '北京', lng: 116.41, lat: 39.9 },
  { code: '120100', name: '天津', lng: 117.2, lat: 39.12 },
  { code: '130100', name: '石家庄', lng: 114.51, lat: 38.04 },
  { code: '140100', name: '太原', lng: 112.55, lat: 37.87 },
  { code: '150100', name: '呼和浩特', lng: 111.75, lat: 40.84 },
  { code: '210100', name: '沈阳', lng: 123.43, lat: 41.8 },
  { code: '210200', name: '大连', lng: 121.61, lat: 38.91 },
  { code: '220100', name: '长春', lng: 125.32, lat: 43.82 },
  { code: '230100', name: '哈尔滨', lng: 126.53, lat: 45.8 },
  { code: '310100', name: '上海', lng: 121.47, lat: 31.23 },
  { code: '320100', name: '南京', lng: 118.8, lat: 32.06 },
  { code: '320500', name: '苏州', lng: 120.59, lat: 31.3 },
  { code: '330100', name: '杭州', lng: 120.16, lat: 30.27 },
  { code: '330200', name: '宁波', lng: 121.55, lat: 29.87 },
  { code: '330300', name: '温州', lng: 120.7, lat: 28.0 },
  { code: '340100', name: '合肥', lng: 117.23, lat: 31.82 },
  { code: '350100', name: '福州', lng: 119.3, lat: 26.07 },
  { code: '350200', name: '厦门', lng: 118.09, lat: 24.48 },
  { code: '360100', name: '南昌', lng: 115.86, lat: 28.68 },
  { code: '370100', name: '济南', lng: 117.12, lat: 36.65 },
  { code: '370200', name: '青岛', lng: 120.38, lat: 36.07 },
  { code: '410100', name: '郑州', lng: 113.63, lat: 34.75 },
  { code: '420100', name: '武汉', lng: 114.31, lat: 30.59 },
  { code: '430100', name: '长沙', lng: 112.94, lat: 28.23 },
  { code: '440100', name: '广州', lng: 113.26, lat: 23.13 },
  { code: '440300', name: '深圳', lng: 114.06, lat: 22.54 },
  { code: '440400', name: '珠海', lng: 113.58, lat: 22.27 },
  { code: '450100', name: '南宁', lng: 108.37, lat: 22.82 },
  { code: '450300', name: '桂林', lng: 110.29, lat: 25.27 },
  { code: '460100', name: '海口', lng: 110.32, lat: 20.04 },
  { code: '460200', name: '三亚', lng: 109.51, lat: 18.25 },
  { code: '500100', name: '重庆', lng: 106.55, lat: 29.56 },
  { code: '510100', name: '成都', lng: 104.07, lat: 30.57 },
  { code: '520100', name: '贵阳', lng: 106.63, lat: 26.65 },
  { code: '530100', name: '昆明', lng: 102.83, lat: 24.88 },
  { code: '530700', name: '丽江', lng: 100.23, lat: 26.86 },
  { code: '540100', name: '拉萨', lng: 91.14, lat: 29.65 },
  { code: '610100', name: '西安', lng: 108.94, lat: 34.34 },
  { code: '620100', name: '兰州', lng: 103.83, lat: 36.06 },
  { code: '630100', name: '西宁', lng: 101.78, lat: 36.62 },
  { code: '640100', name: '银川', lng: 106.23, lat: 38.49 },
  { code: '650100', name: '乌鲁木齐', lng: 87.62, lat: 43.83 },
]

const CHINA = { lng: 108, lat: 34 }

/** Where a map begins: at the store, else in its city, else in the first known city of its province, else with all. */
export function startOf(place: GeoPoint | null, cityCode: string): { centre: GeoPoint; zoom: number } {
  if (place !== null) return { centre: place, zoom: 13 }
  const city = cityPoints.find(({ code }) => code === cityCode)
  if (city) return { centre: { lng: city.lng, lat: city.lat }, zoom: 11 }
  const near = cityPoints.find(({ code }) => code.slice(0, 2) === cityCode.slice(0, 2))
  return near ? { centre: { lng: near.lng, lat: near.lat }, zoom: 7 } : { centre: CHINA, zoom: 3.5 }
}
