import { expect, it } from 'vitest'
import { positionText, readPosition } from './position.ts'

// The WGS-84 position of 121.4737,31.2304 on a map of the mainland.
const SQUARE = { lng: 121.469168, lat: 31.232345 }

it.each([
  '121.473700,31.230400',
  '31.2304, 121.4737',
  'https://uri.amap.com/marker?position=121.4737,31.2304&name=x',
  '121.4737，31.2304',
])('reads %s and converts it to WGS-84', (text) => {
  const { lng, lat } = readPosition(text)!
  expect(lng).toBeCloseTo(SQUARE.lng, 4)
  expect(lat).toBeCloseTo(SQUARE.lat, 4)
})

it.each(['', '人民广场', '121,31', '2.352200,48.856600'])('finds no position in %s', (text) =>
  expect(readPosition(text)).toBeNull(),
)

it('formats a position in the coordinates of the map', () => {
  const [lng, lat] = positionText(readPosition('121.473700,31.230400')!).split(',').map(Number)
  expect(lng).toBeCloseTo(121.4737, 5)
  expect(lat).toBeCloseTo(31.2304, 5)
})
