import { describe, expect, it } from 'vitest'
import { areaWords, pointsText, readPoints } from './points.ts'

const square = [
  { lng: 121.4, lat: 31.2 },
  { lng: 121.5, lat: 31.2 },
  { lng: 121.5, lat: 31.3 },
  { lng: 121.4, lat: 31.3 },
]

describe('corners as text', () => {
  it('are read as they are written', () => {
    expect(readPoints(pointsText(square))).toEqual({ points: square, wrong: null })
    expect(readPoints('121.4，31.2\n\n 31.2 121.5 ')).toEqual({ points: square.slice(0, 2), wrong: null })
  })
  it.each([
    ['121.4,31.2\nx', 2],
    ['121.4', 1],
    ['181,31', 1],
  ])('%j is wrong in line %i', (text, wrong) => expect(readPoints(text).wrong).toBe(wrong))
  it('tell how large they are', () => {
    expect(areaWords(square)).toBe('4个点 · 约106 km²')
  })
})
