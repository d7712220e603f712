import { expect, it } from 'vitest'
import { gridOf, mapStyle } from './style.ts'
import { startOf, towns } from './towns.ts'

it('asks no network unless a source of tiles is set', () => {
  expect(JSON.stringify(mapStyle(null, false))).not.toContain('http')
  const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', datum: 'gcj02', attribution: '' } as const
  expect(JSON.stringify(mapStyle(tiles, true))).toContain(tiles.url)
})

it.each([0.02, 0.3, 4, 60])('draws a grid that can be read over %s degrees', (span) => {
  const { features } = gridOf({ west: 121, south: 31, east: 121 + span, north: 31 + span / 2 })
  expect(features.length).toBeGreaterThan(2)
  expect(features.length).toBeLessThanOrEqual(26)
})

it('begins a map where the store is, or in its city', () => {
  expect(startOf({ lng: 121.4, lat: 31.2 }, '310100').centre).toEqual({ lng: 121.4, lat: 31.2 })
  expect(startOf(null, '330100').centre.lat).toBeCloseTo(30.27, 1)
  expect(startOf(null, '330400')).toMatchObject({ zoom: 11 })
  expect(startOf(null, '')).toMatchObject({ zoom: 3.5 })
  for (const { name, lng, lat } of towns) {
    expect(name).not.toBe('')
    expect([lng > 73 && lng < 136, lat > 18 && lat < 54]).toEqual([true, true])
  }
})
