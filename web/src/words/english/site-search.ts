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
  导航: 'Show on the map',
})
