import { expect, it } from 'vitest'
import { fromDevice, readPosition } from './position.ts'

it.each([
  ['121.473700,31.230400', 121.4737, 31.2304],
  ['31.2304, 121.4737', 121.4737, 31.2304],
  ['https://uri.amap.com/marker?position=121.4737,31.2304&name=x', 121.4737, 31.2304],
  ['121.4737，31.2304', 121.4737, 31.2304],
])('reads %s', (text, lng, lat) => expect(readPosition(text)).toEqual({ lng, lat }))

it.each(['', '人民广场', '121,31', '2.352200,48.856600'])('finds no place in %s', (text) =>
  expect(readPosition(text)).toBeNull(),
)

it('brings a device’s position onto the map', () => {
  // The published pair of Tiananmen.
  const { lng, lat } = fromDevice({ lng: 116.3912757, lat: 39.9073668 })
  expect(lng).toBeCloseTo(116.3975, 3)
  expect(lat).toBeCloseTo(39.9088, 3)
  expect(fromDevice({ lng: 2.3522, lat: 48.8566 })).toEqual({ lng: 2.3522, lat: 48.8566 })
})
