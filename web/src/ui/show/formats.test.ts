import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { yuan } from './money.tsx'
import { Plate } from './plate.tsx'

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [86400, '864.00'],
  [128_400_00, '128,400.00'],
  [-4500, '−45.00'],
])('%d fen reads %s', (fen, text) => {
  expect(yuan(fen)).toBe(text)
})

it.each([
  ['沪AD6J19', '沪A·D6J19'],
  ['沪A·D6J19', '沪A·D6J19'],
  ['沪af88213', '沪A·F88213'],
])('plate %s is drawn %s', (plate, text) => {
  expect(renderToStaticMarkup(createElement(Plate, { plate }))).toContain(`>${text}<`)
})
