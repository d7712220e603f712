import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../time.ts'
import { replayOf } from './replay.ts'

const point = (at: number, lat: number, speed: number, apart = false) => ({ at, lat, lng: 121, speed, apart })

it('moves along the line by time, with the speed between two reports', () => {
  const replay = replayOf([point(0, 31, 20), point(10_000, 32, 40)])
  expect(replay.lasts).toBe(10_000)
  expect(replay.moment(5000)).toEqual({ at: 5000, lat: 31.5, lng: 121, speed: 30 })
  expect(replay.moment(10_000)).toMatchObject({ at: 10_000, lat: 32, speed: 40 })
})

it('shortens a stop to a minute, and does not move the car through a gap', () => {
  const replay = replayOf([point(0, 31, 0), point(2 * HOUR, 31, 0), point(3 * HOUR, 33, 50, true)])
  expect(replay.lasts).toBe(2 * MINUTE)
  expect(replay.moment(MINUTE / 2)).toMatchObject({ at: HOUR, lat: 31 })
  expect(replay.moment(1.5 * MINUTE)).toMatchObject({ at: 2.5 * HOUR, lat: 31 })
  expect(replay.moment(2 * MINUTE)).toMatchObject({ at: 3 * HOUR, lat: 33, speed: 50 })
})

it('does not move if there is only one report', () => {
  const replay = replayOf([point(7, 31, 3)])
  expect(replay.lasts).toBe(0)
  expect(replay.moment(0)).toMatchObject({ at: 7, speed: 3 })
  expect(replay.playedAt(9)).toBe(0)
})

it('finds any time of the track again', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 5 * HOUR }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (lengths, part) => {
      let at = 0
      const points = [0, ...lengths].map((ms) => {
        at += ms
        return point(at, 31, 0)
      })
      const replay = replayOf(points)
      const sought = at * part
      expect(replay.moment(replay.playedAt(sought)).at).toBeCloseTo(sought, 0)
    }),
  )
})
