import { isLanguage, type Language, languageFor } from '@cheyi/domain/language'
import { useSyncExternalStore } from 'react'
import { columns } from '../words/columns.ts'
import type { Column } from '../words/english/column.ts'
import { setColumn } from '../words/words.ts'
import { createSignal } from './signal.ts'
import { readStored, writeStored } from './stored.ts'

/*
 * The language of the pages that customers open: that of their phone until they choose another one, which this device
 * keeps. Pages of staff are Chinese.
 */

function firstChoice(): Language {
  const kept = readStored('language')
  return isLanguage(kept) ? kept : languageFor(navigator.languages)
}

let chosen: Language | undefined
let forCustomers = false
/** The language on the page now, which is Chinese where a column has failed to load. */
let shown: Language = 'zh-CN'
const loaded = new Map<Language, Column>()
const { tell, listen } = createSignal()

/** Loads the words of the chosen language; without them the page is Chinese. */
export async function loadWords(): Promise<void> {
  chosen ??= firstChoice()
  const language = chosen
  if (language === 'zh-CN' || loaded.has(language)) return
  const column = await columns[language]().catch(() => null)
  if (column !== null) loaded.set(language, column)
}

/** The page on top is of customers, or of staff. */
export function readPage(ofCustomers: boolean): void {
  forCustomers = ofCustomers
  apply()
}

function apply(): void {
  const column = forCustomers && chosen !== undefined ? (loaded.get(chosen) ?? null) : null
  shown = column === null || chosen === undefined ? 'zh-CN' : chosen
  setColumn(column)
  document.documentElement.lang = shown
  tell()
}

/** Reads on in another language, which the device keeps. */
export async function chooseLanguage(next: Language): Promise<void> {
  chosen = next
  writeStored('language', next)
  await loadWords()
  if (chosen === next) apply()
}

/** The language on the page now: answers and messages follow it. */
export const shownLanguage = (): Language => shown

/** The language of the page on top. */
export const useLanguage = (): Language => useSyncExternalStore(listen, shownLanguage)
