import { useSyncExternalStore } from 'react'
import type { Column } from '../words/english/column.ts'
import { readIn } from '../words/words.ts'
import { createSignal } from './signal.ts'
import { readStored, writeStored } from './stored.ts'

/*
 * The language of the pages that customers open: that of their phone until they choose another one, which this device
 * keeps. Pages of staff are Chinese.
 */

/** Chinese is written in the code; each other language is a column that is loaded by who reads it. */
const columns = { en: async () => (await import('../words/english/column.ts')).english } as const satisfies Readonly<
  Record<string, () => Promise<Column>>
>

export type Language = 'zh-CN' | keyof typeof columns

/** The languages to choose from, each by its own name. */
export const languages = [
  { code: 'zh-CN', name: '中文' },
  { code: 'en', name: 'English' },
] as const satisfies readonly { readonly code: Language; readonly name: string }[]

/** The first language of the phone that there is; English is what most people read who read none of them. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0]
    const known = languages.find(({ code }) => code.split('-')[0] === base)
    if (known) return known.code
  }
  return wanted.length === 0 ? 'zh-CN' : 'en'
}

const isLanguage = (text: string | null): text is Language => languages.some(({ code }) => code === text)

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
  readIn(column)
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

const current = (): Language => shown

/** The language of the page on top. */
export const useLanguage = (): Language => useSyncExternalStore(listen, current)
