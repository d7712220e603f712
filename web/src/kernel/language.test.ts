import { expect, it } from 'vitest'
import { languageFor } from './language.ts'

it.each([
  [['zh-CN', 'zh'], 'zh-CN'],
  [['zh-Hant-TW', 'en'], 'zh-CN'],
  [['en-US'], 'en'],
  [['de-DE', 'zh-CN', 'en'], 'zh-CN'],
  [['ja'], 'en'],
  [[], 'zh-CN'],
] as const)('a phone that wants %j reads %s', (wanted, language) => {
  expect(languageFor(wanted)).toBe(language)
})
