import { expect, it } from 'vitest'
import { timeOf, timeText } from './time-text.ts'

it.each([
  ['8', '08:00'],
  ['20', '20:00'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['2000', '20:00'],
  ['8:30', '08:30'],
  ['08:30', '08:30'],
  ['8:', '08:00'],
  ['8:5', '08:05'],
  ['0', '00:00'],
  ['', null],
  ['2400', '24:00'],
  ['25', null],
  ['2401', null],
  ['8:60', null],
  ['875', null],
])('%j is the time %j', (text, time) => expect(timeOf(text)).toBe(time))

it.each([
  ['8：3', '8:3'],
  [' 08 ', '08'],
  ['8点', null],
  ['08:300', null],
])('%j typed is shown as %j', (typed, text) => expect(timeText(typed)).toBe(text))
