import type { Language } from '@cheyi/domain/language'
import type { Column } from './english/column.ts'

/** Chinese is written in the code; each other language is a column that is loaded by who reads it. */
export const columns: Readonly<Record<Exclude<Language, 'zh-CN'>, () => Promise<Column>>> = {
  en: async () => (await import('./english/column.ts')).english,
  'zh-Hant': async () => (await import('./traditional/column.gen.ts')).traditional,
}
