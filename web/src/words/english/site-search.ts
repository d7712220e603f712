import { phrases } from '../column.ts'

/** The booking page: where and when, and the models that are found. */
export const siteSearch = phrases({
  车型级别: 'Class',
  全部级别: 'All classes',
  座位数: 'Seats',
  全部座位: 'Any seats',
  排序: 'Order',
  价格从低到高: 'Price, low to high',
  价格从高到低: 'Price, high to low',
  座位从多到少: 'Seats, most first',
  筛选: 'Show',
  没有符合条件的车型: 'No model fits these choices',
  可改订: 'Free at',
  '续航 {km} 公里': 'range {km} km',
  '{time} 门店未营业，营业时间 {hours}': 'The store is closed at {time}. Opening hours: {hours}',
  送车上门: 'Deliver the car to me',
  送车地址: 'Address of the delivery',
  '小区、酒店、车站等': 'A hotel, a station, an address',
  查找: 'Find',
  还车也到这里来取: 'Fetch the car there at the end, too',
  '没有找到这个地址，请换个说法或致电门店': 'This address was not found. Try other words, or call the store',
  '送到 {address}': 'delivered to {address}',
  '到 {address} 取回': 'fetched at {address}',
  请选择送车地址: 'Choose the address of the delivery',
  导航: 'Show on the map',
})
