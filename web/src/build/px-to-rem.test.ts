import { expect, it } from 'vitest'
import { pxToEm, pxToRem, remValue } from './px-to-rem.ts'

it.each([
  ['37.5px', '1rem'],
  ['15px', '0.4rem'],
  ['-12px', '-0.32rem'],
  ['12px 16px', '0.32rem 0.42667rem'],
  ['calc(100% - 48px)', 'calc(100% - 1.28rem)'],
  ['0 1px 0 var(--c-hairline)', '0 1px 0 var(--c-hairline)'],
  ['-1px', '-1px'],
  ['.5px', '.5px'],
  ['1.5px', '0.04rem'],
  ['16PX', '16PX'],
  ['min(10vw, 43PX)', 'min(10vw, 43PX)'],
  ['url("a-20px.svg") 14px', 'url("a-20px.svg") 0.37333rem'],
  ['"20px"', '"20px"'],
  ['var(--space-20px)', 'var(--space-20px)'],
  ['red', 'red'],
])('writes %j as %j', (from, to) => expect(pxToRem(from)).toBe(to))

it('counts windows in letters', () =>
  expect(pxToEm('(min-width: 768px) and (max-width: 767.98px)')).toBe('(min-width: 48em) and (max-width: 47.99875em)'))

it.each([
  ['--fs-m', '15px', 'calc(0.4rem * var(--text-size, 1))'],
  ['line-height', '22px', 'calc(0.58667rem * var(--text-size, 1))'],
  ['line-height', '1.5', '1.5'],
  ['font-size', 'var(--fs-s)', 'var(--fs-s)'],
  ['height', '44px', '1.17333rem'],
])('lets %s: %s grow with the text as %s', (property, from, to) => expect(remValue(property, from)).toBe(to))
