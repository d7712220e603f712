import { expect, it } from 'vitest'
import { cityCentre } from './centres.ts'
import { findRegions } from './find.ts'
import { cities } from './regions.ts'

const words = (text: string) => findRegions(text).map((region) => region.words)

it.each([
  ['杭州', '浙江省 杭州市'],
  ['上海市', '上海市'],
  ['浦东', '上海市 浦东新区'],
  ['上海市浦东新区世纪大道100号', '上海市 浦东新区'],
  ['上海世纪大道100号', '上海市'],
  // A street that is named after another city, and a province that has the name of one of its cities.
  ['杭州市西湖区上海路1号', '浙江省 杭州市 西湖区'],
  ['吉林省长春市朝阳区人民大街', '吉林省 长春市 朝阳区'],
  ['北京市朝阳区建国路', '北京市 朝阳区'],
  ['海南省琼海市嘉积镇', '海南省 琼海市'],
])('%s is in %s', (text, region) => expect(words(text)[0]).toBe(region))

it('finds cities by their sound', () => {
  const sounds = new Map([
    ['370200', 'qingdao qd'],
    ['330100', 'hangzhou hz'],
  ])
  expect(findRegions('qingd', sounds).map((region) => region.words)).toEqual(['山东省 青岛市'])
  expect(findRegions('HZ', sounds)[0]?.words).toBe('浙江省 杭州市')
  expect(findRegions('qingdao')).toEqual([])
})

it('lists each city that has such a district', () => {
  expect(words('朝阳区')).toEqual(expect.arrayContaining(['北京市 朝阳区', '吉林省 长春市 朝阳区']))
})

it.each(['', '州', '世纪大道100号', '121.4737,31.2304'])('finds nothing in “%s”', (text) =>
  expect(words(text)).toEqual([]),
)

it('has a position for every city, all different and near their province', () => {
  const points = cities.map(({ code, name }) => ({ code, name, ...cityCentre(code)! }))
  expect(points.filter(({ lng }) => lng === undefined)).toEqual([])
  expect(new Set(points.map(({ lng, lat }) => `${lng},${lat}`)).size).toBe(points.length)
  for (const { code, name, lng, lat } of points) {
    const own = points.filter((one) => one.code !== code && one.code.slice(0, 2) === code.slice(0, 2))
    const nearest = Math.min(...own.map((one) => Math.hypot(one.lng - lng, one.lat - lat)))
    if (own.length > 0) expect(nearest, name).toBeLessThan(10)
  }
})
