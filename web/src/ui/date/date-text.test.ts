import { expect, it } from 'vitest'
import { dateText } from './date-text.ts'

it.each([
  ['', ''],
  ['2016', '2016'],
  ['20160', '2016-0'],
  ['201605', '2016-05'],
  ['2016051', '2016-05-1'],
  ['20160518', '2016-05-18'],
  ['2016-05-18', '2016-05-18'],
  ['2016.05.18 起', '2016-05-18'],
  ['201605189', '2016-05-18'],
])('%s is shown as %s', (typed, shown) => expect(dateText(typed)).toBe(shown))
