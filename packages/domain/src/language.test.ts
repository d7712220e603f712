import { expect, it } from 'vitest'
import { acceptedLanguages, isLanguage, languageFor, languageName } from './language.ts'

it.each([
  [['zh-CN', 'zh'], 'zh-CN'],
  [['zh'], 'zh-CN'],
  [['zh-SG'], 'zh-CN'],
  [['zh-Hant-TW', 'en'], 'zh-Hant'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-HK', 'zh-CN'], 'zh-Hant'],
  [['zh_MO'], 'zh-Hant'],
  [['yue'], 'zh-Hant'],
  [['zh-Hans-HK'], 'zh-CN'],
  [['en-US'], 'en'],
  [['de-DE', 'zh-CN', 'en'], 'zh-CN'],
  [['ja'], 'en'],
  [[], 'zh-CN'],
] as const)('who wants %j reads %s', (wanted, language) => {
  expect(languageFor(wanted)).toBe(language)
})

it('reads the header of a browser, the most wanted first, and nothing that is not a language', () => {
  expect(acceptedLanguages('de;q=0.3, zh-HK, en;q=0.8,*;q=0.1')).toEqual(['zh-HK', 'en', 'de'])
  expect(acceptedLanguages('en;q=0')).toEqual([])
  expect(acceptedLanguages('<script>, ,;q=1')).toEqual([])
  expect(acceptedLanguages(undefined)).toEqual([])
})

it('knows its languages by name', () => {
  expect([languageName('zh-Hant'), languageName('xx')]).toEqual(['繁體中文', ''])
  expect([isLanguage('en'), isLanguage('de'), isLanguage(undefined)]).toEqual([true, false, false])
})
